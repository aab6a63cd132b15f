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

function listed(table) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/t/${table.secret}`;
  link.textContent = table.name;
  const note = document.createElement("span");
  note.className = "note";
  note.textContent = ` ${table.seat}`;
  link.append(note);
  const drop = document.createElement("button");
  drop.type = "button";
  drop.className = "quiet";
  drop.textContent = "✕";
  drop.ariaLabel = say("forget");
  drop.addEventListener("click", () => {
    forget(table.secret);
    show();
  });
  item.append(link, drop);
  return item;
}

function show() {
  const tables = recent();
  document.getElementById("recent").replaceChildren(...tables.map(listed));
  document.getElementById("no-recent").hidden = tables.length > 0;
}
show();

const systems = document.querySelector("[data-systems]");
function follow() {
  for (const options of document.querySelectorAll(".options")) {
    const chosen = options.dataset.system === systems.value;
    options.hidden = !chosen;
    for (const field of options.querySelectorAll("input, select")) field.disabled = !chosen;
  }
}
systems.addEventListener("change", follow);
follow();
