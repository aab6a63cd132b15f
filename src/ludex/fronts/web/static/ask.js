// One small form for everything that has gaps to fill: actions, answers, values edited in place. It lives outside the
// pushed fragments, so no update can take a half-written word away.

import { say, word } from "./words.js";

const dialog = document.getElementById("ask");
const form = dialog.querySelector("form");
const holder = dialog.querySelector(".gaps");
const preview = dialog.querySelector(".line-preview");
const foresee = dialog.querySelector("[data-foresee]");
const foreseen = dialog.querySelector(".foreseen");
let asking = null;

function field(gap, place, value) {
  const label = document.createElement("label");
  label.textContent = gap.title;
  const input = document.createElement("input");
  input.name = gap.name;
  input.required = true;
  input.value = value;
  if (gap.fill.length) {
    const list = document.createElement("datalist");
    list.id = `fill-${place}`;
    list.append(...gap.fill.map(([, shown]) => new Option(shown, shown)));
    input.setAttribute("list", list.id);
    label.append(input, list, suggestions(gap, input));
  } else {
    label.append(input);
  }
  return label;
}

// A gap that takes several gathers what is picked; picking one again takes it out.
function picked(gap, old, value) {
  if (!gap.many) return value;
  const chosen = old.split(/[,，、]/).map((v) => v.trim()).filter(Boolean);
  return (chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value]).join(",");
}

function suggestions(gap, input) {
  const row = document.createElement("span");
  row.className = "suggestions";
  for (const [, shown] of gap.fill.slice(0, gap.many ? 24 : 12)) {
    const pick = document.createElement("button");
    pick.type = "button";
    pick.className = "tag";
    pick.textContent = shown;
    pick.addEventListener("click", () => {
      input.value = picked(gap, input.value, shown);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      if (gap.many) return;
      (holder.querySelector("input:placeholder-shown, input[value='']") ?? form.querySelector("[type=submit]")).focus();
    });
    row.append(pick);
  }
  return row;
}

// The line as a person reads it: gaps that are still open carry their titles.
function readable(text) {
  return asking.gaps.reduce((line, gap) => line.split(`<${gap.name}>`).join(`<${gap.title}>`), text);
}

// What was chosen by its word goes out as what the line or the answer wants for it.
function meant(gap, typed) {
  const values = new Map(gap.fill.map(([value, shown]) => [shown, value]));
  if (!gap.many) return values.get(typed) ?? typed;
  return typed.split(/[,，、]/).map((one) => values.get(one.trim()) ?? one.trim()).filter(Boolean).join(",");
}

function written() {
  let text = asking.text;
  for (const input of holder.querySelectorAll("input")) {
    const gap = asking.gaps.find(({ name }) => name === input.name);
    const plain = meant(gap, input.value.trim().replace(/[<>]/g, ""));
    if (plain) text = text.split(`<${input.name}>`).join(asking.typed ? word(plain) : plain);
  }
  return text;
}

// Ask for the gaps of `text`, then call `send` with the whole of it.
export function ask({ title, text, gaps, value = "", odds = null, typed = true, send }) {
  asking = { text, gaps, send, odds, typed };
  preview.hidden = !typed;
  dialog.querySelector("#ask-title").textContent = title;
  holder.replaceChildren(...gaps.map((gap, place) => field(gap, place, place === gaps.length - 1 ? value : "")));
  foresee.hidden = !odds;
  foreseen.hidden = true;
  preview.textContent = readable(text);
  dialog.showModal();
  holder.querySelector("input")?.focus();
  if (value) holder.querySelector("input")?.select();
}

holder.addEventListener("input", () => {
  preview.textContent = readable(written());
});
dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
foresee.addEventListener("click", async () => {
  const reply = await asking.odds(written());
  foreseen.hidden = false;
  foreseen.textContent = reply.text || say("no_odds");
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const reply = await asking.send(written());
  if (reply.ok) {
    dialog.close();
    return;
  }
  foreseen.hidden = false;
  foreseen.textContent = `✕ ${reply.text || say("away")}`;
});
// Enter while an input method is still composing chooses a word; it does not send.
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.isComposing || event.keyCode === 229)) event.preventDefault();
});
