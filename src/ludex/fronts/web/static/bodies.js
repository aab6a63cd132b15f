// A body to click: beside a target that is hurt part by part, its figure with what a hit would do at each part. The sheet has the
// figure; this shows it where it is aimed at, and says which part was chosen.

import { bar } from "./chances.js";
import { say } from "./words.js";

const holder = document.getElementById("body-pick");
const [title, note, place, told, go] = ["h2", "header .note", ".body-place", "footer p", "footer .act"].map((one) => holder.querySelector(one));
const phone = matchMedia("(max-width: 760px)");
const AGAIN = 1500; // milliseconds after which chances are asked for again that were too many at once
let now = null;

// The gap of a card that a part of this body fills, with the figure; nothing where there is none.
export function bodyOf(card, aim, piece) {
  const sheet = document.getElementById(`f-who-${piece.dataset.sheet}`) ?? document.getElementById(`f-where-${piece.dataset.sheet}`);
  const figure = sheet?.querySelector(".body");
  const ids = [...(figure?.querySelectorAll(".body-part:not(.lost)") ?? [])].map((part) => part.dataset.part);
  const offers = (gap, id) => gap.fill.some(([value]) => value === id);
  const gap = ids.length && JSON.parse(card.dataset.gaps ?? "[]").find((one) => one.name !== aim.field && ids.every((id) => offers(one, id)));
  return gap ? { gap, figure, ids } : null;
}

// Show the body of a target; `done` is called with the part that was chosen.
export function pickPart({ wire, card, deed, target, found, done }) {
  now = { ids: found.ids, done, chances: new Map(), title: card.dataset.title, target };
  const what = document.createElement("span");
  const whom = document.createElement("em");
  whom.textContent = target.dataset.name;
  const [before, after] = say("aim_part", { what: card.dataset.title, who: "\0" }).split("\0");
  what.textContent = before;
  title.replaceChildren(what, whom, after);
  note.textContent = "";
  place.replaceChildren(asButtons(found.figure.cloneNode(true)));
  holder.hidden = false;
  document.body.classList.add("parting");
  stand(target);
  choose(found.ids[Math.min(1, found.ids.length - 1)]);
  weigh(wire, deed, found.gap.name);
  go.focus({ preventScroll: true });
}

export function close() {
  if (holder.hidden) return false;
  holder.hidden = true;
  now = null;
  document.body.classList.remove("parting");
  return true;
}

export function opened() {
  return !holder.hidden;
}

function asButtons(figure) {
  for (const part of figure.querySelectorAll(".body-part")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = part.className;
    button.dataset.part = part.dataset.part;
    button.title = part.title;
    button.setAttribute("role", "radio");
    button.disabled = part.classList.contains("lost");
    button.append(...part.childNodes);
    part.replaceWith(button);
  }
  const list = figure.querySelector(".body-parts");
  const group = document.createElement("div");
  group.className = list.className;
  group.setAttribute("role", "radiogroup");
  group.append(...list.children);
  list.replaceWith(group);
  figure.querySelector("figcaption")?.remove();
  return figure;
}

// Beside the token, on the side where fewer others stand; on a phone it is the sheet.
function stand(target) {
  holder.style.left = holder.style.top = "";
  if (phone.matches) return;
  const board = document.getElementById("board").getBoundingClientRect();
  const at = target.getBoundingClientRect();
  const wide = holder.offsetWidth;
  const others = [...document.querySelectorAll(".board .piece")].filter((one) => one !== target).map((one) => one.getBoundingClientRect().x);
  const right = at.right + 18 + wide <= board.right - 8;
  const left = at.left - 18 - wide >= board.left + 8;
  const toLeft = left && (!right || others.filter((x) => x > at.right).length > others.filter((x) => x < at.left).length);
  const x = toLeft ? at.left - 18 - wide : right ? at.right + 18 : board.right - wide - 8;
  holder.style.left = `${Math.round(Math.max(8, x))}px`;
  holder.style.top = `${Math.round(Math.max(52, Math.min((at.top + at.bottom) / 2 - holder.offsetHeight / 2, board.bottom - holder.offsetHeight - 8)))}px`;
}

