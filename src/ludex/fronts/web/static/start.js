// The start page: a pasted link opens its table, recent tables are listed, options follow the chosen system.

import { forget, recent } from "./recent.js";
import { say } from "./words.js";

const SECRET = /(?:^|\/t\/)([\w-]{10,64})(?:[#?].*)?$/;

const open = document.getElementById("open-link");
open.addEventListener("submit", (event) => {
  event.preventDefault();
  const found = SECRET.exec(open.link.value.trim());
  const problem = open.querySelector(".problem");
  problem.hidden = Boolean(found);
  problem.textContent = say("not_a_link");
  if (found) location.href = `/t/${found[1]}`;
});

const days = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });

function ago(at) {
  if (!at) return "";
  const minutes = Math.round((at - Date.now()) / 60000);
  if (minutes > -2) return say("just_now");
  if (minutes > -60) return days.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 24 ? days.format(hours, "hour") : days.format(Math.round(hours / 24), "day");
}

function made(name, className, text = "") {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

// A table of this browser as a card: its crest, its name, who one is there, and when one was there last.
function listed(table) {
  const item = made("li", `tcard hue-${/^[a-z]+$/.test(table.hue ?? "") ? table.hue : "slate"}`);
  const link = document.createElement("a");
  link.href = `/t/${table.secret}`;
  link.append(made("span", "crest", table.crest || table.name.slice(0, 1)), made("b", "tcard-name", table.name), made("span", "note", [table.rules, table.seat].filter(Boolean).join(" · ")));
  if (table.asked) item.classList.add("need");
  if (table.asked) link.append(made("span", "you", say("asks_you")));
  if (table.last) link.append(made("span", "last", String(table.last)));
  const foot = made("p", "tcard-foot note");
  const people = made("span", "tcard-people");
  for (const one of Array.isArray(table.people) ? table.people.slice(0, 5) : []) {
    const seal = made("span", "seal ally xs", String(one));
    seal.ariaHidden = "true";
    people.append(seal);
  }
  foot.append(people, made("span", "when", ago(table.at)));
  const drop = made("button", "quiet", "✕");
  drop.type = "button";
  drop.ariaLabel = say("forget");
  drop.addEventListener("click", () => {
    forget(table.secret);
    show();
  });
  foot.append(drop);
  item.append(link, foot);
  return item;
}

function show() {
  const tables = recent();
  document.getElementById("recent").replaceChildren(...tables.map(listed));
  document.getElementById("mine-section").hidden = tables.length === 0;
}
show();

const opening = document.getElementById("new-table");
opening.querySelector("[data-close]").addEventListener("click", () => opening.close());
const systems = document.querySelector("[data-systems]");
function follow() {
  for (const options of document.querySelectorAll(".options")) {
    const chosen = options.dataset.system === systems.value;
    options.hidden = !chosen;
    for (const field of options.querySelectorAll("input, select")) field.disabled = !chosen;
  }
}
for (const button of document.querySelectorAll("[data-open-system]")) {
  button.addEventListener("click", () => {
    systems.value = button.dataset.openSystem;
    follow();
    opening.showModal();
    systems.form.elements.name.focus();
  });
}
systems.addEventListener("change", follow);
addEventListener("pageshow", follow); // who comes back finds what was chosen, and its own options
follow();
