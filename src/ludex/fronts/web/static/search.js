// Looking for something in the log: words, somebody, a kind, an evening. Loaded when somebody looks.

import { api } from "./api.js";
import { day, drawn } from "./log.js";
import { say } from "./words.js";

const story = document.getElementById("log");
const found = document.getElementById("found");
const search = document.getElementById("search");

export class Search {
  constructor(log, wire) {
    this.log = log;
    this.wire = wire;
    found.dataset.none = say("found_nothing");
    search.form.addEventListener("submit", (event) => event.preventDefault());
    search.form.addEventListener("input", () => this.soon());
  }

  // What is looked for.
  get wanted() {
    const { who, kind, session } = search.form.elements;
    return { text: search.value.trim(), who: who.value, kind: kind.value, session: Number(session.value) };
  }

  // Whom and which evenings one may look for.
  async offer() {
    const { who, session } = search.form.elements;
    const chairs = [...document.querySelectorAll("#f-chairs .chair")].map((one) => one.firstChild.textContent.trim());
    const cast = [...document.querySelectorAll(".rail .chip[data-sheet]:not(.table-chip, .add)")].map((one) => one.title.split(" · ")[0]);
    refill(who, [...new Set([...chairs, ...cast])].map((name) => [name, name]));
    const reply = await api("/sessions");
    if (reply.ok) refill(session, reply.found.map(({ number, title, opened }) => [number, `${number} · ${title || day(opened)}`]));
    session.hidden = session.options.length < 2;
  }

  // Away with the search.
  clear() {
    search.form.reset();
    this.run();
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), 250);
  }

  async run() {
    const { wanted } = this;
    const sifting = Object.values(wanted).some(Boolean);
    found.hidden = !sifting;
    story.hidden = sifting;
    this.log.point();
    if (!sifting) {
      this.log.end();
      return;
    }
    const reply = await this.wire.ask({ do: "search", ...wanted });
    if (!reply.ok || JSON.stringify(wanted) !== JSON.stringify(this.wanted)) return;
    const entries = reply.found.map(({ html }) => drawn(html, false));
    for (const entry of entries) entry.removeAttribute("id");
    found.replaceChildren(...entries);
    found.scrollTop = found.scrollHeight;
  }
}

// The choices of a list behind its first, which means all; what was chosen stays.
function refill(select, choices) {
  const { value } = select;
  select.replaceChildren(select.firstElementChild, ...choices.map(([key, text]) => new Option(text, key)));
  select.value = [...select.options].some((one) => one.value === value) ? value : select.firstElementChild.value;
}
