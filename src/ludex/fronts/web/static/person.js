// What somebody can do, and what can be done to her: her own deeds by kind, those that the GM must allow and those that are refused now folded
// away with the reason; of somebody else a player is offered what her own character can do to her.

import { say } from "./words.js";

const PLACES = ["person", "thing", "square"];
const TARGETS = ["target", "targets", "whom", "on", "patient", "against", "people"];
const ruling = document.body.classList.contains("role-gm");

export class Persons {
  constructor(wire, menu, hand) {
    this.wire = wire;
    this.menu = menu;
    this.hand = hand;
  }

  async open(of, title) {
    const own = ruling || document.querySelector(`#f-hand .hand[data-hand="${CSS.escape(of)}"]`);
    const [known, told] = await Promise.all([this.menu.learn(), this.wire.ask({ do: "unable", of: own ? of : "" })]);
    if (!known) return;
    const commands = known.commands.filter((one) => !one.common && PLACES.includes(one.place) && (one.acts || (own && one.place === "person")));
    if (own) this.menu.open("person", title, { actor: of, fill: (command) => filled(acted(command), of), among: sorted(commands, told.unable ?? {}) });
    else {
      const name = known.people.find(([id]) => id === of)?.[1] ?? of;
      const aimed = commands.filter((one) => aim(one, name));
      const cards = this.cards(of);
      const rest = aimed.filter((one) => !cards.some((card) => card.key === one.key));
      this.menu.open("person", title, { fill: (command) => filled(aim(command, name), aim(command, name)?.kind === "actor" ? of : name), among: [...cards, ...sorted(rest, told.unable ?? {})] });
    }
  }

  // The cards of the hand that lies there and that may be played on somebody.
  cards(of) {
    const found = [...document.querySelectorAll("#f-hand .hand:not([hidden]) .deed[data-aim]:not(.off)")].filter((card) => of in (JSON.parse(card.dataset.aim).values ?? {}));
    return found.map((card) => {
      const { field, several, values } = JSON.parse(card.dataset.aim);
      const run = () => this.hand.fill(card, { [field]: several ? [values[of]] : values[of] });
      const icon = card.querySelector("use")?.getAttribute("href").slice(3) ?? "die";
      return { key: JSON.parse(card.dataset.deed).deed, names: [], title: card.dataset.title, icon, brief: card.querySelector(".fx")?.textContent ?? "", group: "", run };
    });
  }
}

// Whoever is meant stands in the first field that names somebody; what is done by oneself is done by her.
function acted(command) {
  return command.args.find((arg) => arg.kind === "actor" && !arg.optional && !arg.many) ?? command.args.find((arg) => arg.kind === "actor" && arg.name === "who");
}

// The field of a deed that takes somebody else.
function aim(command, name) {
  const takes = (arg) => arg.kind === "actor" || arg.fill.some(([one]) => one === name);
  return command.args.find((arg) => takes(arg) && (!arg.optional || TARGETS.includes(arg.name)));
}

function filled(arg, value) {
  return arg ? { [arg.name]: arg.many ? [value] : value } : {};
}

// What may be done first, by kind; then what is the GM's to allow; then what is refused now.
function sorted(commands, unable) {
  const asks = (one) => one.asks && !ruling;
  const may = commands.filter((one) => !(one.key in unable));
  const later = commands.filter((one) => one.key in unable && !asks(one));
  return [
    ...may.filter((one) => !asks(one)),
    ...may.filter(asks).map((one) => ({ ...one, group: say("gm_allows"), folded: true })),
    ...later.map((one) => ({ ...one, group: say("not_now"), folded: true, refused: unable[one.key] })),
  ];
}
