// The command line: completion from the table's own commands, history with the arrows, safe for input methods.

const form = document.getElementById("command");
const line = document.getElementById("line");
const list = document.getElementById("offers");
const OFFERS = 12;
const KEPT = 100;
const SIGN = /[+\-]$/; // keys that are signs stand right before their value

export class CommandLine {
  constructor(wire, send) {
    this.wire = wire;
    this.send = send;
    this.catalogue = null; // what `.commands` last told, and whether the table has changed since
    this.fresh = false;
    this.wanting = false; // is something typed that may be offered for?
    this.chosen = -1;
    this.offers = [];
    this.history = JSON.parse(sessionStorage.getItem("ludex.history") || "[]");
    this.back = this.history.length;
    line.addEventListener("focus", () => this.learn());
    line.addEventListener("input", () => this.offer());
    line.addEventListener("keydown", (event) => this.key(event));
    line.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    list.addEventListener("pointerdown", (event) => this.pick(event));
    form.addEventListener("submit", (event) => this.submit(event));
  }

  // Arguments may offer values of the state, so the catalogue is asked for again when the table changes.
  stale() {
    this.fresh = false;
    if (document.activeElement === line) this.learn();
  }

  // What was typed while the catalogue was on its way gets its offers when it comes.
  async learn() {
    if (this.fresh) return;
    this.fresh = true;
    const reply = await this.wire.ask({ do: "commands" });
    this.fresh = this.fresh && reply.ok;
    if (!reply.ok) return;
    this.catalogue = reply;
    if (this.wanting && this.chosen < 0) this.offer();
  }

  async submit(event) {
    event.preventDefault();
    if (this.composing) return;
    const text = line.value.trim();
    if (!text) return;
    this.close();
    const reply = await this.send(text);
    if (!reply.ok) return;
    this.history = [...this.history.filter((h) => h !== text), text].slice(-KEPT);
    this.back = this.history.length;
    sessionStorage.setItem("ludex.history", JSON.stringify(this.history));
    if (line.value.trim() === text) line.value = this.recalled = "";
    if (reply.choices) this.which(reply.choices);
  }

  // The lines that may have been meant: a click, or an arrow and Enter, sends one.
  which(choices) {
    this.offers = choices.map((text, place) => ({ from: 0, text, label: text, note: `${place + 1}`, sends: true }));
    this.show(null);
    line.focus();
  }

