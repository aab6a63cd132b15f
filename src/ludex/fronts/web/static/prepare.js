// Preparing, a mode of the same table: the hand is the bestiary. A card is dragged, or taken up by a tap or Enter and put down by another:
// on a square, on a group that waits, or straight into play; above the board lies a brush for the ground. All from the system's commands.

import { carrying } from "./carry.js";
import { toast } from "./pop.js";
import { say } from "./words.js";

const SECRET = ["secret", "hidden", "unseen"];
const COUNT = ["count", "n", "number"];
const section = document.getElementById("prepare");
const palette = document.getElementById("palette");
const stamps = document.getElementById("stamps");

// Words with their numbers, each pair kept together.
function brief(holder, pairs) {
  holder.replaceChildren(...pairs.flatMap(([what, number]) => {
    const pair = document.createElement("span");
    pair.className = "nb";
    pair.append(what);
    if (number) {
      const amount = document.createElement("b");
      amount.className = "num";
      amount.textContent = number;
      pair.append("\u00a0", amount); // never torn from what it counts
    }
    return [pair, " "];
  }));
}

export class Prepare {
  constructor(menu, act, ready) {
    this.menu = menu;
    this.ready = ready;
    this.act = act;
    document.getElementById("find-beast").addEventListener("input", (event) => this.find(event.target.value.trim().toLowerCase()));
    const board = document.getElementById("board");
    board.addEventListener("dragover", (event) => this.dragged && event.preventDefault());
    board.addEventListener("drop", (event) => this.drop(event));
    const rail = document.getElementById("f-rail");
    rail.addEventListener("pointerdown", (event) => this.lift(event.target.closest(".chip[data-chip]")));
    rail.addEventListener("dragstart", (event) => this.bear(event.target.closest(".chip")));
    rail.addEventListener("dragend", () => (this.dragged = null));
    this.carry = carrying({ place: (held, given, hidden) => this.place(held, given, hidden), more: (held) => this.menu.ask(held.command, { actor: "", fill: () => held.args }) });
    document.addEventListener("ludex-well", (event) => this.into(event.detail));
  }

  async mode(on) {
    for (const button of document.querySelectorAll("[data-mode]")) button.setAttribute("aria-pressed", String((button.dataset.mode === "prepare") === on));
    document.body.classList.toggle("preparing", on);
    section.hidden = palette.hidden = !on;
    stamps.hidden = true;
    document.querySelector("#seats:not([hidden]) .close")?.click();
    this.ready.show(on);
    this.carry.put();
    this.brush(null);
    if (!on) return;
    const known = await this.menu.learn();
    if (!known) return;
    section.querySelector(".beasts").replaceChildren(...this.beasts(known));
    this.number();
    palette.replaceChildren(...this.tools(known));
    this.putting = known.commands.find((command) => command.place === "square" && command.who === "gm" && command.args[0]?.name === "who" && command.args.some((arg) => arg.kind === "cell"));
  }

  // Whoever can be brought in, one card each; then what is made from nothing.
  beasts(known) {
    const shelf = known.commands.filter((command) => command.place === "shelf" && !command.common);
    const kinds = new Map(shelf.map((command) => [command, command.args.find((arg) => arg.fill.length && !arg.optional && !arg.many)]));
    const comes = (command) => command.who === "gm" && kinds.get(command) && kinds.get(command).kind !== "term";
    const cards = shelf.filter(comes).flatMap((command) => kinds.get(command).fill.map(([value, label]) => this.card(command, kinds.get(command), value, label)));
    return [...cards, ...shelf.filter((command) => !comes(command)).map((command) => this.card(command, null, command.title))];
  }

  // What each card says: her bars, and what she is.
  async number() {
    const cards = [...section.querySelectorAll(".beast[data-brings]")];
    for (const deed of new Set(cards.map((card) => card.dataset.brings))) {
      const own = cards.filter((card) => card.dataset.brings === deed);
      const reply = await this.menu.wire.ask({ do: "beasts", deed, field: own[0].dataset.by, values: own.map((card) => card.dataset.of) });
      for (const card of own) if (reply.briefs?.[card.dataset.of]?.length) brief(card.querySelector("small"), reply.briefs[card.dataset.of]);
    }
  }