function choose(id) {
  now.part = id;
  for (const part of place.querySelectorAll(".body-part")) part.setAttribute("aria-checked", String(part.dataset.part === id));
  for (const limb of place.querySelectorAll(".limb")) limb.classList.toggle("chosen", limb.dataset.part === id);
  const name = place.querySelector(`.body-part[data-part="${CSS.escape(id)}"] b`).textContent;
  go.textContent = say("aim_do", { what: now.title, part: name });
  const seen = now.chances.get(id);
  const list = (shares) => shares.filter((one) => one.tone).map((one) => `${one.name} ${Math.round(one.share * 100)}%`).join(" · ");
  told.textContent = !seen ? "" : seen.ok ? `${name}: ${list([...(seen.others ?? []), ...(seen.shares ?? [])])}` : seen.why;
  go.disabled = Boolean(seen && !seen.ok);
}

// What a hit does at each part: the gravest that may come of it, and the wounds it would most likely add.
async function weigh(wire, deed, field, tries = 3) {
  const about = now;
  const reply = await wire.ask({ do: "chances", ...deed, field, several: false, values: about.ids });
  if (about !== now) return;
  if (tries && (!reply.ok || reply.chances?.some((one) => one.later))) {
    setTimeout(() => about === now && weigh(wire, deed, field, tries - 1), AGAIN);
  }
  for (const one of reply.chances ?? []) {
    now.chances.set(one.value, one);
    const part = place.querySelector(`.body-part[data-part="${CSS.escape(one.value)}"]`);
    if (one.ok && one.shares?.length) label(part, one);
    else if (!one.ok) part.title = one.why;
  }
  const hit = [...now.chances.values()].find((one) => one.ok && one.wanted);
  if (hit) note.textContent = say("aim_hit", { wanted: hit.wanted, percent: hit.percent });
  const best = [...now.chances.values()].filter((one) => one.ok).sort((a, b) => grave(b) - grave(a))[0];
  if (best && !now.chosen) choose(best.value);
  else choose(now.part);
}

const grave = (one) => Math.max(0, ...(one.others ?? []).map((share) => share.tone * 10 + share.share));

// A hit that changes nothing about the part is a wound all the same.
const wounded = (share) => (share.tone ? share : { ...share, tone: 3 });

// The gravest that may come of it; where the part stays as it is, the wounds themselves.
function gravest(one, likely) {
  const worst = [...(one.others ?? [])].sort((a, b) => b.tone - a.tone || b.shade - a.shade)[0];
  if (worst?.tone) return { name: worst.name, percent: `${Math.round(worst.share * 100)}%` };
  return { name: likely ? say("aim_wounds", { n: likely }) : one.wanted, percent: one.percent };
}

function label(part, one) {
  const likely = Number([...(one.counts ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0);
  const worst = gravest(one, likely);
  const shown = document.createElement("span");
  shown.className = "part-odds";
  const line = document.createElement("span");
  const big = document.createElement("strong");
  big.textContent = worst.percent;
  line.append(worst.name, big);
  shown.append(bar(one.others?.length ? one.others.map(wounded) : one.shares), line);
  part.append(shown);
  for (const slot of [...part.querySelectorAll(".slots .w-0")].slice(0, likely)) slot.classList.add("w-more");
}

holder.addEventListener("click", (event) => {
  const part = event.target.closest("[data-part]");
  if (event.target.closest("[data-close]")) holder.dispatchEvent(new CustomEvent("ludex-put", { bubbles: true }));
  else if (event.target.closest("footer .act")) now?.done(now.part);
  else if (part && now?.ids.includes(part.dataset.part)) {
    now.chosen = true;
    choose(part.dataset.part);
  }
});
holder.addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!by || !now) return;
  event.preventDefault();
  now.chosen = true;
  choose(now.ids[(now.ids.indexOf(now.part) + by + now.ids.length) % now.ids.length]);
});
