// One small form for everything that has gaps to fill: actions, answers, values edited in place. It lives outside the
// pushed fragments, so no update can take a half-written word away. What is known is chosen, with what its card says of it;
// only what nobody can know is written.

import { server } from "./asking.js";
import { say } from "./words.js";

const dialog = document.getElementById("ask");
const form = dialog.querySelector("form");
const holder = dialog.querySelector(".gaps");
const foresee = dialog.querySelector("[data-foresee]");
const foreseen = dialog.querySelector(".foreseen");
const CLOSED = ["actor", "term", "item"]; // kinds of which nothing but what is offered can stand
const MOST = 60; // so many are shown to be chosen from
const WHOSE = "@"; // the gap that says whose a deed is, or who is called for it
const SECRET = "!"; // the flag that only the GM knows of it
const fingers = matchMedia("(pointer: coarse)");
const ruling = document.body.classList.contains("role-gm"); // whoever needs nobody's word
let asking = null;
let weighing = 0;
let made = 0;

function field(gap, value) {
  const label = document.createElement("label");
  const [title, hint] = parted(gap.title);
  label.textContent = title;
  label.dataset.gap = gap.name;
  const note = noted(gap);
  if (note && gap.now === undefined) label.append(note);
  if (hint) label.append(small(hint));
  if (gap.kind === "flag") return flag(gap, label);
  const input = document.createElement(gap.kind === "rest" && !gap.fill.length ? "textarea" : "input");
  input.name = gap.name;
  input.id = `ask-gap-${(made += 1)}`;
  label.htmlFor = input.id; // not its first choice
  input.required = !gap.optional;
  input.value = value;
  if (gap.kind === "whole" && !gap.many) input.inputMode = "numeric";
  if (!gap.many && gap.fill.length && counted(gap) && !gap.fill.some(([value]) => /^[+-]/.test(String(value)))) input.inputMode = "numeric";
  if (gap.kind === "decimal" && !gap.many) input.inputMode = "decimal";
  if (!gap.fill.length) {
    if (gap.example) input.placeholder = say("such", { example: gap.example });
    label.append(input);
    return label;
  }
  if (CLOSED.includes(gap.kind) || gap.closed) input.className = "sr chosen";
  else input.placeholder = say(["whole", "decimal"].includes(gap.kind) || counted(gap) ? "own_number" : "own_words");
  label.append(suggestions(gap, input), input);
  return label;
}

// Whether everything offered is a number, signed or not.
function counted(gap) {
  return gap.fill.every(([value]) => /^[+-]?\d+$/.test(String(value)));
}

// What a field is called, and what is explained behind it.
function parted(title) {
  const [, name, rest] = /^([^（(；;：:]+)[（(；;：:]\s*(.+?)[）)]?$/s.exec(title) ?? [null, title, ""];
  return [name.trim(), rest.trim()];
}

function small(text) {
  const note = document.createElement("small");
  note.className = "gap-hint";
  note.textContent = text;
  return note;
}

function noted(gap) {
  const told = [gap.many && gap.fill.length > 1 ? say("list_hint") : "", gap.optional && gap.kind !== "flag" ? say("optional") : "", gap.gm && !ruling ? say("gm_word") : ""].filter(Boolean);
  if (!told.length) return null;
  const note = document.createElement("span");
  note.className = "gap-note";
  note.textContent = told.join(" · ");
  return note;
}

// Something that is said or not.
function flag(gap, label) {
  label.classList.add("flag");
  const box = document.createElement("input");
  box.type = "checkbox";
  box.name = gap.name;
  box.checked = Boolean(gap.now ?? gap.value);
  label.prepend(box);
  return label;
}

// What stands in a gap from the start, in the reader's words: what holds now, or its one suggestion, if it must be filled.
function standing(gap, value) {
  const shown = new Map(gap.fill.map(([one, called]) => [String(one), called]));
  if (gap.now !== undefined) return [gap.now].flat().map((one) => shown.get(String(one)) ?? String(one)).join(",");
  return value || (gap.fill.length === 1 && !gap.many && !gap.optional ? gap.fill[0][1] : "");
}

function parts(text) {
  return text.split(/[,，、]/).map((v) => v.trim()).filter(Boolean);
}

// A gap that takes several gathers what is picked; picking one again takes it out.
function picked(gap, old, value) {
  if (!gap.many) return gap.optional && old.trim() === value ? "" : value;
  const chosen = parts(old);
  return (chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value]).join(",");
}

