// Speaking: the line shows itself only when somebody wants to speak (T), or to type a command (/ or .). Beside it the dice tray.

import { say } from "./words.js";

const form = document.getElementById("command");
const line = document.getElementById("line");
const speak = document.getElementById("speak");
const to = document.getElementById("say-to");
const tray = document.getElementById("tray");
const phone = matchMedia("(max-width: 760px)");

export function open(text = "") {
  document.body.classList.replace("folded", "unfolded") || document.body.classList.add("unfolded");
  if (phone.matches) document.body.dataset.tab = "what";
  form.hidden = false;
  speak.parentElement.hidden = true;
  speak.setAttribute("aria-expanded", "true");
  to.replaceChildren(to.firstElementChild, ...[...document.querySelectorAll(".chair:not(.me)")].map((chair) => new Option(chair.firstChild.textContent, chair.firstChild.textContent)));
  to.parentElement.hidden = to.options.length < 2;
  if (text) line.value = text;
  line.focus();
}

export function close() {
  form.hidden = true;
  speak.parentElement.hidden = false;
  speak.setAttribute("aria-expanded", "false");
}

// What is said, as a line: to one seat it is a whisper.
export function worded(text) {
  return to.value && !/^\s*[.。/．／]/.test(text) ? `.w ${to.value.includes(" ") ? `"${to.value}"` : to.value} ${text}` : text;
}

function dice(send) {
  const inside = tray.querySelector("form");
  const field = inside.elements.dice;
  const problem = tray.querySelector(".foreseen");
  document.getElementById("open-dice").addEventListener("click", () => {
    problem.hidden = true;
    people(inside.elements.whom);
    tray.showModal();
  });
  tray.querySelector("[data-close]").addEventListener("click", () => tray.close());
  for (const button of tray.querySelectorAll("[data-sides]")) button.addEventListener("click", () => (field.value = more(field.value, button.dataset.sides)));
  for (const button of tray.querySelectorAll("[data-plus]")) button.addEventListener("click", () => (field.value = plus(field.value, Number(button.dataset.plus))));
  tray.querySelector("[data-wipe]").addEventListener("click", () => (field.value = ""));
  inside.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { reason, secret, whom } = inside.elements;
    const why = whom.value ? say("as_whom_why", { who: whom.value, why: reason.value.trim() }) : reason.value.trim();
    const answer = await send({ do: "line", text: `.${secret.checked ? "rh" : "r"} ${field.value.trim()} ${why}`.trim() });
    problem.hidden = answer.ok;
    problem.textContent = answer.text || say("away");
    if (!answer.ok) return;
    tray.close();
    inside.reset();
  });
}

// For whom this seat may throw: its own, and for the GM everybody on the rail.
function people(select) {
  const gm = document.body.classList.contains("role-gm");
  const own = gm ? [...document.querySelectorAll(".rail .chip[data-chip]:not(.table-chip) .nm")].map((one) => one.textContent) : [...document.querySelectorAll(".hand[data-hand] .self-name:not(.table-hand) h2")].map((one) => one.textContent);
  select.replaceChildren(select.firstElementChild, ...own.map((name) => new Option(name, name)));
  select.parentElement.hidden = own.length < (gm ? 1 : 2);
}

// The number behind the dice, by one more or less.
function plus(text, by) {
  const last = /([+-]\d+)$/.exec(text.trim());
  const now = (last ? Number(last[1]) : 0) + by;
  const dice = last ? text.trim().slice(0, last.index) : text.trim();
  return now ? `${dice}${now > 0 ? "+" : "-"}${Math.abs(now)}` : dice;
}

// One more die of a kind.
function more(text, sides) {
  const last = new RegExp(`(\\d*)d${sides}$`).exec(text.trim());
  if (last) return text.trim().slice(0, last.index) + `${Number(last[1] || 1) + 1}d${sides}`;
  return text.trim() ? `${text.trim()}+d${sides}` : `d${sides}`;
}

export function begin(wire, send) {
  speak.addEventListener("click", () => open());
  line.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || line.value || event.isComposing) return;
    close();
    speak.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea, dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "t" || event.key === "T") {
      event.preventDefault();
      open();
    } else if (event.key === "/" || event.key === "." || event.key === "。") open(); // the key itself then lands in the line
  });
  dice(send);
}
