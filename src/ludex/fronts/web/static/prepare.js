// Preparing, a mode of the same table: the hand is the bestiary, dropped on a square somebody stands there hidden; above the board lies
// a brush for the ground. Everything comes from the system's own commands.

import { say } from "./words.js";

const SECRET = ["secret", "hidden", "unseen"];
const section = document.getElementById("prepare");
const palette = document.getElementById("palette");

export class Prepare {
  constructor(menu, act, ready) {
    this.menu = menu;
    this.ready = ready;
    this.act = act;
    if (!section) return;
    for (const button of document.querySelectorAll("[data-mode]")) button.addEventListener("click", () => this.mode(button.dataset.mode === "prepare"));
    document.getElementById("find-beast").addEventListener("input", (event) => this.find(event.target.value.trim().toLowerCase()));
    const board = document.getElementById("board");
    board.addEventListener("dragover", (event) => this.dragged && event.preventDefault());
    board.addEventListener("drop", (event) => this.drop(event));
    const rail = document.getElementById("f-rail");
    rail.addEventListener("pointerdown", (event) => this.lift(event.target.closest(".chip[data-chip]")));
    rail.addEventListener("dragstart", (event) => this.carry(event.target.closest(".chip")));
    rail.addEventListener("dragend", () => (this.dragged = null));
  }

  async mode(on) {
    for (const button of document.querySelectorAll("[data-mode]")) button.setAttribute("aria-pressed", String((button.dataset.mode === "prepare") === on));
    document.body.classList.toggle("preparing", on);
    section.hidden = palette.hidden = !on;
    this.ready.show(on);
    this.brush(null);
    if (!on) return;
    const known = await this.menu.learn();
    if (!known) return;
    section.querySelector(".beasts").replaceChildren(...this.beasts(known));
    palette.replaceChildren(...this.tools(known));
    this.putting = known.commands.find((command) => command.place === "square" && command.who === "gm" && command.args[0]?.name === "who" && command.args.some((arg) => arg.kind === "cell"));
  }

  // Whatever is offered to be brought in, one card each; and what is made from nothing.
  beasts(known) {
    const shelf = known.commands.filter((command) => command.place === "shelf" && !command.common);
    const cards = shelf.flatMap((command) => {
      const kind = command.args.find((arg, place) => arg.among.length && arg.required && !arg.several && !command.args.some((other, there) => other.required && there !== place));
      return kind ? kind.among.map((value) => this.card(command, kind, value)) : [];
    });
    return [...cards, ...shelf.filter((command) => !command.args.some((arg) => arg.among.length && arg.required)).map((command) => this.card(command, null, command.title))];
  }

  card(command, kind, value) {
    const item = document.createElement("li");
    const card = document.createElement("button");
    card.type = "button";
    card.className = kind ? "beast" : "beast new";
    card.draggable = Boolean(kind);
    const seal = document.createElement("span");
    seal.className = kind ? "seal foe sm" : "seal wait sm";
    seal.ariaHidden = "true";
    seal.textContent = kind ? value.slice(0, 1) : "+";
    const name = document.createElement("b");
    name.textContent = value;
    const what = document.createElement("small");
    what.textContent = kind ? command.title : command.brief;
    card.append(seal, name, what);
    const args = kind ? { [kind.name]: kind.several ? [value] : value } : {};
    card.addEventListener("click", () => this.menu.ask(command, { actor: "", fill: () => args }));
    card.addEventListener("dragstart", () => (this.dragged = { command, args }));
    card.addEventListener("dragend", () => (this.dragged = null));
    item.append(card);
    return item;
  }

  // Somebody of the rail is carried onto the map, while preparing: whoever is not there yet is put there.
  lift(chip) {
    if (chip) chip.draggable = document.body.classList.contains("preparing") && Boolean(this.putting);
  }

  carry(chip) {
    this.dragged = chip && this.putting && { command: this.putting, args: { who: chip.dataset.chip }, seen: true };
  }

  find(text) {
    for (const item of section.querySelectorAll(".beasts li")) item.hidden = Boolean(text) && !item.textContent.toLowerCase().includes(text);
  }

  // On a square: hidden and placed; elsewhere on the board: hidden.
  drop(event) {
    if (!this.dragged) return;
    event.preventDefault();
    const { command, args, seen } = this.dragged;
    const given = { ...args };
    const well = event.target.closest("[data-ready]");
    if (well && !seen) {
      this.ready.drop(well, { deed: command.key, args: { ...given, ...this.unseen(command) } });
      return;
    }
    const stage = event.target.closest("ludex-stage");
    const square = command.args.find((arg) => arg.kind === "cell");
    if (stage && square) given[square.name] = stage.cell(stage.point(event));
    else if (seen) return;
    this.act({ deed: command.key, args: { ...given, ...(seen ? {} : this.unseen(command)) } }, true);
  }

  // What is prepared is hidden, where the system knows that.
  unseen(command) {
    const secret = command.args.find((arg) => arg.kind === "flag" && SECRET.includes(arg.name));
    return secret ? { [secret.name]: true } : {};
  }

  // --- the brush ----------------------------------------------------------------------------------------------------

  tools(known) {
    const found = known.commands.filter((command) => command.place === "square" && command.args.some((arg) => arg.name === "cells" && arg.several));
    const kinds = found.flatMap((command) => {
      const kind = command.args.find((arg) => arg.among.length && arg.required);
      return kind ? kind.among.map((value) => this.tool(value, { command, kind, value })) : [];
    });
    const more = this.tool(say("other_tools"), null);
    more.dataset.place = "scene";
    return [this.tool(say("pick_tool"), null, true), ...kinds, more];
  }

  tool(title, what, pressed = false) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "tool";
    button.textContent = title;
    button.setAttribute("aria-pressed", String(pressed));
    button.addEventListener("click", () => {
      if (what && !document.querySelector("ludex-stage")) { // no map yet: what would be painted is asked for
        this.menu.ask(what.command, { actor: "", fill: () => ({ [what.kind.name]: what.value }) });
        return;
      }
      for (const one of palette.children) one.setAttribute("aria-pressed", String(one === button));
      this.brush(what);
    });
    return button;
  }

  // The map was drawn anew: the brush stays in the hand.
  painted() {
    if (section && !section.hidden) this.brush(this.what);
  }

  brush(what) {
    this.what = what;
    const stage = document.querySelector("ludex-stage");
    if (!stage) return;
    stage.brush = what && ((cells) => this.act({ deed: what.command.key, args: { [what.kind.name]: what.value, cells: cells.map((cell) => cell.join(",")) } }, true));
  }
}
