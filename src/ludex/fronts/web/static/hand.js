// The hand: picking a card lights its lawful targets on the board, with a chance on each; a click on one does it, holding shows the
// whole distribution. What is not chosen on the board is asked for in a small form.

import { ask, gapsNow } from "./asking.js";
import { bodyOf, close as closeBody, pickPart } from "./bodies.js";
import { bar } from "./chances.js";
import { toast } from "./pop.js";
import { legible, pin, server } from "./stage.js";
import { brief, covered } from "./trace.js";
import { say } from "./words.js";

const HOLD = 380; // milliseconds after which a press is a look and not a click
const AGAIN = 1500; // after which chances are asked for again that were too many at once

export class Hand {
  constructor(wire, act, sheets) {
    this.wire = wire;
    this.act = act;
    this.sheets = sheets;
    this.picked = null;
    this.chosen = ""; // whose hand the person asked for
    this.foreseen = new Map();
    this.laid = new Map(); // what each hand held last
    this.chart = document.getElementById("chart");
    const board = document.getElementById("board");
    board.addEventListener("pointerdown", (event) => this.press(event));
    addEventListener("pointerup", () => this.lift());
    board.addEventListener("keydown", (event) => event.key === " " && this.look(event));
    board.addEventListener("keydown", (event) => this.aimByKey(event), true);
    board.addEventListener("keyup", (event) => event.key === " " && this.lift());
    addEventListener("ludex-put", () => this.put());
    this.fragment.addEventListener("click", (event) => event.target.closest("[data-unfold]") && this.unfold());
    this.fragment.addEventListener("pointerover", (event) => {
      const card = event.target.closest(".deed:not([title])"); // whatever is too long for its card is read whole
      if (card?.dataset.title) card.title = [card.dataset.title, ...[".fx", ".cost"].map((part) => card.querySelector(part).textContent.trim())].filter(Boolean).join("\n");
    });
    this.renew();
  }

  get fragment() {
    return document.getElementById("f-hand");
  }

  // --- whose hand ---------------------------------------------------------------------------------------------------

  // After a push: the hand that is shown, and the chances on its cards.
  renew() {
    const hands = [...this.fragment.querySelectorAll(".hand")];
    const named = hands.find((hand) => hand.dataset.hand === this.chosen && this.chosen);
    const now = hands.find((hand) => hand.dataset.shown === "yes");
    const turn = `${now?.dataset.hand}`;
    if (turn !== this.turn) this.chosen = ""; // somebody else's turn: her hand, whoever was looked at before
    this.turn = turn;
    this.show(this.chosen && named ? named : now ?? hands[0]);
    const aimed = this.picked;
    if (aimed && document.body.classList.contains("parting") && this.fragment.contains(aimed.card) && aimed.card.dataset.deed === aimed.deed) return; // somebody is looking where to strike
    this.put(false);
    const again = aimed && [...this.fragment.querySelectorAll(".hand:not([hidden]) .deed:not(.off)")].find((card) => card.dataset.deed === aimed.deed && card.dataset.aim === aimed.at);
    if (again) this.pick(again, aimed.aim, true); // the same card is still there: the aim holds
  }

  // The cards that do not fit into the row, or only those that do.
  unfold(all = !this.unfolded) {
    this.unfolded = all;
    for (const cards of this.fragment.querySelectorAll(".hand:not([hidden]) > .cards:has(> .over)")) {
      cards.classList.toggle("many", all);
      cards.classList.toggle("all", all);
      cards.querySelector("[data-unfold]").setAttribute("aria-expanded", String(all));
    }
  }

