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
  stage.overlay.replaceChildren();
  concern(stage, "reacting");
  concern(stage, "reached");
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
  const small = found.ok ? [found.left ? say("trace_left", { left: found.left }) : "", found.reacts?.length ? say("trace_reacts", { n: found.reacts.length }) : "", again ? say("tap_again") : ""].filter(Boolean).join(" · ") : "";
  if (big || small) {
    const shown = pin(x, y, big || small, big ? small : "", !found.ok, true);
    pieces.push(shown);
    settle(stage, shown, x, y);
  }
  stage.overlay.replaceChildren(...pieces);
  concern(stage, "reacting", found.reacts);
  concern(stage, "reached", found.hits);
  tell.textContent = found.ok ? `${cell.join(", ")} ${found.told ?? ""} ${again ? say("tap_again") : ""}` : found.why;
}

// Above the cell, or below it at the upper edge; never over the side of what is looked at.
function settle(stage, shown, x, y) {
  const [left, top, width] = stage.box();
  const half = Number(shown.dataset.width) / 2 + 8;
  const size = Number(stage.dataset.cell) * 0.9;
  const at = Math.min(Math.max(x, left + half), left + width - half);
  shown.setAttribute("transform", `translate(${at} ${y - size < top + 20 ? y + size : y - size})`);
}
