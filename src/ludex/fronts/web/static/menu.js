// Everything that can be done beside a thing: somebody, a square, something named on a sheet, the clock, the scene, the case, what is
// prepared, what is looked up. Each deed opens as a small form with typed fields.

import { ask } from "./asking.js";
import { say } from "./words.js";

const menu = document.getElementById("menu");
const body = menu.querySelector(".menu-body");
const MANY = 4; // fields that may be left out are folded away behind so many

export class Menu {
  constructor(wire, act, told) {
    this.wire = wire;
    this.act = act;
    this.told = told;
    this.catalogue = null;
    menu.addEventListener("click", (event) => (event.target === menu || event.target.closest("header button")) && menu.close());
  }

  stale() {
    this.catalogue = null;
  }

  async learn() {
    if (!this.catalogue) {
      const reply = await this.wire.ask({ do: "commands" });
      if (!reply.ok) {
        this.told(reply, true);
        return null;
      }
      this.catalogue = reply;
    }
    return this.catalogue;
  }

  // Open what can be done at a place; `given` are fields that the place itself fills.
  async open(place, title, { actor = "", fill = () => ({}), among = null } = {}) {
    const known = await this.learn();
    if (!known) return;
    const found = (among ?? known.commands.filter((command) => command.place === place || command.also === place)).toSorted((a, b) => (a.rank ?? -1) - (b.rank ?? -1));
    menu.querySelector("#menu-title").textContent = title;
    menu.dataset.at = place ?? "";
    const groups = new Map();
    for (const command of found) groups.set(command.group ?? "", [...(groups.get(command.group ?? "") ?? []), command]);
    const drawn = [...groups].map(([name, commands]) => this.group(name, commands, { actor, fill }));
    if (!drawn.length) {
      const none = document.createElement("p");
      none.className = "note";
      none.textContent = say("nothing_here");
      drawn.push(none);
    }
    body.replaceChildren(...drawn);
    menu.showModal();
  }