  // Out of turn the same cards lie in the same places, without being played: a hand holds still.
  hold(hand) {
    const cards = hand?.querySelector(":scope > .cards");
    const none = cards?.querySelector(".no-cards:not([hidden])");
    if (!cards || !hand.dataset.hand) return;
    if (!none) {
      this.laid.set(hand.dataset.hand, [...cards.children].filter((one) => one.querySelector(".deed[data-deed]")).slice(0, 8).map((one) => one.cloneNode(true)));
      return;
    }
    const why = none.textContent.trim();
    const before = (this.laid.get(hand.dataset.hand) ?? []).map((one) => {
      const kept = one.cloneNode(true);
      kept.dataset.key = `kept-${one.dataset.key}`;
      kept.classList.remove("over");
      const card = kept.querySelector(".deed");
      for (const name of ["card", "aim", "gaps", "deed"]) delete card.dataset[name];
      card.dataset.kept = "";
      card.dataset.refused = why;
      card.classList.remove("picked");
      card.classList.add("off", "held");
      card.setAttribute("aria-disabled", "true");
      for (const gone of kept.querySelectorAll(".kbd, .several")) gone.remove();
      kept.querySelector(".bst").hidden = true;
      return kept;
    });
    for (const old of cards.querySelectorAll("li:has(> [data-kept])")) old.remove();
    cards.prepend(...before);
    none.classList.toggle("beside", before.length > 0);
  }

