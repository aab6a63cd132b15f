// <ludex-stage>: the map zooms and pans; pieces are dragged, or moved with arrow keys and Enter; squares are chosen; distances measured.
// The server decides every move; until it answers, a piece waits where it was put, and goes back if the move is refused.

import * as trace from "./trace.js";

// How the page asks its server; set once when there is one.
export const server = { trace: async () => ({ ok: true }), far: async () => "" };

const PRESS = 550; // milliseconds after which a finger that rests points at a square
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const SVG = "http://www.w3.org/2000/svg";
const NEAREST = 0.25;
const phone = matchMedia("(max-width: 760px), (max-height: 520px)"); // on its side too

export function drawn(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  return element;
}

// What a stroke from one square to another covers.
const SHAPES = {
  box([a, b], [c, d]) {
    const across = Array.from({ length: Math.abs(c - a) + 1 }, (_, n) => Math.min(a, c) + n);
    const down = Array.from({ length: Math.abs(d - b) + 1 }, (_, n) => Math.min(b, d) + n);
    return across.flatMap((x) => down.map((y) => [x, y]));
  },
  line([a, b], [c, d]) {
    const steps = Math.max(Math.abs(c - a), Math.abs(d - b), 1);
    return Array.from({ length: steps + 1 }, (_, n) => [Math.round(a + ((c - a) * n) / steps), Math.round(b + ((d - b) * n) / steps)]);
  },
};

