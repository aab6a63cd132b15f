// The roll moment: what fell is shown on the board (`show.js`), also when a question follows. On a phone the result then stays over the
// hand: until it is dismissed where it concerns the reader, else it goes by itself or when she is needed.

import { toast } from "./pop.js";
import { say } from "./words.js";

const PASSES = 6000;
const result = document.getElementById("result");
const phone = matchMedia("(max-width: 760px)");
const board = import("./show.js"); // nothing waits for it

// Show what a fresh entry of the story rolled: also what is not over yet, and raised a question.
export async function happen(entry) {
  const waits = !entry.querySelector(".card-title") && Boolean(entry.querySelector(".asks"));
  if (!entry.querySelector(".roll .came, .throws > .throw, .roll .moved")) return;
  const sheet = phone.matches && !waits && Boolean(entry.querySelector(".roll .came, .throws > .throw"));
  if (sheet) stay(entry);
  const { show } = await board;
  if (sheet) await settled(); // what is left of the board is what it is shown on
  show(entry, begun(entry), waits);
}

function settled() {
  return new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
}

// What was asked about is not asked any more, and nothing came of it.
export async function lapse() {
  (await board).lapse();
}

// What somebody does next ends the show.
export async function end() {
  (await board).end();
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

// While somebody is asked what she does about it: an arrow on the map.
export async function threaten() {
  (await board).threaten();
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

function chipOf(name) {
  return [...document.querySelectorAll(".rail .chip[data-chip]")].find((chip) => chip.title.split(" · ")[0] === name)?.dataset.chip;
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

// Whether it concerns the reader: she did it, answered it, or it was for one of hers or moved something of hers.
function concerns(entry) {
  const moved = [...entry.querySelectorAll(".roll .moved")].map(({ dataset }) => dataset.actor || chipOf(dataset.who));
  return mine(entry) || entry.matches(".own") || [...JSON.parse(begun(entry).dataset.to || "[]"), ...moved].some(inHand);
}

// On a phone: the card over the hand, until it is dismissed.
function stay(entry) {
  const title = Object.assign(document.createElement("p"), { className: "result-title" });
  title.textContent = entry.querySelector(".card-title")?.textContent ?? "";
  const card = entry.querySelector(".roll").cloneNode(true);
  const why = card.querySelector(".why");
  const ways = Object.assign(document.createElement("p"), { className: "result-ways" });
  if (why) ways.append(way("act", () => (why.open = !why.open), say("why")));
  ways.append(way("act primary", () => { result.hidden = true; end(); }, "")); // the board grows back under what was shown
  result.replaceChildren(title, card, ways);
  result.classList.toggle("theirs", entry.classList.contains("theirs"));
  result.dataset.of = entry.id;
  result.dataset.own = concerns(entry) ? "yes" : "";
  result.hidden = !result.dataset.own && Boolean(document.querySelector("#f-title .need"));
  clearTimeout(result.timer);
  if (!result.dataset.own) result.timer = setTimeout(() => (result.hidden = true), PASSES);
  pressing();
}

function way(name, run, label) {
  const button = Object.assign(document.createElement("button"), { className: name, type: "button", textContent: label });
  button.addEventListener("click", run);
  return button;
}

// What was taken back did not happen, neither on the board nor over the hand.
export function forget() {
  end();
  if (document.getElementById(result.dataset.of)?.matches(".undone")) result.hidden = true;
}

// The reader is needed: what somebody else rolled lies in the story, not over her hand.
export function clear() {
  if (!result.dataset.own) result.hidden = true;
}

// The way on from the card says that a question waits behind it.
export function pressing() {
  const known = result.querySelector(".result-ways > .primary");
  if (known) known.textContent = say(document.querySelector(".question.mine") ? "result_asked" : "result_ok");
}
