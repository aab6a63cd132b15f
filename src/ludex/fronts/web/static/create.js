// Creation: all groups on one page that scrolls, one of them marked as where the reader is; every change is sent and the page drawn anew in place. What is filled in stays in this browser
// until the character is at the table.

import { morph } from "./morph.js";

const form = document.getElementById("making");
const KEY = `ludex.draft.${document.body.dataset.secret.slice(0, 8)}`;
const PAUSE = 350; // milliseconds after the last letter
let shown = "";
let asked = 0;
let waiting = 0;
let drawn = 0; // up to which change the page is drawn

// --- where the reader is --------------------------------------------------------------------------------------------

const room = document.getElementById("choose");
let led = false; // somebody was brought here: the place is hers until she scrolls by herself

const chapters = () => [...form.querySelectorAll(".chapter")];

function show(id, focus = false) {
  const all = chapters();
  const found = all.find((one) => one.id === id) ?? all[0];
  if (!found) return;
  shown = found.id;
  history.replaceState(shown, ""); // read anew, the page comes back here
  for (const one of all) one.classList.toggle("is", one === found);
  for (const step of form.querySelectorAll(".step")) {
    const is = step.dataset.step === shown;
    step.classList.toggle("is", is);
    if (is) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  }
  const place = all.indexOf(found);
  form.querySelector("[data-back]").hidden = place === 0;
  const next = form.querySelector("[data-next]");
  next.hidden = place === all.length - 1;
  form.classList.toggle("first", place === 0);
  next.classList.toggle("primary", !next.hidden);
  const finish = form.querySelector("[name=finish]");
  finish.classList.toggle("primary", next.hidden);
  finish.classList.toggle("strong", !next.hidden);
  if (!next.hidden) next.textContent = next.dataset.phrase.replace("{title}", all[place + 1].dataset.title);
  if (!focus) return;
  led = true;
  found.scrollIntoView({ block: "start" });
  form.querySelector(".step.is")?.scrollIntoView({ block: "nearest", inline: "center" });
  found.querySelector("input:checked, input:not([type=hidden]), select, textarea")?.focus({ preventScroll: true });
}

// What is read marks where the reader is.
function follow() {
  if (led) return;
  const top = room.getBoundingClientRect().top + 90;
  const here = chapters().filter((one) => one.getBoundingClientRect().top <= top).at(-1);
  if (here && here.id !== shown) show(here.id);
}
room.addEventListener("scroll", follow, { passive: true });
for (const kind of ["wheel", "touchmove", "pointerdown"]) room.addEventListener(kind, () => (led = false), { passive: true });

function move(by) {
  const all = chapters();
  const place = all.findIndex((one) => one.id === shown);
  const amiss = by > 0 && all[place]?.querySelector(".wrong, [aria-invalid=true]");
  if (amiss) lead(amiss); // what is not right stops whoever goes on
  else show(all[Math.max(0, Math.min(all.length - 1, place + by))].id, true);
}

// --- what is filled in ----------------------------------------------------------------------------------------------

// Answers that were only suggested are nobody's own: they are not sent, so that they follow what else is chosen.
function filled() {
  const data = new FormData(form);
  for (const radio of form.querySelectorAll("input[type=radio]:checked")) if (!radio.dataset.own) data.delete(radio.name);
  return new URLSearchParams(data);
}