  show(wanted) {
    this.hold(wanted);
    this.unfold(Boolean(this.unfolded));
    for (const hand of this.fragment.querySelectorAll(".hand")) hand.hidden = hand !== wanted;
    for (const chip of document.querySelectorAll(".chip[data-chip]")) chip.toggleAttribute("aria-current", false);
    const chip = document.querySelector(`.chip[data-chip="${CSS.escape(wanted?.dataset.hand || "-")}"]`);
    chip?.setAttribute("aria-current", "true");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.glance(wanted), 350); // after what was just done has been painted
  }

  // The hand of somebody, if this seat has it: `taken` where nobody else plays her, else `had` (also where it is shown already), or nothing.
  take(actor) {
    const wanted = this.fragment.querySelector(`.hand[data-hand="${CSS.escape(actor)}"]`);
    if (!wanted) return "";
    if (!wanted.hidden) return "had";
    this.chosen = actor;
    this.show(wanted);
    return wanted.dataset.mine === undefined ? "had" : "taken";
  }

  // The best target on each of the first cards.
  async glance(hand, tries = 3) {
    if (!hand?.isConnected || document.hidden) return;
    const mark = this.fragment.dataset.mark;
    let later = false;
    for (const card of [...hand.querySelectorAll(".deed[data-aim]:not(.off)")].slice(0, 3)) {
      const aim = JSON.parse(card.dataset.aim);
      if (aim.cells || !this.ready(card, aim)) continue;
      const found = await this.chances(card, aim);
      if (mark !== this.fragment.dataset.mark || !card.isConnected || this.picked) return; // whoever has picked a card looks at that one
      later ||= found.some((one) => one.later);
      const best = found.filter((one) => one.ok && one.shares?.length && !one.partial && !aim.unwished?.includes(one.value)).sort((a, b) => rated(b) - rated(a))[0];
      if (best) this.tell(card, aim, best);
    }
    if (later && tries) this.timer = setTimeout(() => this.glance(hand, tries - 1), AGAIN);
  }

  tell(card, aim, best) {
    const holder = card.querySelector(".bst");
    const actor = Object.entries(aim.values).find(([, value]) => value === best.value)?.[0];
    const row = document.createElement("span");
    const name = document.createElement("em");
    name.textContent = document.querySelector(`.chip[data-chip="${CSS.escape(actor ?? "")}"] .nm`)?.textContent ?? best.value;
    const chance = document.createElement("strong");
    chance.textContent = best.percent;
    row.append(name, chance);
    holder.replaceChildren(row, bar(best.shares));
    holder.hidden = false;
  }

  // Whether nothing but the target is needed to foresee it.
  ready(card, aim) {
    const gaps = JSON.parse(card.dataset.gaps ?? "[]");
    return gaps.every((gap) => gap.name === aim.field || gap.optional);
  }

  // Who may be chosen and who not, with the reason: told at once, whatever the odds take.
  lawful(card, aim) {
    return this.asked(card, aim, { values: Object.values(aim.values), whether: true });
  }

  // The same with a chance for each who may be.
  async chances(card, aim) {
    const told = await this.lawful(card, aim);
    const values = told.filter((one) => one.ok).map((one) => one.value);
    if (!values.length) return told;
    const found = await this.asked(card, aim, { values });
    return [...found, ...(found.length ? told.filter((one) => !one.ok) : [])];
  }

  async asked(card, aim, more) {
    const key = `${this.fragment.dataset.mark} ${Boolean(more.whether)} ${card.dataset.deed}`;
    if (!this.foreseen.has(key)) {
      if (this.foreseen.size > 40) this.foreseen.clear();
      const wanted = { do: "chances", ...JSON.parse(card.dataset.deed), field: aim.field, several: Boolean(aim.several), ...more };
      this.foreseen.set(key, this.wire.ask(wanted).then((reply) => {
        if (!reply.ok || reply.chances?.some((one) => one.later)) this.foreseen.delete(key); // too many at once: the next look asks again
        return reply.chances ?? [];
      }));
    }
    return this.foreseen.get(key);
  }

  // --- picking ------------------------------------------------------------------------------------------------------

  // A card was clicked.
  use(card, byKey = false) {
    if (card.dataset.refused) {
      toast(card.dataset.refused);
      return;
    }
    const again = this.picked?.card === card;
    this.put();
    if (again) return;
    const aim = card.dataset.aim ? JSON.parse(card.dataset.aim) : null;
    const there = aim && (aim.cells ? document.querySelector("ludex-stage") : this.targets(aim).length);
    if (there) this.pick(card, aim);
    else this.fill(card, {});
    if (there && byKey && !aim.cells && !aim.spot) this.near(card)[0]?.focus({ preventScroll: true });
  }

  // What is lit, the nearest to whose card it is first.
  near(card) {
    const from = document.querySelector(`.board .piece[data-id="${CSS.escape(card.closest(".hand")?.dataset.hand ?? "")}"]`)?.getBoundingClientRect();
    const far = (piece) => {
      const at = piece.getBoundingClientRect();
      return from ? Math.hypot(at.x - from.x, at.y - from.y) : 0;
    };
    return [...document.querySelectorAll(".board .piece.lit")].sort((a, b) => far(a) - far(b));
  }

  // The next target, or the one before it.
  step(piece, by) {
    const lit = this.picked ? this.near(this.picked.card) : [];
    const next = lit[(lit.indexOf(piece) + by + lit.length) % lit.length];
    next?.focus({ preventScroll: true });
    return Boolean(next);
  }

  pick(card, aim, quietly = false) {
    this.picked = { card, aim, deed: card.dataset.deed, at: card.dataset.aim };
    card.classList.add("picked");
    card.setAttribute("aria-pressed", "true");
    document.body.classList.add("aiming");
    document.body.classList.toggle("going", aim.cells); // where somebody can go is lit for a way alone
    const stage = document.querySelector("ludex-stage");
    if (stage && (aim.cells || aim.spot)) {
      stage.choose(this.choice(card, aim));
      if (!quietly && !this.shown) this.hint = toast(say("pick_cell"));
      this.shown = true;
    }
    if (aim.cells) return;
    const lit = this.targets(aim).map(([piece]) => piece);
    for (const piece of lit) piece.classList.add("lit");
    const more = aim.several && !aim.one && this.targets(aim).length > 1 ? say("pick_several") : this.besides(card, aim);
    if (more) this.several(card, more);
    this.label(card, aim);
    if (!this.ready(card, aim) && !quietly && !this.told) this.hint = toast(say("pick_target"));
    this.told = true;
  }

  // What else may be said of a deed, if it is not whom: a chip names it, its form asks for it.
  besides(card, aim) {
    const body = this.targets(aim).map(([piece]) => piece.dataset.sheet && bodyOf(card, aim, piece)).find(Boolean); // clicked, not filled in
    const gap = JSON.parse(card.dataset.gaps ?? "[]").find(({ name, fill }) => name !== aim.field && name !== body?.gap.name && fill.length > 1);
    return gap ? `${gap.title.split(/[（(；;：:]/)[0].trim()}…` : "";
  }

  // A deed that takes more than a target: one is clicked on the board, several and whatever else is open are chosen in its form.
  several(card, text) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "several";
    button.textContent = text;
    button.addEventListener("click", () => {
      this.put();
      this.fill(card, {});
    });
    card.after(button);
  }

  // While a card is picked, arrows go from target to target.
  aimByKey(event) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const piece = event.target.closest(".piece");
    if (!by || !piece || !this.picked || this.picked.aim.cells || this.picked.aim.spot) return;
    if (!this.step(piece, by)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // How a square is chosen for a card: what it would draw, and doing it.
  choice(card, aim) {
    const deed = JSON.parse(card.dataset.deed);
    const hand = card.closest(".hand")?.dataset.hand ?? "";
    const piece = document.querySelector(`.board .piece[data-id="${CSS.escape(deed.actor || hand)}"]`);
    return {
      cells: true,
      from: piece ? [Number(piece.dataset.x), Number(piece.dataset.y)] : null,
      preview: async (cell) => ({ ...(await this.spotted(deed, aim, cell)).found, by: deed.actor || hand }),
      done: async (cell) => {
        const { args } = aim.spot ? await this.spotted(deed, aim, cell) : { args: placed(aim, cell) };
        if (this.picked?.card !== card) return;
        this.put();
        this.fill(card, args, ["path", aim.field]);
      },
    };
  }

  // What a square means for a card, and what that would draw: the square itself; where it cannot be meant, whoever stands there.
  async spotted(deed, aim, cell) {
    const traced = (args) => server.trace({ ...deed, args: { ...deed.args, ...args } });
    const args = placed(aim, cell);
    const found = await traced(args);
    const there = found.ok || aim.cells ? null : this.targets(aim).find(([piece]) => Number(piece.dataset.x) === cell[0] && Number(piece.dataset.y) === cell[1]);
    if (!there) return { args, found };
    const whom = { [aim.field]: aim.several ? [there[1]] : there[1] };
    return { args: whom, found: await traced(whom) };
  }

  // A free square was clicked, and whose hand this is can go there: the way is shown, a second click goes it.
  stroll(cell) {
    const card = this.fragment.querySelector(".hand:not([hidden]) .deed[data-aim*='\"cells\":true']:not(.off)");
    const stage = document.querySelector("ludex-stage");
    if (!card || !stage || document.querySelector(".question.mine")) return false;
    this.pick(card, JSON.parse(card.dataset.aim), true);
    stage.hover(cell, true);
    return true;
  }

  targets(aim) {
    return Object.entries(aim.values).flatMap(([actor, value]) => [...document.querySelectorAll(`.board .piece[data-id="${CSS.escape(actor)}"]`)].map((piece) => [piece, value]));
  }

  // The reason on each target that cannot be chosen, then a chance on each other.
  async label(card, aim, tries = 3) {
    const { picked } = this;
    const told = await this.lawful(card, aim);
    if (this.picked !== picked) return;
    this.mark(aim, told);
    this.seek(card);
    if (aim.several && told.length > 1 && told.every((one) => !one.ok)) {
      if ((await this.together(card, aim)) && this.picked === picked) {
        this.put();
        this.fill(card, {});
      }
      return;
    }
    const found = told.length && this.ready(card, aim) ? await this.chances(card, aim) : told;
    if (this.picked !== picked) return;
    if (found.length) this.mark(aim, found);
    if (tries && (!found.length || found.some((one) => one.later))) setTimeout(() => this.picked === picked && this.label(card, aim, tries - 1), AGAIN);
  }

  // On a small screen: who acts and whom she may choose.
  seek(card) {
    const stage = document.querySelector("ludex-stage");
    const own = stage?.querySelector(`.piece[data-id="${CSS.escape(card.closest(".hand")?.dataset.hand ?? "")}"]`);
    const lit = stage ? [...stage.querySelectorAll(".piece.lit")] : [];
    if (lit.length) stage.eye?.bring([...lit, ...(own ? [own] : [])]);
  }

  // Whether it could be done with all of them where nobody alone will do: then several are chosen, in its form.
  async together(card, aim) {
    const all = [Object.values(aim.values)];
    const reply = await this.wire.ask({ do: "chances", ...JSON.parse(card.dataset.deed), field: aim.field, values: all, whether: true });
    return Boolean(reply.chances?.[0]?.ok);
  }

  mark(aim, told) {
    const found = new Map(told.map((one) => [one.value, one]));
    const barred = (value) => Number(!found.get(value)?.ok);
    document.querySelector(".pins")?.replaceChildren();
    for (const label of document.querySelectorAll(".odds-label")) label.remove();
    for (const [piece, value] of this.targets(aim).sort(([, a], [, b]) => barred(a) - barred(b))) {
      const one = found.get(value);
      if (!one) continue;
      piece.classList.toggle("lit", one.ok);
      piece.dataset.plain ??= piece.getAttribute("aria-label") ?? "";
      const words = one.ok ? [one.wanted, one.shares ? one.percent : ""].filter(Boolean).join(" ") : one.why;
      piece.setAttribute("aria-label", words ? `${piece.dataset.name}: ${words}` : piece.dataset.plain);
      if (!one.ok || one.shares) mark(piece, one);
    }
  }

  // Put the card back.
  put(redraw = true) {
    if (!this.picked) return;
    const { card, aim } = this.picked;
    this.picked = null;
    closeBody();
    this.axis?.close();
    if (redraw) document.querySelector("ludex-stage")?.eye?.back();
    this.hint?.remove(); // how it is aimed
    card.classList.remove("picked");
    card.removeAttribute("aria-pressed");
    document.body.classList.remove("aiming", "going");
    for (const button of this.fragment.querySelectorAll(".several")) button.remove();
    if (aim.cells || aim.spot) document.querySelector("ludex-stage")?.choose(null);
    document.querySelector(".pins")?.replaceChildren();
    for (const label of document.querySelectorAll(".odds-label")) label.remove();
    for (const piece of document.querySelectorAll(".piece.lit")) piece.classList.remove("lit");
    for (const piece of document.querySelectorAll(".piece[data-plain]")) {
      piece.setAttribute("aria-label", piece.dataset.plain);
      delete piece.dataset.plain;
    }
    if (redraw) this.lift();
  }

  // Somebody on the board or on the rail was clicked. True if it was a target.
  aimed(piece) {
    if (!this.picked || this.picked.aim.cells || piece.matches(".self-face")) return false;
    const { card, aim } = this.picked;
    const value = aim.values[piece.dataset.id ?? piece.dataset.chip];
    if (value === undefined) return false;
    const args = { [aim.field]: aim.several ? [value] : value };
    const found = piece.dataset.sheet && bodyOf(card, aim, piece);
    if (found && piece.classList.contains("lit")) this.part(card, args, piece, found);
    else {
      this.put();
      this.fill(card, args);
    }
    return true;
  }

  // Whom is chosen; now where, on her body.
  part(card, args, target, found) {
    const deed = JSON.parse(card.dataset.deed);
    deed.args = { ...deed.args, ...args };
    pickPart({ wire: this.wire, card, deed, target, found, done: (part) => {
      this.put();
      this.act({ ...deed, args: { ...deed.args, [found.gap.name]: part } }, true);
    } });
  }

  // A square was clicked. True if the picked card wanted one.
  cell(cell) {
    if (!this.picked?.aim.cells && !this.picked?.aim.spot) return false;
    const { card, aim } = this.picked;
    this.put();
    this.fill(card, placed(aim, cell), ["path", aim.field]);
    return true;
  }

  // Do it, or ask for what is still open.
  fill(card, args, closed = []) {
    const held = card.dataset.deed;
    const deed = JSON.parse(held);
    deed.args = { ...deed.args, ...args };
    const wanted = JSON.parse(card.dataset.gaps ?? "[]").filter((gap) => !closed.includes(gap.name));
    const gaps = wanted.filter((gap) => !(gap.name in args));
    if (this.onAxis(card, deed, args, closed)) return;
    if (gaps.some((gap) => !gap.optional) || (gaps.length && !Object.keys(args).length)) {
      const aimed = wanted.filter((gap) => gap.name in args && gap.fill.length).map((gap) => ({ ...gap, now: args[gap.name] })); // whoever was clicked stands in the form
      ask({ title: card.dataset.title, deed, gaps: [...gaps, ...aimed], odds: (whole) => this.wire.ask({ do: "odds", ...whole }), again: () => gapsNow(held), send: this.act });
    } else this.act(deed, true);
  }

  // An act with a length of its own is declared on the time axis, where there is one.
  onAxis(card, deed, args, closed) {
    const how = this.axis?.declared(card, [...closed, ...Object.keys(args)]);
    if (!how) return false;
    const named = card.dataset.aim ? JSON.parse(card.dataset.aim) : null;
    const targets = named ? Object.entries(named.values).filter(([, value]) => [args[named.field] ?? []].flat().includes(value)).map(([actor]) => actor) : [];
    const actor = deed.actor || card.closest(".hand").dataset.hand;
    card.classList.add("picked");
    this.picked = { card, aim: { values: {}, cells: false }, deed: card.dataset.deed, at: card.dataset.aim };
    this.axis.declare({ server, card, deed, actor, targets, how, done: (whole) => {
      this.put();
      this.act(whole, true);
    } });
    return true;
  }

  // --- holding ------------------------------------------------------------------------------------------------------

  press(event) {
    const piece = event.target.closest(".piece");
    if (!piece || !this.picked || this.picked.aim.cells) return;
    clearTimeout(this.holding);
    this.looking = true;
    this.holding = setTimeout(() => {
      this.held = piece.dataset.id in (this.picked?.aim.values ?? {}); // whatever the answer is, letting go rolls nothing
      this.distribution(piece);
    }, HOLD);
  }

  look(event) {
    const piece = event.target.closest(".piece");
    if (!piece || !this.picked || !this.chart.hidden) return;
    event.preventDefault();
    this.looking = true;
    this.distribution(piece);
  }

  async distribution(piece) {
    if (!this.picked || !(piece.dataset.id in this.picked.aim.values)) return;
    const { card, aim } = this.picked;
    const deed = JSON.parse(card.dataset.deed);
    const value = aim.values[piece.dataset.id];
    const reply = await this.wire.ask({ do: "odds", ...deed, args: { ...deed.args, [aim.field]: aim.several ? [value] : value } });
    if (!reply.ok) toast(reply.text || say("away"));
    if (!reply.ok || !reply.html || !this.looking) return;
    const title = document.createElement("h2");
    title.textContent = `${card.dataset.title} → ${piece.dataset.name}`;
    const body = document.createElement("div");
    body.innerHTML = reply.html; // our own escaped template
    this.chart.replaceChildren(title, body);
    this.chart.hidden = false;
    const home = document.getElementById("board").getBoundingClientRect();
    const at = piece.getBoundingClientRect();
    const left = at.right - home.left + 16;
    this.chart.style.left = `${left + 330 < home.width ? left : Math.max(8, at.left - home.left - 344)}px`;
    this.chart.style.top = `${Math.max(8, Math.min(at.top - home.top - 40, home.height - this.chart.offsetHeight - 8))}px`;
  }

  lift() {
    clearTimeout(this.holding);
    this.looking = false;
    this.chart.hidden = true;
    if (this.held) setTimeout(() => (this.held = false), 50);
  }
}

