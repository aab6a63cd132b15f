// One small form for everything that has gaps to fill: actions, answers, values edited in place. It lives outside the
// pushed fragments, so no update can take a half-written word away.

import { say } from "./words.js";

const dialog = document.getElementById("ask");
const form = dialog.querySelector("form");
const holder = dialog.querySelector(".gaps");
const foresee = dialog.querySelector("[data-foresee]");
const foreseen = dialog.querySelector(".foreseen");
const SHOWN = 12; // so many suggestions are buttons, twice as many where several may be picked; the rest is in the list
const fingers = matchMedia("(pointer: coarse)");
const ruling = document.body.classList.contains("role-gm"); // whoever needs nobody's word
let asking = null;
let weighing = 0;

function field(gap, place, value) {
  const label = document.createElement("label");
  label.textContent = gap.title;
  if ((gap.optional || (gap.gm && !ruling)) && gap.now === undefined) label.append(noted(gap));
  if (gap.kind === "flag") return flag(gap, label);
  const input = document.createElement(gap.kind === "rest" ? "textarea" : "input");
  input.name = gap.name;
  input.required = !gap.optional;
  input.value = value;
  if (gap.kind === "whole" && !gap.many) input.inputMode = "numeric";
  if (gap.kind === "decimal" && !gap.many) input.inputMode = "decimal";
  if (gap.fill.length > shownOf(gap)) {
    const list = document.createElement("datalist");
    list.id = `fill-${place}`;
    list.append(...gap.fill.map(([, shown]) => new Option(shown, shown)));
    input.setAttribute("list", list.id);
    label.append(input, list);
  } else {
    label.append(input);
  }
  if (gap.fill.length) label.append(suggestions(gap, input));
  return label;
}

function noted(gap) {
  const note = document.createElement("span");
  note.className = "gap-note";
  note.textContent = [gap.optional ? say("optional") : "", gap.gm && !ruling ? say("gm_word") : ""].filter(Boolean).join(" · ");
  return note;
}

// Something that is said or not.
function flag(gap, label) {
  label.className = "flag";
  const box = document.createElement("input");
  box.type = "checkbox";
  box.name = gap.name;
  box.checked = Boolean(gap.value);
  label.prepend(box);
  return label;
}

// What stands in a gap from the start: its one suggestion, if it has one and must be filled.
function only(gap) {
  return gap.fill.length === 1 && !gap.many && !gap.optional ? gap.fill[0][1] : "";
}

function shownOf(gap) {
  return gap.many ? 2 * SHOWN : SHOWN;
}

function parts(text) {
  return text.split(/[,，、]/).map((v) => v.trim()).filter(Boolean);
}

// A gap that takes several gathers what is picked; picking one again takes it out.
function picked(gap, old, value) {
  if (!gap.many) return value;
  const chosen = parts(old);
  return (chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value]).join(",");
}

function suggestions(gap, input) {
  const row = document.createElement("span");
  row.className = "suggestions";
  for (const [, shown] of gap.fill.slice(0, shownOf(gap))) {
    const pick = document.createElement("button");
    pick.type = "button";
    pick.className = "tag";
    pick.textContent = shown;
    pick.setAttribute("aria-pressed", "false");
    pick.addEventListener("click", () => {
      input.value = picked(gap, input.value, shown);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      if (!gap.many) onward();
    });
    row.append(pick);
  }
  return row;
}

// Go on to the first gap that is still open (where fingers pick, to its first suggestion, so that no keyboard rises), else to sending.
function onward() {
  const open = [...holder.querySelectorAll(":scope > label:not(.flag)")].find((label) => !label.querySelector("input, textarea").value.trim());
  const next = open ? (fingers.matches && open.querySelector(".suggestions button")) || open.querySelector("input, textarea") : form.querySelector("[type=submit]");
  next.focus();
}

// Suggestions that stand in their gap look chosen.
function mark() {
  for (const label of holder.querySelectorAll("label:not(.flag)")) {
    const input = label.querySelector("input, textarea");
    const chosen = asking.gaps.find(({ name }) => name === input.name).many ? parts(input.value) : [input.value.trim()];
    for (const pick of label.querySelectorAll(".suggestions button")) pick.setAttribute("aria-pressed", String(chosen.includes(pick.textContent)));
  }
}