async function renew() {
  clearTimeout(waiting);
  asked += 1;
  const number = asked;
  const data = filled();
  keep(data.toString());
  const answer = await fetch(form.action, { method: "POST", body: data, headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || number !== asked) return;
  const text = await answer.text();
  if (number !== asked) return;
  drawn = number;
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("making");
  if (!fresh) return;
  const typed = document.activeElement?.matches?.("input:not([type=radio], [type=checkbox]), textarea") ? document.activeElement : null;
  morph(form, fresh.innerHTML);
  for (const input of form.querySelectorAll("input[type=radio], input[type=checkbox]")) input.checked = input.hasAttribute("checked");
  for (const select of form.querySelectorAll("select")) select.value = select.querySelector("option[selected]")?.value ?? "";
  for (const input of form.querySelectorAll("input:not([type=radio], [type=checkbox])")) if (input !== typed) input.value = input.getAttribute("value") ?? "";
  unfold();
  countAll();
  show(shown);
}

// Of several questions that are asked alike the next one opens when the one before it is answered; what the reader opened stays.
const folded = new Map();
function unfold() {
  for (const again of form.querySelectorAll("details.again")) {
    const { key, open } = again.dataset;
    if (folded.get(key) !== open) again.open = Boolean(open);
    folded.set(key, open);
  }
}

function keep(text) {
  try {
    if (text) localStorage.setItem(KEY, text);
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing only loses this convenience.
  }
}

function restore() {
  const kept = new URLSearchParams(localStorage.getItem(KEY) ?? "");
  if (![...kept.values()].some(Boolean)) return;
  for (const [name, value] of kept) {
    if (!value) continue;
    const inputs = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
    const same = inputs.find((one) => ["radio", "checkbox"].includes(one.type) && one.value === value);
    const box = same ?? inputs.find((one) => one.type === "radio"); // an answer in the other language is drawn once it is asked for
    const list = inputs.find((one) => one.nodeName === "SELECT" && [...one.options].some((option) => option.value === value));
    const counted = value.includes("*") && inputs.find((one) => one.type === "hidden" && one.value.split("*")[0] === value.split("*")[0]);
    if (counted) counted.value = value;
    else if (box) {
      box.value = value;
      box.checked = true;
      box.dataset.own = "yes";
    } else if (list) list.value = value;
    else if (inputs.every((one) => one.type === "hidden")) form.append(hidden(name, value)); // a step that comes into being with the answers before it
    else if (!["radio", "checkbox"].includes(inputs[0].type)) inputs[0].value = value;
  }
  renew();
}

function hidden(name, value) {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  return input;
}

// --- points that are shared out -------------------------------------------------------------------------------------

const worth = (input) => Number(input.value || input.placeholder) || 0;

// How many are left, beside the choice; what was not touched counts as what is usual.
function count(points) {
  const left = points.dataset.total - [...points.querySelectorAll("input")].reduce((sum, one) => sum + worth(one), 0);
  const output = points.querySelector(".points-left");
  output.textContent = (left < 0 ? points.dataset.over : points.dataset.left).replace("{n}", Math.abs(left));
  output.classList.toggle("wrong-sum", left < 0);
}

function countAll() {
  for (const points of form.querySelectorAll(".points[data-total]")) count(points);
}

// Whoever changes one number has said all of them.
function fillUp(points) {
  for (const one of points.querySelectorAll("input")) if (!one.value) one.value = one.placeholder;
}

// --- what is taken of several -----------------------------------------------------------------------------------------

// What may be taken more than once is counted: its box takes it once or not at all.
function times(option, by, to = null) {
  const input = option.querySelector(".times input");
  const [thing, count] = input.value.split("*");
  const next = Math.max(0, to ?? Number(count) + by);
  input.value = `${thing}*${next}`;
  option.querySelector(".times output").textContent = next;
  option.querySelector("[data-times]").checked = next > 0;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// --- what the person does -------------------------------------------------------------------------------------------

form.addEventListener("input", (event) => {
  const { target } = event;
  if (target.type === "radio") target.dataset.own = "yes";
  if (target.dataset.times !== undefined) {
    times(target.closest(".opt"), 0, target.checked ? 1 : 0);
    return;
  }
  const points = target.closest(".points");
  if (points && target.value) fillUp(points);
  if (points?.dataset.total) count(points);
  const option = target.closest(".opt")?.querySelector("input[type=radio]");
  if (option && target !== option) {
    option.checked = true;
    option.dataset.own = "yes";
  }
  clearTimeout(waiting);
  asked += 1; // what is on its way knows nothing of this
  waiting = setTimeout(renew, target.type === "radio" || target.type === "checkbox" || target.nodeName === "SELECT" ? 0 : PAUSE);
});
form.addEventListener("click", (event) => {
  const step = event.target.closest("a[data-step]");
  if (step) {
    event.preventDefault();
    show(step.dataset.step, true);
    see(false);
    return;
  }
  const button = event.target.closest("button");
  if (button?.dataset.timesBy) times(button.closest(".opt"), Number(button.dataset.timesBy));
  else if (button?.dataset.by) {
    const input = button.parentElement.querySelector("input");
    input.value = Math.max(0, worth(input) + Number(button.dataset.by));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  } else if (button?.dataset.next !== undefined) move(1);
  else if (button?.dataset.back !== undefined) move(-1);
});
form.addEventListener("submit", (event) => {
  const { name } = event.submitter ?? {};
  if (name === "ready" && asked && !confirm(event.submitter.closest("[data-sure]").dataset.sure)) event.preventDefault(); // what was filled in is left for it
  if (name === "finish" && drawn !== asked) {
    event.preventDefault();
    caughtUp(); // what was chosen last is not drawn yet
  } else if (name === "finish" && !event.submitter.matches("[data-not-ready]")) keep("");
  else if (name === "finish") {
    event.preventDefault();
    wrong();
  }
});
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.nodeName === "BUTTON" || event.target.nodeName === "TEXTAREA") return;
  event.preventDefault(); // Enter is no way to be done: it goes on; while an input method composes it only chooses a word
  if (event.isComposing || event.keyCode === 229) return;
  renew();
  const here = event.target.closest(".chapter");
  const more = here?.querySelector(".topic");
  if (here?.id !== "c-who" || !event.target.value.trim()) return;
  if (more) more.scrollIntoView({ block: "start" });
  else move(1);
});

