// A sheet is written on where it stands: the value becomes a field, with what is allowed and what is wrong beside it. What is not this
// seat's to decide goes to the GM and is marked so.

import { api } from "./api.js";
import { say } from "./words.js";

function made(kind, className = "", text = "") {
  const element = document.createElement(kind);
  if (className) element.className = className;
  element.textContent = text;
  return element;
}

function input({ kind, value, fill, low, high, title }) {
  const choices = kind === "flag" ? [["true", say("yes")], ["false", say("no")]] : fill ? JSON.parse(fill) : [];
  const field = made(choices.length ? "select" : "input");
  if (choices.length) {
    const known = choices.some(([key]) => key === value);
    field.append(...(known ? [] : [new Option("", "")]), ...choices.map(([key, text]) => new Option(text, key, false, key === value)));
  } else {
    field.value = value;
    if (kind === "whole") {
      field.type = "number";
      field.inputMode = "numeric";
      if (low !== undefined) field.min = low;
      if (high !== undefined) field.max = high;
    }
  }
  field.name = "value";
  field.setAttribute("aria-label", title);
  return field;
}

// What may be written, in a few words.
function hint({ kind, low, high, asks }) {
  const limits = low !== undefined && high !== undefined ? say("pen_between", { low, high }) : low !== undefined ? say("pen_least", { low }) : "";
  return [limits, kind === "list" ? say("pen_list") : "", asks ? say("pen_asks") : ""].filter(Boolean).join(" · ");
}

function button(text, label, type) {
  const one = made("button", "icb", text);
  one.type = type;
  one.setAttribute("aria-label", label);
  one.title = label;
  return one;
}

function close(form) {
  const pen = form.previousElementSibling;
  form.remove();
  pen?.focus({ preventScroll: true });
}

export function write(pen) {
  for (const other of document.querySelectorAll(".pen-form")) other.remove();
  const form = made("form", "pen-form stays");
  const field = input(pen.dataset);
  const wrong = made("p", "field-wrong");
  wrong.setAttribute("role", "alert");
  wrong.hidden = true;
  form.noValidate = true;
  form.autocomplete = "off";
  form.append(field, button("✓", say("pen_write"), "submit"), button("✕", say("pen_leave"), "button"));
  const told = hint(pen.dataset);
  if (told) form.append(made("p", "note", told));
  form.append(wrong);
  form.querySelector("[type=button]").addEventListener("click", () => close(form));
  form.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") close(form);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (field.value.trim() === pen.dataset.value) {
      close(form);
      return;
    }
    const reply = await api(`/characters/${encodeURIComponent(pen.dataset.pen)}/sheet`, "POST", { entry: pen.dataset.field, value: field.value.trim() });
    const said = reply.ok ? (reply.found.code ? reply.found.text : "") : reply.told;
    if (said) {
      wrong.textContent = said;
      wrong.hidden = false;
      field.setAttribute("aria-invalid", "true");
      field.focus();
      form.scrollIntoView({ block: "nearest" });
      return;
    }
    close(form);
    document.dispatchEvent(new CustomEvent("ludex-written"));
  });
  pen.after(form);
  field.focus();
  (form.closest(".fact") ?? form).scrollIntoView({ block: "nearest" });
  field.select?.();
}
