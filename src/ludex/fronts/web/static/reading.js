// Pages to read: printing; and a sheet by itself, drawn anew when something was written on it.

import { morph } from "./morph.js";
import { say } from "./words.js";

document.querySelector("[data-print-page]")?.addEventListener("click", () => print());

for (const time of document.querySelectorAll("time[data-day]")) {
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.getTime())) time.textContent = at.toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
}

// --- a chronicle in which the GM writes -------------------------------------------------------------------------------

const story = document.querySelector("[data-story]");

async function write(stroke) {
  const answer = await fetch(story.dataset.story, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(stroke) });
  if (!answer.ok) {
    (await import("./pop.js")).toast((await answer.json().catch(() => ({}))).text ?? answer.statusText);
    return;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of [".draft", "main.recap"]) morph(document.querySelector(part), fresh.querySelector(part).innerHTML);
}

// Words are written where they stand.
function pen(button, way, entry, words) {
  const line = button.closest(".line");
  const form = document.createElement("form");
  form.className = "chronicle-pen";
  const field = Object.assign(document.createElement("textarea"), { value: words, rows: 3, maxLength: 2000 });
  field.setAttribute("aria-label", button.textContent.trim());
  const done = Object.assign(document.createElement("button"), { className: "act primary", textContent: say("save") });
  const leave = Object.assign(document.createElement("button"), { className: "act", type: "button", textContent: say("dont") });
  const ways = document.createElement("p");
  ways.append(done, leave);
  form.append(field, ways);
  leave.addEventListener("click", () => form.remove());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    form.remove();
    write({ way, entry, text: field.value });
  });
  line.after(form);
  field.focus();
}

story?.parentElement.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("button");
  if (!button) return;
  const { penSaid, penAdded, words = "", leave, keep, publish, copy } = button.dataset;
  if (penSaid) pen(button, "said", Number(penSaid), button.closest(".words").querySelector("p").textContent.trim());
  else if (penAdded) pen(button, "added", Number(penAdded), words);
  else if (leave) write({ way: "chosen", entry: Number(leave), on: false });
  else if (keep) write({ way: "chosen", entry: Number(keep), on: true });
  else if (publish) write({ way: "published", on: publish === "true" });
  else if (copy !== undefined) (await import("./copy.js")).copy(button);
});

const sheet = document.getElementById("sheet");

async function renew() {
  const answer = await fetch(location.href).catch(() => null);
  const fresh = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("sheet");
  if (fresh) morph(sheet, fresh.innerHTML);
}

if (sheet) {
  document.addEventListener("ludex-written", renew);
  document.addEventListener("click", async (event) => {
    const pen = event.target.closest?.(".pen");
    if (pen) (await import("./pen.js")).write(pen);
  });
}
