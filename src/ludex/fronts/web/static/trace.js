// What a deed would draw on the map before it is done: the way with its cost, the area, whoever may react. The server says it.

import { drawn, pin } from "./stage.js";
import { say } from "./words.js";

const tell = document.getElementById("tell");

function outline(stage, cells) {
  const size = Number(stage.dataset.cell);
  return cells.map((cell) => {
    const [x, y] = stage.middle(cell);
    if (stage.dataset.grid !== "hex") return `M${x - size / 2} ${y - size / 2}h${size}v${size}h${-size}z`;
    const w = (size * Math.sqrt(3)) / 2;
    return `M${[[0, -size], [w, -size / 2], [w, size / 2], [0, size], [-w, size / 2], [-w, -size / 2]].map(([dx, dy]) => `${x + dx} ${y + dy}`).join("L")}z`;
  }).join("");
}

export function brief(why, most = 16) {
  const first = why.split(/[。；;]|\. /)[0];
  const [gist] = first.split(/[：，]|[:,] /);
  const short = wide(first) > most ? gist : first;
  return wide(short) > most ? `${short.slice(0, short.charCodeAt(0) > 255 ? most - 1 : most * 2 - 2)}…` : short;
}

// How many letters of Chinese a text is as wide as.
export const wide = (text) => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 255 ? 1 : 0.55), 0);

// Which pieces are concerned, marked so that colour never stands alone.
export function concern(stage, name, ids = []) {
  for (const piece of stage.querySelectorAll(".piece")) piece.classList.toggle(name, ids.includes(piece.dataset.id));
}

export function clear(stage) {
  for (const layer of [stage.overlay, stage.over]) layer.replaceChildren();
  concern(stage, "reacting");
  concern(stage, "reached");
  concern(stage, "own");
}

// Draw a trace that leads to a cell; `again`: on a phone the same cell is tapped once more.
export function draw(stage, found, cell, from, again = false) {
  const [x, y] = stage.middle(cell);
  const pieces = [];
  if (found.area) pieces.push(drawn("path", { class: "wash laid", d: outline(stage, found.area) }));
  if (found.way) {
    const steps = [from, ...found.way].filter(Boolean).map((one) => stage.middle(one));
    pieces.push(drawn("path", { class: "path-line", d: `M${steps.map((one) => one.join(" ")).join("L")}` }));
    pieces.push(...steps.slice(1, -1).map(([cx, cy]) => drawn("circle", { class: "path-step", cx, cy, r: 4 })));
  }
  pieces.push(drawn("path", { class: `cell-mark${found.ok ? "" : " nope"}`, d: outline(stage, [cell]) }));
  const big = found.ok ? found.cost ?? "" : `⊘ ${brief(found.why)}`;
  const own = sameSide(stage, found);
  const next = again ? say(found.area ? "tap_again_lay" : "tap_again") : "";
  const hits = found.area && found.hits?.length ? say("area_hits", { n: found.hits.length }) : "";
  const warned = own.length ? say("area_own", { who: own.map((piece) => piece.dataset.name).join(say("list_comma")) }) : "";
  const small = found.ok ? [found.left ? say("trace_left", { left: found.left }) : "", found.reacts?.length ? say("trace_reacts", { n: found.reacts.length }) : "", hits, warned, next].filter(Boolean).join(" · ") : "";
  stage.overlay.replaceChildren(...pieces);
  stage.over.replaceChildren();
  if (big || small) {
    const shown = pin(x, y, big || small, big ? small : "", !found.ok, true);
    stage.over.append(shown);
    settle(stage, shown, [x, y], found.area?.map((one) => stage.middle(one)[1]) ?? [y]);
  }
  concern(stage, "reacting", found.reacts);
  concern(stage, "reached", found.hits);
  concern(stage, "own", own.map((piece) => piece.dataset.id));
  tell.textContent = found.ok ? `${cell.join(", ")} ${found.told ?? ""} ${warned} ${next}` : found.why;
}

// Who of those in an area stands with the one who lays it, herself among them.
function sameSide(stage, { area, hits = [], by }) {
  const whose = area && stage.querySelector(`.piece[data-id="${CSS.escape(by ?? "")}"]`);
  const side = whose && ["ally", "foe"].find((one) => whose.classList.contains(one));
  return side ? [...stage.querySelectorAll(`.piece.${side}`)].filter((piece) => hits.includes(piece.dataset.id)) : [];
}

// Above what is chosen, or below it at the upper edge and where a chance stands already; never over the side of what is looked at.
function settle(stage, shown, [x, y], rows) {
  const [left, top, width, height] = stage.box();
  const size = Number(stage.dataset.cell);
  const wide = Number(shown.dataset.width) + 16;
  const scale = Number(shown.dataset.grown) * Math.min(1, width / wide);
  const half = Math.min(wide, width) / 2;
  const at = Math.min(Math.max(x, left + half), left + width - half);
  const [first, last] = [Math.min(...rows, y), Math.max(...rows, y)];
  for (const row of [first - size * 0.9, last + size * 0.9, first - size * 1.6, last + size * 1.6, first - size * 0.9]) {
    shown.setAttribute("transform", `translate(${at} ${row}) scale(${scale.toFixed(2)})`);
    if (row > top + 20 && row < top + height - 20 && !covered(shown, stage.querySelector(".pins"))) return;
  }
}

// Whether a label lies over one that is there already.
export function covered(label, pins) {
  const box = label.getBoundingClientRect();
  return [...pins.children].some((one) => {
    const other = one.getBoundingClientRect();
    return one !== label && box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
  });
}