// A chance as a number; one that is only estimated too.
function rated({ percent }) {
  return parseFloat(percent.replace("≈", "")) || 0;
}

// A square in the field that takes it.
function placed(aim, cell) {
  if (aim.cells) return { [aim.field]: cell };
  return { [aim.spot]: aim.worded ? cell.map(String) : cell };
}

// Whether somebody stands right above a piece (or it stands at the upper edge), so that a label goes below.
function crowded(piece, up) {
  const { x, y } = piece.dataset;
  const stage = piece.closest("ludex-stage");
  if (Number(y) >= Number(stage.dataset.rows) - 1) return true;
  return [...stage.querySelectorAll(".piece")].some((one) => Math.abs(Number(one.dataset.x) - Number(x)) < 1 && Number(one.dataset.y) === Number(y) + up);
}

function mark(piece, told) {
  const pins = document.querySelector(".pins");
  const big = told.ok ? told.percent : `⊘ ${brief(told.why)}`;
  if (piece instanceof SVGElement && pins) {
    const [, x, y] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(piece.getAttribute("transform"));
    const away = Number(piece.dataset.r) * 1.5 + 18 * legible();
    const sides = crowded(piece, 1) ? [away, -away] : [-away, away];
    const put = (side, words) => pins.appendChild(pin(Number(x), Number(y) + side, big, words, !told.ok));
    for (const side of sides) {
      for (const words of told.ok && told.wanted ? [told.wanted, ""] : [""]) { // in a crowd the number alone is told
        const label = put(side, words);
        if (!covered(label, pins)) return;
        label.remove();
      }
    }
    if (told.ok) put(sides[0], ""); // a reason gives way: a click on somebody tells it too
    return;
  }
  const label = document.createElement("span");
  label.className = `odds-label${told.ok ? "" : " nope"}`;
  const small = document.createElement("small");
  small.textContent = told.ok ? told.wanted : "";
  label.append(small, big);
  piece.append(label);
}