  key(event) {
    this.composing = event.isComposing || event.keyCode === 229;
    if (this.composing) {
      if (event.key === "Enter") event.preventDefault();
      return;
    }
    const open = !list.hidden && this.offers.length > 0;
    if (event.key === "Escape") {
      if (list.hidden) line.blur(); // so that 1-9 answer again
      this.close();
    } else if (event.key === "Tab" && open) {
      event.preventDefault();
      this.take(Math.max(0, this.chosen));
    } else if (event.key === "Enter" && open && this.chosen >= 0) {
      event.preventDefault();
      this.take(this.chosen);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault(); // Shift+Enter begins a new line
      form.requestSubmit();
    } else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && !line.value.includes("\n")) {
      event.preventDefault();
      const step = event.key === "ArrowUp" ? -1 : 1;
      if (open && line.value !== this.recalled) this.move(step);
      else this.recall(step);
    }
  }

  // Put a line in place for the person to finish or send; a gap in it is selected.
  write(text) {
    line.value = text;
    line.focus();
    const gap = /<[^<>]+>/.exec(text);
    line.setSelectionRange(gap ? gap.index : text.length, gap ? gap.index + gap[0].length : text.length);
  }

  recall(step) {
    this.back = Math.max(0, Math.min(this.history.length, this.back + step));
    line.value = this.recalled = this.history[this.back] ?? "";
    line.setSelectionRange(line.value.length, line.value.length);
    this.close();
  }

  move(step) {
    const count = this.offers.length;
    this.chosen = (this.chosen + step + count) % count;
    [...list.querySelectorAll("[role=option]")].forEach((item, place) => {
      item.setAttribute("aria-selected", place === this.chosen);
      if (place === this.chosen) {
        item.scrollIntoView({ block: "nearest" });
        line.setAttribute("aria-activedescendant", item.id);
      }
    });
  }

  pick(event) {
    const item = event.target.closest("[role=option]");
    if (!item) return;
    event.preventDefault();
    this.take([...list.querySelectorAll("[role=option]")].indexOf(item));
  }

  take(place) {
    const offer = this.offers[place];
    line.value = line.value.slice(0, offer.from) + offer.text;
    line.focus();
    if (offer.sends) {
      form.requestSubmit();
      return;
    }
    this.offer();
  }

  close() {
    this.wanting = false;
    list.hidden = true;
    line.removeAttribute("aria-activedescendant");
    this.chosen = -1;
  }

  // What may come next: names of commands, then values of the argument under the cursor.
  offer() {
    const text = line.value;
    const typed = /^\s*[.。/．／]\s*(.*)$/s.exec(text);
    this.learn();
    if (!typed || !this.catalogue) {
      this.close();
      this.wanting = Boolean(typed);
      return;
    }
    this.wanting = true;
    const body = typed[1];
    const start = text.length - body.length;
    const command = this.command(body);
    this.offers = command ? this.values(command, text, body, start) : this.names(body, start);
    this.show(command);
  }

  command(body) {
    const all = this.catalogue.commands.flatMap((c) => c.names.map((name) => ({ name, c })));
    const lower = body.toLowerCase();
    const fits = all.filter(({ name, c }) => !c.common && lower.startsWith(name.toLowerCase()) && /^($|[\s\d@+\-（(])/.test(body.slice(name.length)));
    fits.sort((a, b) => b.name.length - a.name.length);
    return fits.length && body.length > fits[0].name.length ? fits[0].c : null;
  }

  names(body, from) {
    const wanted = body.toLowerCase();
    const near = this.catalogue.commands.filter((c) => c.names.some((n) => n.toLowerCase().startsWith(wanted)));
    const rest = this.catalogue.commands.filter((c) => !near.includes(c) && wanted && c.title.includes(wanted));
    return [...near, ...rest].slice(0, OFFERS).map((c) => {
      const name = c.names.find((n) => n.toLowerCase().startsWith(wanted)) ?? c.names[0];
      return { from, text: `${name} `, label: `.${name}`, note: c.title };
    });
  }

  values(command, text, body, start) {
    const word = /(\S*)$/.exec(body)[1];
    const from = text.length - word.length;
    const keyed = command.args.find((a) => [a.name, ...a.keys].some((k) => word.startsWith(SIGN.test(k) ? k : `${k}=`)));
    const before = this.glued(command, body.slice(0, body.length - word.length)).trim().split(/\s+/).slice(1).filter((w) => !w.includes("=") && !/^[@+\-]/.test(w));
    const placed = command.args.filter((a) => !a.keyed && a.kind !== "flag");
    const arg = keyed ?? placed[Math.min(before.length, placed.length - 1)];
    if (!arg || start > from) return [];
    const head = keyed ? /^([+\-]|[^=]*=)/.exec(word)?.[0] ?? "" : "";
    const last = /[^,，、=+\-]*$/.exec(word.slice(head.length))[0];
    const offered = arg.fill.length ? arg.fill.map(([one]) => one) : arg.kind === "actor" ? this.catalogue.actors : [];
    return offered
      .filter((v) => v.toLowerCase().includes(last.toLowerCase()) && v !== last)
      .slice(0, OFFERS)
      .map((v) => ({ from: text.length - last.length, text: v, label: v, note: arg.title }));
  }

  // What was typed with every known name of several words as one word.
  glued(command, text) {
    const names = [...this.catalogue.actors, ...command.args.flatMap((a) => a.fill.map(([one]) => one))].filter((name) => /\s/.test(name));
    return names.sort((a, b) => b.length - a.length).reduce((plain, name) => plain.split(name).join("_"), text);
  }

  show(command) {
    const items = this.offers.map((offer, place) => option(offer, place));
    if (command) items.push(hint(command));
    list.replaceChildren(...items);
    list.hidden = items.length === 0;
    this.chosen = -1;
  }
}

function option(offer, place) {
  const item = document.createElement("li");
  item.id = `offer-${place}`;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  const name = document.createElement("b");
  name.textContent = offer.label;
  const note = document.createElement("span");
  note.className = "note";
  note.textContent = offer.note;
  item.append(name, note);
  return item;
}

function hint(command) {
  const item = document.createElement("li");
  item.className = "hint";
  const args = command.args.map((a) => (!a.optional && !a.keyed ? a.title : `[${a.keys[0] ? `${a.keys[0]}${SIGN.test(a.keys[0]) ? "" : "="}` : ""}${a.title}]`));
  item.textContent = [command.title, args.join(" "), command.help, command.example].filter(Boolean).join(" · ");
  return item;
}