class Stage extends HTMLElement {
  connectedCallback() {
    if (this.ready) return;
    this.ready = true;
    this.pointers = new Map();
    this.addEventListener("pointerdown", (event) => this.grab(event));
    this.addEventListener("pointermove", (event) => this.drag(event));
    this.addEventListener("pointerup", (event) => this.drop(event));
    this.addEventListener("pointercancel", (event) => this.release(event));
    this.addEventListener("contextmenu", (event) => this.square(event));
    this.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.raise(event.target.closest(".piece")));
    this.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.addEventListener("keydown", (event) => this.key(event));
    if (phone.matches) import("./near.js").then(({ Near }) => (this.eye = new Near(this)));
  }

  get svg() {
    return this.querySelector("svg");
  }

  get overlay() {
    return this.querySelector(".overlay");
  }

  // What is read lies over all who stand there.
  get over() {
    return this.querySelector(".overlay.over");
  }

  point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  // The cell under a point of the drawing: square cells count from the bottom left; hexes by rounding cube coordinates.
  cell({ x, y }) {
    const size = Number(this.dataset.cell);
    if (this.dataset.grid !== "hex") return [Math.floor(x / size), Number(this.dataset.rows) - 1 - Math.floor(y / size)];
    const r = -y / (1.5 * size);
    const q = x / (Math.sqrt(3) * size) - r / 2;
    let [rq, rr, rs] = [Math.round(q), Math.round(r), Math.round(-q - r)];
    const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs + q + r)];
    if (dq > dr && dq > ds) rq = -rr - rs;
    else if (dr > ds) rr = -rq - rs;
    return [rq, rr];
  }

  middle([x, y]) {
    const size = Number(this.dataset.cell);
    if (this.dataset.grid === "hex") return [size * Math.sqrt(3) * (x + y / 2), -size * 1.5 * y];
    return [(x + 0.5) * size, (Number(this.dataset.rows) - y - 0.5) * size];
  }

  inside([x, y]) {
    return x >= 0 && y >= 0 && x < Number(this.dataset.columns) && y < Number(this.dataset.rows);
  }

  // --- the view of it -----------------------------------------------------------------------------------------------

  get whole() {
    return this.svg.dataset.whole.split(" ").map(Number);
  }

  box() {
    return this.svg.getAttribute("viewBox").split(" ").map(Number);
  }

  look(box) {
    this.svg.setAttribute("viewBox", box.map((n) => Math.round(n * 10) / 10).join(" "));
    this.grain = Math.max(box[2] / this.clientWidth, box[3] / this.clientHeight); // of the drawing in a pixel
  }

  zoom(by, at = null) {
    const [x, y, w, h] = this.box();
    const factor = Math.min(1, Math.max(NEAREST, (w * by) / this.whole[2])) / (w / this.whole[2]);
    const middle = at ?? { x: x + w / 2, y: y + h / 2 };
    if (w * factor >= this.whole[2] - 1) this.look(this.whole);
    else this.look([middle.x - (middle.x - x) * factor, middle.y - (middle.y - y) * factor, w * factor, h * factor]);
  }

  fit() {
    this.look(this.whole);
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 0.87 : 1.15, this.point(event));
  }

  // --- hands --------------------------------------------------------------------------------------------------------

  grab(event) {
    if (event.button) return;
    this.pointers.set(event.pointerId, event);
    const piece = event.target.closest(".piece");
    const start = this.point(event);
    if (this.pointers.size === 2) {
      this.release(event, false);
      this.pinch = this.spread();
      return;
    }
    if (this.measuring) {
      this.measure = start;
      return;
    }
    if (this.brush) {
      this.painted = new Map();
      this.stroke = this.cell(start);
      this.paint(start);
      return;
    }
    clearTimeout(this.pressing);
    if (!this.choosing) this.pressing = setTimeout(() => this.rested(event), PRESS);
    if (piece && !this.choosing?.cells) this.held = { piece, from: piece.getAttribute("transform"), start, moved: false };
    else this.pan = { box: this.box(), x: event.clientX, y: event.clientY, moved: false };
  }

  spread() {
    const [one, other] = [...this.pointers.values()];
    return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  }

  drag(event) {
    if (this.pointers.has(event.pointerId)) this.pointers.set(event.pointerId, event);
    if (this.pan?.moved || this.held?.moved || this.pointers.size > 1) clearTimeout(this.pressing);
    if (this.pinch && this.pointers.size === 2) {
      const now = this.spread();
      this.zoom(this.pinch / now);
      this.pinch = now;
    } else if (this.painted) this.paint(this.point(event));
    else if (this.measure) this.ruled(this.measure, this.point(event));
    else if (this.pan) this.panned(event);
    else if (this.held && this.dataset.move) this.dragged(event);
    else if (this.choosing && event.pointerType === "mouse") this.hover(this.cell(this.point(event)));
  }

  // A finger or the mouse rests on a square: everybody is shown it.
  rested(event) {
    if (!this.pan || this.pan.moved) return;
    this.pan = null;
    this.pointAt(this.cell(this.point(event)));
  }

  pointAt(cell) {
    if (this.inside(cell)) this.dispatchEvent(new CustomEvent("ludex-ping", { bubbles: true, detail: cell }));
  }

  // What can be done on a square, by the other button.
  square(event) {
    const cell = this.cell(this.point(event));
    if (!this.inside(cell) || event.pointerType === "touch") return;
    event.preventDefault();
    this.dispatchEvent(new CustomEvent("ludex-square", { bubbles: true, detail: { cell } }));
  }

  // Whoever is looked at lies on top.
  raise(piece) {
    if (piece && !this.held && piece.nextElementSibling?.classList.contains("piece")) piece.parentNode.insertBefore(piece, this.querySelector(".pins"));
  }

  panned(event) {
    const scale = this.svg.getScreenCTM().a;
    const [dx, dy] = [event.clientX - this.pan.x, event.clientY - this.pan.y];
    if (Math.hypot(dx, dy) > 5 && !this.pan.moved) {
      this.pan.moved = true;
      this.setPointerCapture(event.pointerId);
    }
    const [x, y, w, h] = this.pan.box;
    if (this.pan.moved) this.look([x - dx / scale, y - dy / scale, w, h]);
    this.svg.classList.toggle("panning", this.pan.moved);
  }

  dragged(event) {
    const at = this.point(event);
    if (Math.hypot(at.x - this.held.start.x, at.y - this.held.start.y) > 8 && !this.held.moved) {
      this.held.moved = true;
      this.setPointerCapture(event.pointerId);
    }
    if (!this.held.moved) return;
    this.held.piece.classList.add("dragging");
    this.held.piece.setAttribute("transform", `translate(${at.x} ${at.y})`);
    this.foresee(this.held.piece, this.cell(at));
  }

  // What a move of a piece would draw; a piece that is only put somewhere is measured.
  async foresee(piece, cell) {
    if (String(cell) === String(this.seen) || !this.inside(cell)) return;
    this.seen = cell;
    const from = [Number(piece.dataset.x), Number(piece.dataset.y)];
    const found = await server.trace({ deed: this.dataset.move, args: { who: piece.dataset.id, to: cell } });
    if (String(this.seen) !== String(cell) || !(this.held || this.aim)) return;
    if (found.way || !found.ok) trace.draw(this, found, cell, from);
    else this.rule(from, cell);
  }

  drop(event) {
    this.pointers.delete(event.pointerId);
    clearTimeout(this.pressing);
    this.pinch = this.seen = null;
    this.svg.classList.remove("panning");
    const { held, pan, painted } = this;
    this.held = this.pan = this.painted = null;
    if (painted) {
      this.overlay.replaceChildren();
      if (painted.size) this.brush?.([...painted.values()]);
      return;
    }
    if (this.measure) {
      this.measure = null;
      return;
    }
    if (!this.choosing) trace.clear(this);
    if (held) this.dropped(held, event);
    else if (pan && !pan.moved) this.chosen(this.cell(this.point(event)), event);
  }

  dropped(held, event) {
    held.piece.classList.remove("dragging");
    if (held.moved) this.place(held.piece, this.cell(this.point(event)), held.from);
    else this.use(held.piece);
  }

  release(event, forget = true) {
    if (forget) this.pointers.delete(event.pointerId);
    this.held?.piece.setAttribute("transform", this.held.from);
    this.held = this.pan = this.measure = null;
  }

  use(piece) {
    piece.focus({ preventScroll: true });
    this.dispatchEvent(new CustomEvent("ludex-touch", { bubbles: true, detail: piece }));
  }

  // A square was chosen: for a deed that goes somewhere (a finger shows it first, and does it with a second tap), or to see what can be done.
  chosen(cell, event) {
    if (!this.inside(cell)) return;
    const fresh = this.choosing && event.pointerType !== "mouse" && String(cell) !== String(this.cursor);
    if (fresh) this.hover(cell, true);
    else if (this.choosing) this.choosing.done(cell);
    else this.dispatchEvent(new CustomEvent("ludex-cell", { bubbles: true, detail: { cell, at: event } }));
  }

  async hover(cell, again = false) {
    if (!this.choosing || !this.inside(cell) || String(cell) === String(this.cursor)) return;
    this.cursor = cell;
    const { choosing } = this;
    const found = await choosing.preview(cell);
    if (this.choosing === choosing && String(this.cursor) === String(cell)) trace.draw(this, found, cell, choosing.from, again);
  }

  // The squares from where the brush was put down: all that it went over, a box, or a line.
  paint(point) {
    const cell = this.cell(point);
    if (this.shape) {
      this.painted.clear();
      this.overlay.replaceChildren();
    }
    for (const one of SHAPES[this.shape]?.(this.stroke, cell) ?? [cell]) this.dab(one);
  }

  dab(cell) {
    if (!this.inside(cell) || this.painted.has(String(cell))) return;
    this.painted.set(String(cell), cell);
    const size = Number(this.dataset.cell);
    const half = this.dataset.grid === "hex" ? size * 0.86 : size / 2;
    const [x, y] = this.middle(cell);
    this.overlay.append(drawn("rect", { class: "cell-mark", x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 6 }));
  }

  // Choose a square from now on (`preview` says what it would draw, `done` does it, `from` is where it begins), or no longer.
  choose(how) {
    this.choosing = how;
    this.cursor = null;
    this.svg.classList.toggle("cells-lit", Boolean(how));
    trace.clear(this);
    if (how) this.focus({ preventScroll: true });
  }

  ruled(from, to) {
    this.rule(this.cell(from), this.cell(to));
  }

  // A line between two squares, as long as the system says.
  async rule(a, b) {
    const [x1, y1] = this.middle(a);
    const [x2, y2] = this.middle(b);
    const line = drawn("path", { class: "ruler-line", d: `M${x1} ${y1}L${x2} ${y2}` });
    const key = `${a} ${b}`;
    if (this.ruling !== key) {
      this.overlay.replaceChildren(line);
      this.over.replaceChildren();
    }
    if (this.ruling === key) return;
    this.ruling = key;
    const far = await server.far(a, b);
    if (this.ruling === key && far && line.isConnected) this.over.replaceChildren(pin(x2, y2 - 40, far, "", true));
  }

  ping([x, y]) {
    const [cx, cy] = this.middle([x, y]);
    const ring = drawn("circle", { class: "ping", cx, cy, r: 6 });
    this.overlay.append(ring);
    setTimeout(() => ring.remove(), 2600);
  }

  // After a push: what was foreseen is not true any more.
  renew() {
    if (!this.choosing && !this.held) trace.clear(this);
    this.eye?.arrived();
  }

  // Put a piece on a cell and ask the table; a refusal puts it back.
  async place(piece, cell, from) {
    if (!this.inside(cell) || (cell[0] === Number(piece.dataset.x) && cell[1] === Number(piece.dataset.y))) {
      piece.setAttribute("transform", from);
      return;
    }
    this.show(piece, cell);
    if (!(await this.moved(piece, cell))) piece.setAttribute("transform", from);
  }

  show(piece, cell) {
    const [x, y] = this.middle(cell);
    piece.setAttribute("transform", `translate(${x} ${y})`);
  }

  key(event) {
    const piece = event.target.closest(".piece");
    const step = STEPS[event.key];
    if (this.choosing?.cells || (this.choosing && !piece)) this.pickByKey(event, step);
    else if (piece) this.moveByKey(event, piece, step);
  }

  // The square that a deed wants, by arrows and Enter.
  pickByKey(event, step) {
    const at = this.cursor ?? this.choosing.from ?? [0, 0];
    if (step) this.hover([at[0] + step[0], at[1] + step[1]]);
    else if (event.key === "Enter" && this.cursor) this.choosing.done(this.cursor);
    else if (event.key === "p") this.pointAt(at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  moveByKey(event, piece, step) {
    if (step && this.dataset.move) {
      event.preventDefault();
      const at = this.aim?.piece === piece ? this.aim : { piece, cell: [Number(piece.dataset.x), Number(piece.dataset.y)], from: piece.getAttribute("transform") };
      const cell = [at.cell[0] + step[0], at.cell[1] + step[1]];
      if (!this.inside(cell)) return;
      this.aim = { ...at, cell };
      this.show(piece, cell);
      this.foresee(piece, cell);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (this.aim?.piece === piece) this.place(piece, this.aim.cell, this.aim.from);
      else this.use(piece);
      this.rest();
    } else if (event.key === "p") this.pointAt([Number(piece.dataset.x), Number(piece.dataset.y)]);
    else if (event.key === "Escape" && this.aim) {
      this.aim.piece.setAttribute("transform", this.aim.from);
      this.rest();
    }
  }

  rest() {
    this.aim = this.seen = null;
    if (!this.choosing) trace.clear(this);
  }

  // A piece is moved by a deed with the fields `who` and `to`.
  moved(piece, cell) {
    const deed = { deed: this.dataset.move, args: { who: piece.dataset.id, to: cell } };
    return new Promise((settle) => this.dispatchEvent(new CustomEvent("ludex-deed", { bubbles: true, detail: { deed, settle } })));
  }
}

// How much larger a label is drawn on a map that is shown small, so that it can be read.
export function legible() {
  return Math.min(2.4, Math.max(1, 0.85 / shown()));
}

const shown = () => document.querySelector("ludex-stage svg.map")?.getScreenCTM()?.a || 1;

// A label on the map: a chance on a target, or why not.
export function pin(x, y, big, small = "", nope = false, after = false) {
  const grown = nope ? Math.min(1, 1 / shown()) * legible() : legible(); // a reason is no larger than it must be
  const group = drawn("g", { class: `pin${nope ? " nope" : ""}`, transform: `translate(${x} ${y}) scale(${grown.toFixed(2)})` });
  const width = trace.wide(big) * (nope ? 13 : 18) + (small ? trace.wide(small) * 13 + 8 : 0) + 20;
  const height = nope ? 22 : 30;
  group.dataset.width = width * grown;
  group.dataset.grown = grown;
  group.append(drawn("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 }));
  const text = drawn("text", { y: nope ? 4.5 : 6.5 });
  const aside = small ? drawn("tspan", { class: "small", dx: after ? 6 : 0 }, after ? small : `${small} `) : "";
  const main = drawn("tspan", {}, big);
  text.append(...(after ? [main, aside] : [aside, main]));
  group.append(text);
  return group;
}

customElements.define("ludex-stage", Stage);
