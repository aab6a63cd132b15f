// A rehearsal beside what the GM has ready: a card that grows as long as it is open, until it has all its runs or the GM has enough.
// Nothing runs without this page asking: closing it ends it.

import { toast } from "./pop.js";
import { say } from "./words.js";

const dialog = document.getElementById("rehearsal");

export class Rehearsal {
  constructor(wire) {
    this.wire = wire;
    this.turn = 0; // what was asked before a knob was turned is not shown any more
    if (!dialog) return;
    this.body = dialog.querySelector(".rehearsal-body");
    this.bar = dialog.querySelector("progress");
    this.count = dialog.querySelector("output");
    dialog.querySelector("[data-enough]").addEventListener("click", () => this.enough());
    dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => this.enough());
    this.body.addEventListener("change", ({ target }) => {
      if (target.type === "checkbox") this.counted(target.value, target.checked);
      else if ("target" in target.dataset) this.target = Math.min(95, Math.max(5, Number(target.value) || 70));
      else this.turned(target.name, Number(target.value));
    });
    this.body.addEventListener("input", ({ target }) => target.name && (target.parentElement.querySelector("output").value = target.value));
    this.story = dialog.querySelector(".rehearsal-story");
    this.held = dialog.querySelector(".rehearsal-held");
    this.tried = dialog.querySelector(".rehearsal-curve");
    this.body.addEventListener("click", ({ target }) => {
      if (target.dataset.find) this.find(target.dataset.find);
      else if (target.dataset.watch) this.watch(target.dataset.watch);
      else if ("hold" in target.dataset) this.hold();
    });
  }

  open(scene) {
    this.scene = scene;
    this.knobs = {};
    this.away = [];
    this.target = 70;
    this.body.replaceChildren();
    for (const part of [this.story, this.held, this.tried]) part.hidden = true;
    dialog.querySelector("h2").textContent = `${say("rehearsal")} · ${scene || say("rehearse_running")}`;
    dialog.showModal();
    this.run();
  }

  turned(knob, value) {
    this.knobs = { ...this.knobs, [knob]: value };
    this.run();
  }

  // Somebody whom no player knows of is counted in, or not.
  counted(who, on) {
    this.away = on ? this.away.filter((one) => one !== who) : [...this.away, who];
    this.run();
  }

  enough() {
    this.turn += 1;
    dialog.classList.remove("runs");
  }

  async run() {
    const turn = (this.turn += 1);
    dialog.classList.add("runs");
    for (let done = false; !done && turn === this.turn; ) {
      const reply = await this.wire.ask({ do: "rehearse", scene: this.scene, knobs: this.knobs, away: this.away, target: this.target });
      if (turn !== this.turn) return;
      if (!reply.ok) {
        toast(reply.text);
        break;
      }
      this.draw(reply);
      done = reply.done;
    }
    if (turn === this.turn) dialog.classList.remove("runs");
  }

  draw({ html, runs, wanted }) {
    this.bar.max = wanted;
    this.bar.value = runs;
    this.count.value = `${runs} / ${wanted}`;
    if (this.body.querySelector("input:active")) return; // a knob in the hand is not taken out of it
    const focus = document.activeElement?.name;
    this.body.innerHTML = html;
    if (focus) this.body.querySelector(`[name="${CSS.escape(focus)}"]`)?.focus();
  }

  async find(knob) {
    const turn = (this.turn += 1);
    dialog.classList.add("runs");
    const reply = await this.wire.ask({ do: "rehearse", scene: this.scene, knobs: this.knobs, away: this.away, find: knob, target: this.target });
    if (turn !== this.turn) return;
    toast(reply.text);
    if (!reply.ok) return dialog.classList.remove("runs");
    this.tried.innerHTML = reply.curve;
    this.tried.hidden = false;
    this.turned(reply.knob, reply.found);
  }

  // What stands now stays above, so that what is turned next stands beside it, on the same dice.
  hold() {
    const turned = [...this.body.querySelectorAll(".knobs [type=range]")].filter((one) => one.value !== one.dataset.was);
    const name = document.createElement("h3");
    name.textContent = turned.map((one) => `${one.parentElement.querySelector("span").textContent} ${one.value}`).join(" · ") || say("rehearse_as_is");
    this.held.replaceChildren(name, this.body.querySelector(".ways").cloneNode(true));
    this.held.hidden = false;
  }

  // One run, deed by deed, as the table would tell it.
  async watch(which) {
    this.enough();
    const reply = await this.wire.ask({ do: "rehearse", scene: this.scene, knobs: this.knobs, away: this.away, watch: which });
    if (!reply.ok) return toast(reply.text);
    this.story.replaceChildren(
      ...reply.story.map((line) => {
        const item = document.createElement("li");
        item.textContent = line;
        return item;
      }),
    );
    this.story.hidden = false;
    this.story.focus();
    return reply;
  }
}
