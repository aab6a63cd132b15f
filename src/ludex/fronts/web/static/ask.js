// One small form for everything that has gaps to fill: actions, answers, values edited in place. It lives outside the
// pushed fragments, so no update can take a half-written word away.

import { say } from "./words.js";

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
    list.append(...gap.fill.map((v) => new Option(v, v)));
    input.setAttribute("list", list.id);
    label.append(input, list, suggestions(gap.fill, input));
  } else {
    label.append(input);
  }
  return label;
}

function suggestions(values, input) {
  const row = document.createElement("span");
  row.className = "suggestions";
  for (const value of values.slice(0, 12)) {
    const pick = document.createElement("button");
    pick.type = "button";
    pick.className = "tag";
    pick.textContent = value;
    pick.addEventListener("click", () => {
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      (holder.querySelector("input:placeholder-shown, input[value='']") ?? form.querySelector("[type=submit]")).focus();
    });
    row.append(pick);
  }
  return row;
}

function written() {
  let text = asking.text;
  for (const input of holder.querySelectorAll("input")) {
    const plain = input.value.trim().replace(/[<>]/g, "");
    if (plain) text = text.split(`<${input.name}>`).join(plain);
  }
  return text;
}

// Ask for the gaps of `text`, then call `send` with the whole of it.
export function ask({ title, text, gaps, value = "", odds = null, typed = true, send }) {
  asking = { text, send, odds };
  preview.hidden = !typed;
  dialog.querySelector("#ask-title").textContent = title;
  holder.replaceChildren(...gaps.map((gap, place) => field(gap, place, place === gaps.length - 1 ? value : "")));
  foresee.hidden = !odds;
  foreseen.hidden = true;
  preview.textContent = text;
  dialog.showModal();
  holder.querySelector("input")?.focus();
  if (value) holder.querySelector("input")?.select();
}

holder.addEventListener("input", () => {
  preview.textContent = written();
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
