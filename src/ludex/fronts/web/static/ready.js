// What the GM has ready: groups of people and handouts in dashed wells in a strip under the board, unseen until they are revealed. Cards of the
// bestiary are dropped into them.

import { api } from "./api.js";
import { ask } from "./asking.js";
import { toast } from "./pop.js";
import { Rehearsal } from "./rehearse.js";
import { say } from "./words.js";

const tray = document.getElementById("ready-tray");

export class Ready {
  constructor(wire) {
    this.wire = wire;
    this.rehearsal = new Rehearsal(wire);
    if (!tray) return;
    tray.addEventListener("click", ({ target }) => this.clicked(target.closest("button"), target.closest(".well")));
    document.addEventListener("ludex-ready", () => this.renew());
    new ResizeObserver(() => tray.parentElement.style.setProperty("--tray", `${tray.offsetHeight}px`)).observe(tray); // the board ends above it
  }

  async renew() {
    if (!tray || tray.hidden) return;
    const reply = await this.wire.ask({ do: "wells" });
    if (reply.ok) tray.querySelector("ul").replaceChildren(...reply.wells.map((one) => this.well(one)), this.fresh(), this.running());
  }

  show(on) {
    if (!tray) return;
    tray.hidden = !on;
    this.renew();
  }

  well({ name, comes, handout }) {
    const item = document.createElement("li");
    item.className = "well";
    item.dataset.ready = name;
    const title = document.createElement("b");
    title.textContent = name;
    const what = document.createElement("small");
    what.textContent = handout ? say("a_handout") : say("waits_unseen", { who: comes.join(say("comma")) });
    const ways = document.createElement("span");
    ways.className = "well-ways";
    ways.append(this.taking(name));
    if (!handout) ways.append(this.button("rehearse", name, say("rehearse")));
    ways.append(this.button("reveal", name, say("reveal")), this.button("away", name, "✕", say("put_away")));
    item.append(title, what, ways);
    return item;
  }

  fresh() {
    const item = document.createElement("li");
    item.className = "well new";
    item.dataset.ready = "";
    item.append(`＋ ${say("new_group")}`, this.taking(""));
    return item;
  }

  // The scene that runs can be rehearsed as well.
  running() {
    const item = document.createElement("li");
    item.className = "well now";
    item.append(this.button("rehearse", "", say("rehearse"), say("rehearse_running")));
    return item;
  }

  // Where something carried is put down, for fingers and keys.
  taking(name) {
    const button = this.button("into", name, say("put_here"));
    button.classList.add("take");
    return button;
  }

  button(way, name, text, label = "") {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "act small";
    button.textContent = text;
    button.dataset[way] = name;
    button.setAttribute("aria-label", `${label || text}: ${name}`);
    return button;
  }

  // A well is touched anywhere to put down what is carried.
  async clicked(button, well) {
    if (button?.dataset.rehearse !== undefined) this.rehearsal.open(button.dataset.rehearse);
    else if (well && (button?.dataset.into !== undefined || (!button && (document.body.classList.contains("carrying") || well.dataset.ready === "")))) document.dispatchEvent(new CustomEvent("ludex-well", { detail: well }));
    else if (button?.dataset.reveal !== undefined) this.told(await api(`/ready/${encodeURIComponent(button.dataset.reveal)}`, "POST", {}));
    else if (button?.dataset.away !== undefined) this.told(await api(`/ready/${encodeURIComponent(button.dataset.away)}`, "DELETE"));
  }

  told(reply) {
    if (!reply.ok) toast(reply.told);
    this.renew();
  }

  // A card was dropped on a well: it is ready there; on the empty one a name is asked for first.
  drop(well, deed) {
    const gather = async (title) => {
      const reply = await this.wire.ask({ do: "gather", title, deed: deed.deed, args: deed.args });
      if (!reply.ok) return reply;
      this.renew();
      return reply;
    };
    if (well.dataset.ready) gather(well.dataset.ready).then((reply) => reply.ok || toast(reply.text));
    else ask({ title: say("new_group"), deed: { args: {} }, gaps: [{ name: "title", title: say("group_name"), kind: "text", fill: [], many: false, optional: false }], send: (given) => gather(given.args.title) });
  }
}
