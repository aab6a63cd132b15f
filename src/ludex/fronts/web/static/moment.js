// The roll moment: dice tumble on the board for at most 400 ms, the verdict lands on whom it was for; on a phone the result then stays
// over the hand until it is dismissed; what somebody else rolled, and not at the reader nor by her answer, goes by itself or when she is needed.

import { toast } from "./pop.js";
import { say } from "./words.js";

const STAYS = 2600;
const PASSES = 6000;
const layer = document.getElementById("moment");
const result = document.getElementById("result");
const phone = matchMedia("(max-width: 760px)");

function place(actor) {
  const piece = actor && document.querySelector(`.board .piece[data-id="${CSS.escape(actor)}"]`);
  const home = layer.parentElement.getBoundingClientRect();
  if (!piece) return { x: home.width / 2, y: home.height / 2.6, top: home.height / 2.6 - 30 };
  const at = piece.getBoundingClientRect();
  const top = piece instanceof SVGElement ? at.top - home.top : at.bottom - home.top + 4; // over a token, on a card: nobody else's is covered
  return { x: at.left - home.left + at.width / 2, y: at.top - home.top + at.height / 2, top };
}

// Bars as they were drawn last: what has gone since is a ghost behind them until they are drawn anew.
const known = new Map();

export function bars() {
  for (const chip of document.querySelectorAll(".rail .chip[data-chip]")) {
    chip.querySelectorAll(".vit").forEach((bar, place) => {
      const key = `${chip.dataset.chip} ${place}`;
      const now = parseFloat(bar.querySelector(".v").getAttribute("width"));
      const was = known.get(key) ?? now;
      known.set(key, now);
      if (was > now && !bar.querySelector(".g")) bar.insertAdjacentHTML("beforeend", `<rect class="g" x="${now}%" width="${was - now}%" height="100%"/>`);
    });
  }
}
bars();

// The first bar of somebody that has just gone down, if one has.
function dropped(actor) {
  const lines = document.querySelectorAll(`.rail .chip[data-chip="${CSS.escape(actor ?? "")}"] .peek .vline`);
  const line = [...lines].find((one) => one.querySelector(".g"));
  return line ? [line.cloneNode(true)] : [];
}

// Show what a fresh entry of the story rolled.
export function happen(entry) {
  const began = document.getElementById(`n${entry.dataset.act}`) ?? entry;
  const own = [...entry.querySelectorAll(".throws .die")];
  const dice = (own.length ? own : [...began.querySelectorAll(".throws .die")]).slice(0, 6);
  const verdict = entry.querySelector(".roll .verdict");
  const title = entry.querySelector(".card-title");
  if (!verdict && !(own.length && title)) return; // it is not over yet
  if (phone.matches) stay(entry); // first: what is left of the board is what the dice fall on
  const root = begun(entry);
  const whom = JSON.parse(root.dataset.to || "[]").filter((one) => one !== root.dataset.from);
  const to = place(whom[0] ?? root.dataset.from);
  const from = place(root.dataset.from);
  layer.replaceChildren();
  if (dice.length) {
    const thrown = document.createElement("div");
    thrown.className = "tumble";
    thrown.append(...dice.map((die) => die.cloneNode(true)));
    layer.append(thrown);
    const x = (from.x + to.x) / 2;
    const foot = layer.parentElement.querySelector(".board").clientHeight - 40;
    const y = Math.min(Math.max(40, (from.y + to.y) / 2 + (Math.hypot(from.x - to.x, from.y - to.y) < 150 ? 96 : 0)), foot);
    thrown.style.left = `${x}px`;
    thrown.style.top = `${y}px`;
    thrown.style.setProperty("--from-x", `${Math.round(from.x - x) || -90}px`);
    thrown.style.setProperty("--from-y", `${Math.round(from.y - y) || -30}px`);
  }
  const land = document.createElement("div");
  land.className = entry.classList.contains("theirs") ? "land theirs" : "land";
  land.append((verdict ?? title).cloneNode(true));
  const line = document.createElement("p");
  line.className = "note";
  line.textContent = (entry.querySelector(".told-line .what") ?? title)?.textContent.trim() ?? "";
  land.append(line, ...dropped(whom[0]));
  layer.append(land);
  layer.hidden = false;
  const width = layer.parentElement.clientWidth;
  const half = land.offsetWidth / 2 + 8;
  land.style.left = `${Math.min(Math.max(to.x, half), width - half)}px`;
  land.style.top = `${Math.max(land.offsetHeight + 8, to.top - 8)}px`;
  if (dice.length) part(layer.querySelector(".tumble"), land);
  clearTimeout(layer.timer);
  layer.timer = setTimeout(() => (layer.hidden = true), STAYS);
}