// What was chosen by its word goes out as what the line or the answer wants for it.
function meant(gap, typed) {
  const values = new Map(gap.fill.map(([value, shown]) => [shown, value]));
  if (!gap.many) return values.get(typed) ?? typed;
  return parts(typed).map((one) => values.get(one) ?? one).join(",");
}

// The fields of a deed as they stand now: ids and words as they are sent, several as a list.
function filled() {
  const args = { ...asking.deed.args };
  for (const input of holder.querySelectorAll("input, textarea")) {
    const gap = asking.gaps.find(({ name }) => name === input.name);
    if (gap.kind === "flag") {
      if (input.checked) args[gap.name] = true;
      continue;
    }
    const text = input.value.trim();
    if (!text) continue;
    const values = new Map(gap.fill.map(([value, shown]) => [shown, value]));
    args[gap.name] = gap.many ? parts(text).map((one) => values.get(one) ?? one) : (values.get(text) ?? text);
  }
  return { ...asking.deed, args };
}

function written() {
  if (asking.deed) return filled();
  let text = asking.text;
  for (const input of holder.querySelectorAll("input, textarea")) {
    const gap = asking.gaps.find(({ name }) => name === input.name);
    const plain = meant(gap, input.value.trim().replace(/[<>]/g, ""));
    if (!plain) continue;
    text = text.replace(`<${input.name}>`, () => plain); // each gap of an answer is a gap of its own
  }
  return text;
}

// Ask for the gaps of `text`, then call `send` with the whole of it.
export function ask({ title, help = "", text = "", deed = null, gaps, value = "", odds = null, few = 99, send }) {
  asking = { text, deed, gaps, send, odds };
  dialog.querySelector("#ask-title").textContent = title;
  dialog.querySelector(".ask-help").textContent = help;
  dialog.querySelector(".ask-help").hidden = !help;
  const fields = gaps.map((gap, place) => [gap, field(gap, place, gap.now ?? ((place === gaps.length - 1 && value) || only(gap)))]);
  const first = fields.filter(([gap], place) => !gap.optional || place < few).map(([, label]) => label);
  holder.replaceChildren(...first, ...folded(fields.map(([, label]) => label).filter((label) => !first.includes(label))));
  foresee.hidden = true;
  told("");
  renew();
  dialog.showModal();
  if (value) holder.querySelector("input, textarea")?.select();
  else onward();
}

// What may be left out, behind one line.
function folded(labels) {
  if (!labels.length) return [];
  const more = document.createElement("details");
  const head = document.createElement("summary");
  head.textContent = say("more_fields");
  const inside = document.createElement("div");
  inside.append(...labels);
  more.append(head, inside);
  return [more];
}

function renew() {
  mark();
  clearTimeout(weighing);
  if (asking.odds) weighing = setTimeout(weigh, 150);
}

// Odds are offered where the deed, as it stands in the form, has any.
async function weigh() {
  const about = asking;
  const reply = await about.odds({ ...written(), whether: true });
  if (about === asking) foresee.hidden = !reply.odds;
}
holder.addEventListener("input", renew);

// What the table says to it: odds, or why not.
function told(text, refused = false) {
  foreseen.hidden = !text;
  foreseen.classList.toggle("refused", refused);
  foreseen.textContent = refused ? `✕ ${text}` : text;
  if (text) foreseen.scrollIntoView({ block: "nearest" });
}

dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
foresee.addEventListener("click", async () => {
  const reply = await asking.odds(written());
  told(reply.text || say("no_odds"), !reply.ok);
  if (!reply.ok || !reply.html) return;
  foreseen.innerHTML = reply.html; // our own escaped template
  foreseen.scrollIntoView({ block: "nearest" });
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const reply = await asking.send(written());
  if (reply.ok) {
    dialog.close();
    return;
  }
  told(reply.text || say("away"), true);
});
// Enter while an input method is still composing chooses a word; it does not send.
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.isComposing || event.keyCode === 229)) event.preventDefault();
});