  // Everything that can be done, found by a few letters: the cards of the hand first, then what the table knows.
  async palette() {
    const known = await this.learn();
    if (!known || menu.open) return;
    const cards = [...document.querySelectorAll(".hand:not([hidden]) .deed[data-deed]:not(.off)")].map((card) => ({
      key: "", names: [card.dataset.title], title: card.dataset.title, brief: card.querySelector(".fx")?.textContent ?? "", icon: "die", group: say("palette_hand"), rank: -2, run: () => card.click(),
    }));
    await this.open("", say("palette"), { actor: document.querySelector(".hand:not([hidden])")?.dataset.hand ?? "", among: [...cards, ...known.commands] });
    const find = document.createElement("input");
    Object.assign(find, { type: "search", className: "find-deed", placeholder: say("palette_find"), autocomplete: "off" });
    find.setAttribute("aria-label", say("palette_find"));
    const how = document.createElement("a");
    Object.assign(how, { href: `/t/${document.body.dataset.secret}/help`, className: "act small", textContent: say("palette_help") });
    body.prepend(find);
    body.append(how);
    find.addEventListener("input", () => sift(find.value));
    find.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
      event.preventDefault();
      body.querySelector(".menu-deed:not([hidden], [aria-disabled=true])")?.click();
    });
    find.focus();
  }

  group(name, commands, how) {
    const folded = Boolean(commands[0].folded);
    const section = document.createElement(folded ? "details" : "section");
    section.className = "menu-group";
    if (name) {
      const head = document.createElement(folded ? "summary" : "h3");
      head.textContent = name;
      section.append(head);
    }
    const list = document.createElement("div");
    list.className = "menu-deeds";
    list.append(...commands.map((command) => this.button(command, how)));
    section.append(list);
    return section;
  }

  button(command, how) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "menu-deed";
    button.dataset.command = command.key;
    button.dataset.found = [command.title, ...command.names, command.brief].join(" ").toLowerCase();
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "ico");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#i-${command.icon}`);
    svg.append(use);
    const title = document.createElement("b");
    title.textContent = command.title || command.names[0];
    const help = document.createElement("small");
    help.textContent = command.refused ?? command.brief;
    if (command.refused) button.setAttribute("aria-disabled", "true");
    if (command.icon !== "die") button.append(svg); // what every deed would have tells nothing
    button.append(title, help);
    button.addEventListener("click", () => command.refused || this.ask(command, how));
    return button;
  }

  // What every table can do is sent as a line; where each field is a line of its own, those that were changed.
  line(command, value) {
    const gaps = command.args.map((arg) => gapOf(arg, this.catalogue.people));
    const send = async (deed) => {
      let reply = { ok: true };
      for (const text of written(command, deed?.args ?? {}, gaps)) if (reply.ok) reply = await this.wire.ask({ do: "line", text });
      return reply;
    };
    const told = (deed, alone = false) => send(deed).then((reply) => this.told(reply, alone));
    if (!gaps.length) told(null, true);
    else ask({ title: command.title, help: command.brief, deed: { args: {} }, gaps, value, send: told });
  }

  // The GM calls several for a check: its own form, and who.
  call(command) {
    const check = this.catalogue.commands.find((one) => one.key === command.calls && !one.common);
    const people = this.catalogue.people;
    const fields = check.args.filter((arg) => arg.kind !== "actor" || !arg.optional);
    const [who, secret] = this.catalogue.called;
    const gaps = [who, ...gapsOf(fields, people), secret];
    ask({ title: command.title, help: command.brief, deed: { deed: check.key, args: {} }, gaps, few: 2 * MANY, odds: (whole) => this.wire.ask({ do: "odds", ...whole }), send: this.act });
  }

  // A form for one command.
  async ask(command, { actor, fill, value = "" }) {
    menu.close();
    if (command.run) {
      command.run(); // a card of the hand
      return;
    }
    if (!(await this.learn())) return;
    if (command.page) {
      location.href = `/t/${document.body.dataset.secret}/${command.page}`;
      return;
    }
    if (command.common) {
      if (command.calls) this.call(command);
      else this.line(command, value);
      return;
    }
    const args = fill(command);
    const people = this.catalogue.people;
    const gaps = gapsOf(command.args.filter((arg) => !(arg.name in args)), people);
    const deed = { deed: command.key, actor: command.acts && !(Object.values(args).includes(actor)) ? actor : "", args };
    if (!gaps.length) {
      this.act(deed, true);
      return;
    }
    const free = gaps.length === 1 && gaps[0].kind === "rest" ? gaps[0] : null; // what is written as it stands: how, and such as
    if (free) free.example = command.example.replace(/^\S+\s*/, "");
    ask({ title: command.title || command.names[0], help: command.brief || (free ? command.about : ""), deed, gaps, few: MANY, odds: (whole) => this.wire.ask({ do: "odds", ...whole }), again: () => this.gapsNow(command.key), send: this.act });
  }

  // The gaps of a command as the table offers them by now.
  async gapsNow(key) {
    const known = await this.learn();
    const found = known?.commands.find((one) => one.key === key && !one.common);
    return found ? gapsOf(found.args, known.people) : [];
  }
}

// Only what has these letters in it; folded groups open for that.
function sift(text) {
  const wanted = text.trim().toLowerCase().split(/\s+/);
  for (const button of body.querySelectorAll(".menu-deed")) button.hidden = !wanted.every((one) => button.dataset.found.includes(one));
  for (const group of body.querySelectorAll(".menu-group")) {
    group.hidden = !group.querySelector(".menu-deed:not([hidden])");
    if (group.nodeName === "DETAILS") group.open = Boolean(text.trim());
  }
}

// The lines of a filled form.
function written(command, args, gaps) {
  const name = `.${command.names[0]}`;
  const said = gaps.filter((gap) => args[gap.name] !== undefined);
  if (command.apart) return said.filter((gap) => args[gap.name] !== gap.now).map((gap) => `${name} ${gap.name} ${args[gap.name]}`);
  const called = new Map(gaps.flatMap((gap) => (gap.kind === "actor" ? gap.fill : [])));
  return [[name, ...said.map((gap) => called.get(args[gap.name]) ?? args[gap.name])].join(" ")];
}

// A field of a command as the form asks for it: who is there now is offered for somebody.
function gapOf(arg, people) {
  return { ...arg, fill: arg.fill.length || arg.kind !== "actor" ? arg.fill : people };
}

// All of them, what must be filled first.
function gapsOf(args, people) {
  return args.map((arg) => gapOf(arg, people)).sort((a, b) => Boolean(a.optional) - Boolean(b.optional));
}