// Dice lie on the board and beside what they came to, never under it: below it, above it, or at the foot of a low board with the verdict over them.
function part(dice, land) {
  const edge = dice.offsetWidth / 2 + 4;
  dice.style.left = `${Math.max(edge, Math.min(parseFloat(dice.style.left), layer.parentElement.clientWidth - edge))}px`;
  const middle = dice.offsetHeight / 2 + 4;
  const foot = layer.parentElement.querySelector(".board").clientHeight - middle;
  const low = parseFloat(land.style.top);
  const high = low - land.offsetHeight;
  const y = parseFloat(dice.style.top);
  const aside = Math.abs(parseFloat(dice.style.left) - parseFloat(land.style.left)) >= (dice.offsetWidth + land.offsetWidth) / 2;
  if (aside || y - middle >= low || y + middle <= high) return;
  const at = low + middle <= foot ? low + middle : high - middle >= middle ? high - middle : foot;
  dice.style.top = `${at}px`;
  if (at === foot) land.style.top = `${Math.max(land.offsetHeight, Math.min(low, foot - middle))}px`;
}

// While somebody is asked what she does about it: an arrow on the map from who acts to whom it is for.
export function threaten() {
  const map = document.querySelector("svg.map");
  map?.querySelector(".threat")?.remove();
  const asked = document.querySelector("#f-question > *") && [...document.querySelectorAll("#log .entry:not(.given-up, .undone):has(.asks)")].at(-1);
  const { from, to } = asked?.dataset ?? {};
  const ends = [from, JSON.parse(to || "[]").find((one) => one !== from)].map((who) => who && map?.querySelector(`.piece[data-id="${CSS.escape(who)}"]`));
  if (!ends.every(Boolean)) return;
  const [a, b] = ends.map((piece) => [...piece.getAttribute("transform").matchAll(/-?[\d.]+/g)].slice(0, 2).map(Number));
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [dx, dy] = [(b[0] - a[0]) / far, (b[1] - a[1]) / far];
  const [r, s] = ends.map((piece) => Number(piece.dataset.r) * 1.55);
  const bow = dx < 0 || (!dx && dy > 0) ? -1 : 1; // below the two
  const edge = ([x, y], away, along) => [x - bow * dy * away + along * dx * away * 0.5, y + bow * dx * away + along * dy * away * 0.5];
  const [p, q] = [edge(a, r, 1), edge(b, s, -1)];
  const mid = [(p[0] + q[0]) / 2 - bow * dy * (18 + far / 8), (p[1] + q[1]) / 2 + bow * dx * (18 + far / 8)];
  const turn = (Math.atan2(q[1] - mid[1], q[0] - mid[0]) * 180) / Math.PI;
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("class", "threat");
  group.innerHTML = `<path d="M${p}Q${mid} ${q}"/><path class="head" transform="translate(${q}) rotate(${turn})" d="M6 0L-8 -6V6z"/>`;
  map.insertBefore(group, map.querySelector(".pins"));
}

// Whether the reader did it, or somebody in her hand.
function mine(entry) {
  const root = begun(entry);
  return root.matches(".own") || inHand(root.dataset.from);
}

// The entry with which an act began: it says who acts and on whom.
function begun(entry) {
  return entry.dataset.from ? entry : document.getElementById(`n${entry.dataset.act}`) ?? entry;
}

function inHand(actor) {
  return Boolean(actor && document.querySelector(`#f-hand .hand[data-hand="${CSS.escape(actor)}"]`));
}

// What others did to the reader's people, or made of what she had begun, is told to who does not have the story before her.
export function concern(entry) {
  const root = begun(entry);
  const hers = root !== entry && root.classList.contains("own");
  if (entry.matches(".own, .rolled, .undone") || !(hers || JSON.parse(root.dataset.to || "[]").some(inHand))) return;
  const told = [...(entry.querySelector(".told-line")?.children ?? [])].map((one) => one.textContent.trim());
  if (told.length) toast(told.join(" "));
}

// On a phone: the card over the hand, until it is dismissed.
function stay(entry) {
  const title = document.createElement("p");
  title.className = "note";
  title.textContent = entry.querySelector(".card-title")?.textContent ?? "";
  const card = entry.querySelector(".roll").cloneNode(true);
  const known = document.createElement("button");
  known.type = "button";
  known.className = "act primary";
  known.addEventListener("click", () => (result.hidden = true));
  result.replaceChildren(title, card, known);
  result.classList.toggle("theirs", entry.classList.contains("theirs"));
  result.dataset.of = entry.id;
  result.dataset.own = mine(entry) ? "yes" : "";
  result.hidden = !result.dataset.own && Boolean(document.querySelector("#f-title .need"));
  clearTimeout(result.timer);
  const concerned = result.dataset.own || entry.matches(".own") || JSON.parse(begun(entry).dataset.to || "[]").some(inHand);
  if (!concerned) result.timer = setTimeout(() => (result.hidden = true), PASSES);
  pressing();
}

// What was taken back did not happen, neither on the board nor over the hand.
export function forget() {
  layer.hidden = true;
  if (document.getElementById(result.dataset.of)?.matches(".undone")) result.hidden = true;
}

// The reader is needed: what somebody else rolled lies in the story, not over her hand.
export function clear() {
  if (!result.dataset.own) result.hidden = true;
}

// The way on from the card says that a question waits behind it.
export function pressing() {
  const known = result.querySelector(":scope > .primary");
  if (known) known.textContent = say(document.querySelector(".question.mine") ? "result_asked" : "result_ok");
}