async function caughtUp() {
  await renew();
  if (drawn === asked) form.requestSubmit(form.querySelector("[name=finish]"));
}

// To the first step that is not right yet.
async function wrong() {
  form.append(hidden("finish", "yes"));
  await renew();
  form.querySelector(":scope > input[name=finish]")?.remove();
  const found = amiss() ?? document.getElementById(form.querySelector(".step.open, .step.wrong")?.dataset.step);
  if (found) lead(found);
}

// What is not right, in the order of the steps: a blank that lacks a word before the question it belongs to.
function amiss() {
  const first = form.querySelector(".chapter :is(.wrong, [aria-invalid])");
  return first && (first.querySelector("[aria-invalid]") ?? first);
}

// Where it stands is shown, and what is to be written there next.
function lead(place) {
  show(place.closest(".chapter").id, true);
  if (place.matches(".chapter")) return;
  place.scrollIntoView({ block: "center" });
  (place.matches("input, select, textarea") ? place : place.querySelector("input:checked, input:not([type=hidden]), select, textarea"))?.focus({ preventScroll: true });
}

// On a phone the sheet takes the place of the choices.
const seen = document.querySelector("[data-see]");
function see(on) {
  form.classList.toggle("seen", on);
  seen.setAttribute("aria-pressed", String(on));
  seen.textContent = on ? seen.dataset.back : seen.dataset.see;
}
seen.addEventListener("click", () => see(!form.classList.contains("seen")));

new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${document.body.dataset.secret}/live`); // whoever makes a character is here

countAll();
const went = location.hash.slice(1); // whoever was faster than this script followed a link
show(history.state ?? went, Boolean(history.state ?? went));
if (document.querySelector("#choose > .problem")) document.getElementById("choose").scrollTop = 0;
else if (amiss()) lead(amiss());
restore();
// Whoever was faster than this script has not typed for nothing.
if ([...form.querySelectorAll("input:not([type=hidden]), textarea")].some((one) => (["radio", "checkbox"].includes(one.type) ? one.checked !== one.defaultChecked : one.value !== one.defaultValue))) renew();
