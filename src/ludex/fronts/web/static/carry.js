// A card of the bestiary in the hand, for fingers and keys: how many and whether hidden is said in a strip, then a square of the map or a
// group is touched. Escape, or the card again, puts it down.

import { say } from "./words.js";

const strip = document.getElementById("carry");

class Carry {
  constructor(how) {
    this.how = how;
    this.held = null;
    strip.addEventListener("click", (event) => this.clicked(event.target.closest("button")));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.held && this.put(true));
  }

  get count() {
    return strip.querySelector("input");
  }

  take(held) {
    const again = this.held?.card === held.card;
    this.put();
    if (again) return;
    this.held = held;
    held.card.setAttribute("aria-pressed", "true");
    document.body.classList.add("carrying");
    strip.querySelector("b").textContent = held.name;
    this.count.value = 1;
    this.count.closest(".stepper").hidden = !held.count;
    this.hide(true); // in the open only where that is said of this very card
    this.said = false;
    strip.querySelector("[data-carry=square]").hidden = !held.square || !this.stage;
    strip.querySelector(".note").textContent = say(held.square && this.stage ? "carry_square" : "carry_group");
    strip.hidden = false;
    this.renew();
    (held.count ? this.count : strip.querySelector("button:not([hidden])")).focus({ preventScroll: true });
  }

  get stage() {
    return document.querySelector("ludex-stage");
  }

  // The map was drawn anew: its squares still wait for what is carried.
  renew() {
    if (!this.held?.square || !this.stage) return;
    const was = document.activeElement;
    this.stage.choose({ cells: true, from: null, preview: async () => ({ ok: true }), done: (cell) => this.place({ [this.held.square]: cell }) });
    if (was && strip.contains(was)) was.focus({ preventScroll: true });
  }

  hide(on) {
    for (const button of strip.querySelectorAll(".either button")) button.setAttribute("aria-pressed", String((button.dataset.carry === "hidden") === on));
  }

  get hidden() {
    return strip.querySelector("[data-carry=hidden]").getAttribute("aria-pressed") === "true";
  }

  // What the strip says of it.
  given() {
    const { count, secret } = this.held;
    const many = Math.max(1, Math.min(20, Number(this.count.value) || 1));
    return { ...(count && many > 1 ? { [count]: many } : {}), ...(secret ? { [secret]: this.hidden } : {}) };
  }

  async place(where = {}) {
    const answer = await this.how.place(this.held, { ...this.given(), ...where }, this.hidden);
    if (answer.ok) this.put(true);
  }

  put(back = false) {
    if (!this.held) return;
    const { card, square } = this.held;
    this.held = null;
    card.setAttribute("aria-pressed", "false");
    document.body.classList.remove("carrying");
    strip.hidden = true;
    if (square) this.stage?.choose(null);
    if (back) card.focus({ preventScroll: true });
  }

  clicked(button) {
    const way = button?.dataset.carry;
    if (way === "less" || way === "more") this.count.value = Math.max(1, Math.min(20, Number(this.count.value) + (way === "more" ? 1 : -1)));
    else if (way === "hidden" || way === "open") {
      this.hide(way === "hidden");
      this.said = true;
    }
    else if (way === "square") this.stage?.focus({ preventScroll: true });
    else if (way === "now") this.place();
    else if (way === "form") {
      const { held } = this;
      this.put();
      this.how.more(held);
    } else if (way === "down") this.put(true);
  }
}

export function carrying(how) {
  return new Carry(how);
}