  card(command, kind, value, called = value) {
    const item = document.createElement("li");
    const card = document.createElement("button");
    card.type = "button";
    card.className = kind ? "beast" : "beast new";
    card.draggable = Boolean(kind);
    const seal = document.createElement("span");
    seal.className = kind ? "seal foe sm" : "seal wait sm";
    seal.ariaHidden = "true";
    seal.textContent = kind ? called.slice(0, 1) : "+";
    const name = document.createElement("b");
    name.textContent = called;
    const what = document.createElement("small");
    what.textContent = kind ? command.title : command.brief;
    card.append(seal, name, what);
    const args = kind ? { [kind.name]: kind.many ? [value] : value } : {};
    if (kind) {
      card.setAttribute("aria-pressed", "false");
      Object.assign(card.dataset, { brings: command.key, by: kind.name, of: value });
    }
    card.addEventListener("click", () => (kind ? this.take({ card, command, args, name: called }) : this.menu.ask(command, { actor: "", fill: () => args })));
    card.addEventListener("dragstart", () => (this.dragged = { command, args }));
    card.addEventListener("dragend", () => (this.dragged = null));
    item.append(card);
    return item;
  }

  // Somebody of the rail is carried onto the map, while preparing: whoever is not there yet is put there.
  lift(chip) {
    if (chip) chip.draggable = document.body.classList.contains("preparing") && Boolean(this.putting);
  }

  bear(chip) {
    this.dragged = chip && this.putting && { command: this.putting, args: { who: chip.dataset.chip }, seen: true };
  }

  find(text) {
    for (const item of section.querySelectorAll(".beasts li")) item.hidden = Boolean(text) && !item.textContent.toLowerCase().includes(text);
  }

  // A card is taken up: how many, hidden or open; then a square, a group or nothing in particular is touched.
  take(held) {
    const { command } = held;
    const find = (names, kind) => command.args.find((arg) => names.includes(arg.name) && arg.kind === kind);
    this.brush(null);
    this.carry.take({ ...held, count: find(COUNT, "whole")?.name, secret: find(SECRET, "flag")?.name, square: command.args.find((arg) => arg.kind === "cell")?.name });
  }

  // Where the system has no word for being hidden, it is done in secret.
  async place(held, given, hidden) {
    return this.act({ deed: held.command.key, args: { ...held.args, ...given }, secret: hidden && !held.secret }, true);
  }

  // A group was touched: whatever is carried waits there.
  into(well) {
    if (!this.carry.held) {
      toast(say("carry_first"));
      return;
    }
    const { command, args, secret } = this.carry.held;
    const given = this.carry.given();
    if (!this.carry.said || !given[secret]) delete given[secret]; // the group hides them until it is revealed; who was said to be hidden stays so
    this.ready.drop(well, { deed: command.key, args: { ...args, ...given } });
    this.carry.put();
  }

  // Dropped on a square: hidden and placed; on a group: it waits there; elsewhere on the board: hidden.
  drop(event) {
    if (!this.dragged) return;
    event.preventDefault();
    const { command, args, seen } = this.dragged;
    const given = { ...args };
    const well = event.target.closest("[data-ready]");
    if (well && !seen) {
      this.ready.drop(well, { deed: command.key, args: given });
      return;
    }
    const stage = event.target.closest("ludex-stage");
    const square = command.args.find((arg) => arg.kind === "cell");
    if (stage && square) given[square.name] = stage.cell(stage.point(event));
    else if (seen) return;
    const hidden = seen ? {} : this.unseen(command); // where the system has no word for it, it is done in secret
    this.act({ deed: command.key, args: { ...given, ...hidden }, secret: !seen && !Object.keys(hidden).length }, true);
  }

  // What is prepared is hidden, where the system knows that.
  unseen(command) {
    const secret = veil(command);
    return secret ? { [secret.name]: true } : {};
  }

  // --- the brush ----------------------------------------------------------------------------------------------------

  tools(known) {
    this.layout = known.commands.find((command) => ["width", "height"].every((name) => command.args.some((arg) => arg.name === name)));
    const found = known.commands.filter((command) => command.place === "square" && command.args.some((arg) => arg.name === "cells"));
    const kinds = found.flatMap((command) => {
      const kind = command.args.find((arg) => arg.fill.length && !arg.optional);
      return kind ? kind.fill.map(([value, label]) => this.tool(label, { command, kind, value })) : [];
    });
    const more = this.tool(say("other_tools"), null);
    more.dataset.place = "scene";
    const own = document.querySelector("ludex-stage") ? [this.shapes(this.stampTool())] : [];
    return [this.tool(say("pick_tool"), null, true), ...kinds, ...(found.some(veil) ? [this.unseenTool()] : []), more, ...own];
  }