function suggestions(gap, input) {
  const row = document.createElement("span");
  row.className = "suggestions";
  for (const [, shown] of gap.fill.slice(0, MOST)) {
    const pick = document.createElement("button");
    pick.type = "button";
    pick.className = "tag";
    pick.textContent = shown;
    pick.setAttribute("aria-pressed", "false");
    pick.addEventListener("click", (event) => {
      event.preventDefault(); // the label would hand the click on
      input.value = picked(gap, input.value, shown);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      if (!gap.many) onward();
    });
    row.append(pick);
  }
  return row;
}

// What the cards of the things say that are offered, beside each.
async function describe(gaps) {
  const about = asking;
  const names = gaps.filter((gap) => gap.kind !== "actor").flatMap((gap) => gap.fill.slice(0, MOST).flatMap(([value, shown]) => [shown, String(value)]));
  if (!names.length) return;
  const told = await server.things([...new Set(names)].slice(0, MOST));
  if (about !== asking) return;
  for (const gap of gaps) {
    const values = new Map(gap.fill.map(([value, shown]) => [shown, String(value)]));
    for (const pick of holder.querySelectorAll(`label[data-gap="${CSS.escape(gap.name)}"] .suggestions button`)) {
      const note = told[pick.textContent] ?? told[values.get(pick.textContent)];
      if (note) pick.dataset.note = note;
    }
  }
}

// Go on to the first gap that is still open (where fingers pick or something is chosen, to its first suggestion, so that no keyboard rises), else to sending.
function onward() {
  const open = [...holder.querySelectorAll(":scope > label:not(.flag)")].find((label) => !label.querySelector("input, textarea").value.trim());
  const entry = open?.querySelector("input, textarea");
  const next = open ? ((fingers.matches || entry.classList.contains("chosen")) && open.querySelector(".suggestions button")) || entry : form.querySelector("[type=submit]");
  next.focus();
}

// Suggestions that stand in their gap look chosen.
function mark() {
  for (const label of holder.querySelectorAll("label:not(.flag)")) {
    const input = label.querySelector("input, textarea");
    const chosen = asking.gaps.find(({ name }) => name === input.name).many ? parts(input.value) : [input.value.trim()];
    for (const pick of label.querySelectorAll(".suggestions button")) pick.setAttribute("aria-pressed", String(chosen.includes(pick.textContent)));
    if (input.value.trim()) label.classList.remove("missing");
  }
}

// What a value of a gap is called.
function called(name, value) {
  return asking.gaps.find((gap) => gap.name === name).fill.find(([one]) => one === value)?.[1] ?? value;
}

// What was chosen by its word goes out as what the line or the answer wants for it.
function meant(gap, typed) {
  const values = new Map(gap.fill.map(([value, shown]) => [shown, value]));
  if (!gap.many) return values.get(typed) ?? typed;
  return parts(typed).map((one) => values.get(one) ?? one).join(",");
}

