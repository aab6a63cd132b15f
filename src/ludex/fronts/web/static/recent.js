// Tables that this browser has opened. The links are secrets, so they stay here and go nowhere else.

import { say } from "./words.js";

const KEY = "ludex.recent";
const KEPT = 12;

export function recent() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(found) ? found.filter((t) => /^[\w-]{10,64}$/.test(t.secret)) : [];
  } catch {
    return [];
  }
}

function write(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, KEPT)));
  } catch {
    // A browser that keeps nothing only loses this convenience.
  }
}

export function remember(table) {
  const known = recent().find((t) => t.secret === table.secret); // what was seen of it last is true until it is left again
  write([{ ...known, ...table }, ...recent().filter((t) => t.secret !== table.secret)]);
}

// What is to be seen of a table from outside, as this seat last saw it.
function glimpse(secret, facts) {
  write(recent().map((t) => (t.secret === secret ? { ...t, ...facts, at: Date.now() } : t)));
}

export function forget(secret) {
  write(recent().filter((t) => t.secret !== secret));
}

// Leaving the table, its card on the start page is brought up to date: who is there, what was told last, whether somebody is waited for.
export function leaving(secret) {
  const seen = () => {
    const people = [...document.querySelectorAll(".rail .chip[data-sheet]:not([data-sheet=''], .add) > .seal")].slice(0, 5).map((one) => one.textContent.trim().slice(0, 1));
    const line = [...document.querySelectorAll("#log .entry:not(.undone, .untold, .brushed) :is(.told-line, p.said)")].at(-1);
    const parts = line?.matches(".told-line") ? [...line.querySelectorAll("b, .how, .what")] : line ? [line] : [];
    const last = parts.map((one) => one.textContent.replace(/\s+/g, " ").trim()).filter(Boolean).join(say("clause")).slice(0, 80);
    glimpse(secret, { people, last, asked: Boolean(document.querySelector(".question.mine")) });
  };
  document.addEventListener("visibilitychange", () => document.hidden && seen());
  addEventListener("pagehide", seen);
}