  // What is only there for the eye: a row of pictures under the tools.
  stampTool() {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "tool", textContent: say("stamps") });
    button.setAttribute("aria-expanded", "false");
    button.setAttribute("aria-controls", "stamps");
    button.addEventListener("click", () => this.openStamps(button, stamps.hidden));
    for (const one of stamps.querySelectorAll("[data-stamp]")) one.onclick = () => this.stampWith(one);
    stamps.querySelector("[data-unstamp]").onclick = () => this.menu.wire.ask({ do: "stamp", kind: "" });
    return button;
  }

  openStamps(button, open) {
    stamps.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (!open) this.brush(null);
  }

  stampWith(button) {
    const kind = button.dataset.stamp;
    for (const one of stamps.querySelectorAll("[data-stamp]")) one.setAttribute("aria-pressed", String(one === button));
    for (const one of palette.querySelectorAll(".tool:not(.veil, .shape)")) one.setAttribute("aria-pressed", "false");
    this.carry.put();
    this.brush({ stamp: kind });
  }

  // How the brush is drawn: along, as a box, as a line. However many tools there are, these are in sight.
  shapes(first) {
    const group = document.createElement("span");
    group.className = "brush-shapes";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", say("brush_shape"));
    group.append(first, ...["", "box", "line"].map((shape) => {
      const button = document.createElement("button");
      const name = say(`brush_${shape || "free"}`);
      Object.assign(button, { type: "button", className: "tool shape", title: name, innerHTML: `<svg class="ico s" aria-hidden="true"><use href="#i-${shape || "free"}"/></svg>` });
      button.setAttribute("aria-label", name);
      button.dataset.shape = shape;
      button.setAttribute("aria-pressed", String(shape === (this.shape ?? "")));
      button.addEventListener("click", () => {
        this.shape = shape;
        for (const one of group.querySelectorAll(".shape")) one.setAttribute("aria-pressed", String(one === button));
        this.brush(this.what);
      });
      return button;
    }));
    return group;
  }

  // Where ground can be hidden it is laid in the open, unless the GM says so.
  unseenTool() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "tool veil";
    button.textContent = say("veil_tool");
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => button.setAttribute("aria-pressed", String(button.ariaPressed !== "true")));
    return button;
  }

  tool(title, what, pressed = false) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "tool";
    button.textContent = title;
    button.setAttribute("aria-pressed", String(pressed));
    button.addEventListener("click", () => {
      if (button.dataset.place) return; // it opens a menu: the tool in the hand stays
      if (what && !document.querySelector("ludex-stage")) { // no map yet: first one is laid out, where a system lays one out
        this.menu.ask(this.layout ?? what.command, { actor: "", fill: () => (this.layout ? {} : { [what.kind.name]: what.value }) });
        return;
      }
      for (const one of palette.querySelectorAll(".tool:not(.veil, .shape)")) one.setAttribute("aria-pressed", String(one === button));
      this.carry.put();
      this.brush(what);
    });
    return button;
  }

  // The map was drawn anew: the brush stays in the hand.
  painted() {
    if (!section || section.hidden) return;
    this.brush(this.what);
    this.carry.renew();
  }

  brush(what) {
    this.what = what;
    if (!what?.stamp && what?.stamp !== "") for (const one of stamps.querySelectorAll("[data-stamp]")) one.setAttribute("aria-pressed", "false");
    const stage = document.querySelector("ludex-stage");
    if (!stage) return;
    stage.shape = this.shape ?? "";
    if (what?.stamp !== undefined) {
      stage.brush = (cells) => this.menu.wire.ask({ do: "stamp", kind: what.stamp, cells }).then((reply) => reply.ok || toast(reply.text || say("away")));
      return;
    }
    const several = what?.command.args.find((arg) => arg.name === "cells").many;
    stage.brush = what && ((cells) => {
      const named = cells.map((cell) => cell.join(","));
      const unseen = palette.querySelector('.veil[aria-pressed="true"]') ? this.unseen(what.command) : {};
      const args = { [what.kind.name]: what.value, cells: several ? named : named.join(" "), ...unseen };
      this.act({ deed: what.command.key, args, secret: !veil(what.command) }, true); // preparing is not told, where that hides nothing
    });
  }
}

// The field of a command by which players do not see what it brings.
function veil(command) {
  return command.args.find((arg) => arg.kind === "flag" && SECRET.includes(arg.name));
}
