// Deeds that are put together from tags: a click after another puts a tag in (for, against, used up) and takes it out; the odds follow.

import { ask } from "./asking.js";
import { say } from "./words.js";

const SIGNS = { for: "", against: "−", spent: "✦" };

export class Tray {
  constructor(wire, act) {
    this.wire = wire;
    this.act = act;
  }

  // A tag goes in, in its next way, or comes out.
  tag(button) {
    const ways = JSON.parse(button.dataset.ways);
    const next = button.getAttribute("aria-pressed") === "true" ? Number(button.dataset.way ?? 0) + 1 : 0;
    put(button, ways[next] ? next : -1);
    const spread = button.closest(".spread");
    clearTimeout(this.weighing);
    this.weighing = setTimeout(() => this.weigh(spread), 120);
  }

  // The deed with every tag in the field that takes it.
  gathered(spread) {
    const deed = JSON.parse(spread.dataset.deed);
    deed.args = { ...deed.args };
    for (const tag of spread.querySelectorAll('.ptag[aria-pressed="true"]')) {
      const { field } = JSON.parse(tag.dataset.ways)[Number(tag.dataset.way ?? 0)];
      deed.args[field] = [...(deed.args[field] ?? []), tag.dataset.tag ?? tag.dataset.hinder];
    }
    return deed;
  }

  async weigh(spread) {
    const holder = spread.querySelector(".throw-odds");
    const reply = await this.wire.ask({ do: "odds", ...this.gathered(spread) });
    const sum = spread.querySelector(".sum");
    sum.textContent = sum.title = (reply.ok && reply.note) || "";
    if (reply.ok && reply.html) holder.innerHTML = reply.html; // our own escaped template
    else holder.textContent = reply.text || say("no_odds");
  }

  // Do it as it lies there; what was put in is in no more. With nothing put in the form asks for what else it takes.
  async throw(button) {
    const spread = button.closest(".spread");
    const deed = this.gathered(spread);
    const send = async (whole, alone = false) => {
      const answer = await this.act(whole, alone);
      if (answer.ok) empty(spread);
      return answer;
    };
    const bare = !spread.querySelector('.ptag[aria-pressed="true"]');
    const gaps = button.dataset.gaps ?? (bare ? spread.querySelector("[data-throw][data-gaps]")?.dataset.gaps : "");
    if (gaps) ask({ title: spread.dataset.title, deed, gaps: JSON.parse(gaps), odds: (whole) => this.wire.ask({ do: "odds", ...whole }), send });
    else await send(deed, true);
  }
}

function put(button, way) {
  button.setAttribute("aria-pressed", String(way >= 0));
  if (way < 0) {
    delete button.dataset.way;
    delete button.dataset.sign;
    return;
  }
  const { kind } = JSON.parse(button.dataset.ways)[way];
  button.dataset.way = way;
  button.dataset.sign = button.classList.contains("weak") ? "" : SIGNS[kind] ?? "";
}

function empty(spread) {
  for (const tag of spread.querySelectorAll(".ptag[aria-pressed]")) put(tag, -1);
  const holder = spread.querySelector(".throw-odds");
  const note = document.createElement("p");
  note.className = "note";
  note.textContent = holder.dataset.plain;
  holder.replaceChildren(note);
  spread.querySelector(".sum").textContent = "";
}