// The fields of a deed as they stand now: ids and words as they are sent, several as a list. Whose it is and whether it is secret stands beside them.
function filled() {
  const args = { ...asking.deed.args };
  const beside = {};
  for (const input of holder.querySelectorAll("input, textarea")) {
    const gap = asking.gaps.find(({ name }) => name === input.name);
    if (gap.kind === "flag") {
      if (!input.checked) delete args[gap.name];
      else if (gap.name === SECRET) beside.secret = true;
      else args[gap.name] = true;
      continue;
    }
    const text = input.value.trim();
    delete args[gap.name];
    if (!text) continue;
    const values = new Map(gap.fill.map(([value, shown]) => [shown, value]));
    const value = gap.many ? parts(text).map((one) => values.get(one) ?? one) : (values.get(text) ?? text);
    if (gap.name !== WHOSE) args[gap.name] = gap.one ? [value] : gap.kind === "rest" && gap.many ? value.join(",") : value;
    else if (gap.many) beside.whom = value;
    else beside.actor = value;
  }
  return { ...asking.deed, args, ...beside };
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
// Where the table may offer other things meanwhile, `again` gives the gaps anew.
export function ask({ title, help = "", text = "", deed = null, gaps, value = "", odds = null, few = 99, again = null, send }) {
  asking = { text, deed, gaps: [...gaps], send, odds, again };
  dialog.querySelector("#ask-title").textContent = title;
  dialog.querySelector(".ask-help").textContent = help;
  dialog.querySelector(".ask-help").hidden = !help;
  const fields = gaps.map((gap, place) => [gap, field(gap, standing(gap, place === gaps.length - 1 ? value : ""))]);
  const first = fields.filter(([gap], place) => !gap.optional || gap.now !== undefined || place < few).map(([, label]) => label);
  holder.replaceChildren(...first, ...folded(fields.map(([, label]) => label).filter((label) => !first.includes(label))));
  foresee.hidden = true;
  told("");
  renew();
  dialog.showModal();
  describe(gaps);
  if (value) holder.querySelector("input, textarea")?.select();
  else onward();
}

// A deed that is nobody's yet: whose it is, before everything else.
function whose(people) {
  if (asking.gaps.some(({ name }) => name === WHOSE)) return;
  const gap = { name: WHOSE, title: say("whose"), kind: "actor", fill: people, many: false, optional: false };
  asking.gaps.push(gap);
  holder.prepend(field(gap, ""));
}

// Ask only whose a deed is, and do it.
export function askWhose(title, deed, people, send) {
  ask({ title, deed, gaps: [{ name: WHOSE, title: say("whose"), kind: "actor", fill: people, many: false, optional: false }], send });
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

// Odds are offered where the deed, as it stands in the form, has any; whose it is is asked where that must be said.
async function weigh() {
  const about = asking;
  const { whom, secret, ...deed } = written();
  const reply = await about.odds({ ...deed, actor: whom?.[0] ?? deed.actor, whether: true });
  if (about !== asking) return;
  foresee.hidden = !reply.odds;
  if (reply.whose?.length) whose(reply.whose);
}
holder.addEventListener("input", renew);

// What the table says to it: odds, or why not.
function told(text, refused = false) {
  foreseen.hidden = !text;
  foreseen.classList.toggle("refused", refused);
  foreseen.textContent = refused ? `✕ ${text}` : text;
  if (text) foreseen.scrollIntoView({ block: "nearest" });
}

// Something changed at the table: what must be filled is the table's to say from now on, and what it said before is gone.
export function stale() {
  if (!dialog.open || !asking?.deed) return;
  asking.stale = true;
  if (foreseen.classList.contains("refused")) told("");
  for (const label of holder.querySelectorAll("label.missing")) label.classList.remove("missing");
  refresh();
  renew();
}

// What is offered now takes the place of what was offered when the form was opened; what was filled in stays.
async function refresh() {
  const about = asking;
  const fresh = (await about.again?.()) ?? [];
  if (about !== asking) return;
  const changed = asking.gaps.filter((gap) => {
    const now = fresh.find(({ name }) => name === gap.name);
    if (!now || JSON.stringify(now.fill) === JSON.stringify(gap.fill)) return false;
    gap.fill = now.fill;
    return true;
  });
  changed.forEach(offerAnew);
  mark();
  if (changed.length) describe(changed);
}

function offerAnew(gap) {
  const label = holder.querySelector(`label[data-gap="${CSS.escape(gap.name)}"]`);
  const row = label.querySelector(".suggestions");
  const entry = label.querySelector("input, textarea");
  if (row && gap.fill.length) {
    row.replaceWith(suggestions(gap, entry));
    return;
  }
  const inside = label.contains(document.activeElement);
  const anew = field(gap, entry.value);
  label.replaceWith(anew);
  if (inside) anew.querySelector("input, textarea").focus();
}

// The first field that must be filled and is not: said in the form's own words, and shown.
function missing() {
  if (asking.stale) return false;
  const open = [...holder.querySelectorAll("label")].find((label) => label.querySelector("[required]") && !label.querySelector("input, textarea").value.trim());
  if (!open) return false;
  const gap = asking.gaps.find(({ name }) => name === open.dataset.gap);
  open.classList.add("missing");
  open.closest("details")?.setAttribute("open", "");
  told(gap.name === WHOSE ? say("say_whose") : say("fill_this", { field: parted(gap.title)[0] }), true);
  (open.querySelector(".suggestions button") ?? open.querySelector("input, textarea")).focus();
  return true;
}

dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
foresee.addEventListener("click", async () => {
  const { whom, secret, ...deed } = written();
  told(say("weighing"));
  const reply = await asking.odds({ ...deed, actor: whom?.[0] ?? deed.actor });
  told(reply.text || say("no_odds"), !reply.ok);
  if (!reply.ok) return;
  if (reply.html && (reply.shares?.length || reply.means?.length)) foreseen.innerHTML = reply.html; // our own escaped template
  if (whom?.length > 1) foreseen.prepend(small(say("odds_whose", { who: called(WHOSE, whom[0]) })));
  foreseen.scrollIntoView({ block: "nearest" });
});
form.noValidate = true; // the browser's own words are in the browser's language
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (asking.sent || missing()) return;
  const about = asking;
  about.sent = true;
  const reply = await about.send(written());
  about.sent = false;
  if (about !== asking) return;
  if (reply.ok) {
    dialog.close();
    return;
  }
  if (reply.whose?.length) whose(reply.whose);
  told(reply.text || say("away"), true);
});
// Enter while an input method is still composing chooses a word; it does not send.
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.isComposing || event.keyCode === 229)) event.preventDefault();
});
