// <ludex-stage>: the map zooms and pans; pieces are dragged, or moved with arrow keys and Enter; squares are chosen; distances measured.
// The server decides every move; until it answers, a piece waits where it was put, and goes back if the move is refused.

import { say } from "./words.js";

const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const SVG = "http://www.w3.org/2000/svg";
const NEAREST = 0.25;

export function drawn(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  return element;
}

class Stage extends HTMLElement {
  connectedCallback() {
    if (this.ready) return;
    this.ready = true;
    this.pointers = new Map();
    this.addEventListener("pointerdown", (event) => this.grab(event));
    this.addEventListener("pointermove", (event) => this.drag(event));
    this.addEventListener("pointerup", (event) => this.drop(event));
    this.addEventListener("pointercancel", (event) => this.release(event));
    this.addEventListener("dblclick", (event) => this.dispatchEvent(new CustomEvent("ludex-ping", { bubbles: true, detail: this.cell(this.point(event)) })));
    this.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.addEventListener("keydown", (event) => this.key(event));
    if (matchMedia("(max-width: 760px)").matches) this.near();
  }

  // On a phone the map begins near: around whose turn it is, with squares that a finger can hit.
  near() {
    const piece = this.querySelector(".piece.now") ?? this.querySelector(".piece.ally") ?? this.querySelector(".piece");
    const [, , w, h] = this.box();
    const wide = (this.clientWidth / 56) * Number(this.dataset.cell);
    if (!piece || wide >= w || !this.clientWidth) return;
    const [x, y] = this.middle([Number(piece.dataset.x), Number(piece.dataset.y)]);
    const high = (wide * this.clientHeight) / this.clientWidth;
    this.look([x - wide / 2, Math.min(y - high / 2, this.whole[1] + h - high), wide, high]);
  }

  get svg() {
    return this.querySelector("svg");
  }

  get overlay() {
    return this.querySelector(".overlay");
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
      this.paint(start);
      return;
    }
    if (piece) this.held = { piece, from: piece.getAttribute("transform"), start, moved: false };
    else this.pan = { box: this.box(), x: event.clientX, y: event.clientY, moved: false };
  }

  spread() {
    const [one, other] = [...this.pointers.values()];
    return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  }

  drag(event) {
    if (this.pointers.has(event.pointerId)) this.pointers.set(event.pointerId, event);
    if (this.pinch && this.pointers.size === 2) {
      const now = this.spread();
      this.zoom(this.pinch / now);
      this.pinch = now;
    } else if (this.painted) this.paint(this.point(event));
    else if (this.measure) this.ruled(this.measure, this.point(event));
    else if (this.pan) this.panned(event);
    else if (this.held && this.dataset.move) this.dragged(event);
    else if (this.choosing) this.hover(this.cell(this.point(event)));
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
    this.ruled(this.held.start, at);
  }

  drop(event) {
    this.pointers.delete(event.pointerId);
    this.pinch = null;
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
    this.overlay.replaceChildren();
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

  // A square was chosen: for a deed that goes somewhere, or to see what can be done there.
  chosen(cell, event) {
    if (this.inside(cell)) this.dispatchEvent(new CustomEvent("ludex-cell", { bubbles: true, detail: { cell, at: event } }));
  }

  hover(cell) {
    const size = Number(this.dataset.cell);
    const [x, y] = this.middle(cell);
    const half = this.dataset.grid === "hex" ? size * 0.86 : size / 2;
    const mark = drawn("rect", { class: "cell-mark", x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 6 });
    this.overlay.replaceChildren(...(this.inside(cell) ? [mark] : []));
  }

  // A square under the brush.
  paint(point) {
    const cell = this.cell(point);
    if (!this.inside(cell) || this.painted.has(String(cell))) return;
    this.painted.set(String(cell), cell);
    const size = Number(this.dataset.cell);
    const half = this.dataset.grid === "hex" ? size * 0.86 : size / 2;
    const [x, y] = this.middle(cell);
    this.overlay.append(drawn("rect", { class: "cell-mark", x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 6 }));
  }

  // Choose a square from now on, or no longer.
  choose(on) {
    this.choosing = on;
    this.svg.classList.toggle("cells-lit", on);
    this.overlay.replaceChildren();
  }

  ruled(from, to) {
    const [a, b] = [this.cell(from), this.cell(to)];
    const [x1, y1] = this.middle(a);
    const [x2, y2] = this.middle(b);
    const line = drawn("path", { class: "ruler-line", d: `M${x1} ${y1}L${x2} ${y2}` });
    const steps = this.dataset.grid === "hex" ? (Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[0] + a[1] - b[0] - b[1])) / 2 : Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
    this.overlay.replaceChildren(line, pin(x2, y2 - 40, say("distance", { n: steps }), "", true));
  }

  ping([x, y]) {
    const [cx, cy] = this.middle([x, y]);
    const ring = drawn("circle", { class: "ping", cx, cy, r: 6 });
    this.overlay.append(ring);
    setTimeout(() => ring.remove(), 2600);
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
    if (!piece) return;
    const step = STEPS[event.key];
    if (step && this.dataset.move) {
      event.preventDefault();
      const at = this.aim?.piece === piece ? this.aim : { piece, cell: [Number(piece.dataset.x), Number(piece.dataset.y)], from: piece.getAttribute("transform") };
      const cell = [at.cell[0] + step[0], at.cell[1] + step[1]];
      if (this.inside(cell)) {
        this.aim = { ...at, cell };
        this.show(piece, cell);
      }
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (this.aim?.piece === piece) this.place(piece, this.aim.cell, this.aim.from);
      else this.use(piece);
      this.aim = null;
    } else if (event.key === "Escape" && this.aim) {
      this.aim.piece.setAttribute("transform", this.aim.from);
      this.aim = null;
    }
  }

  // A piece is moved by a deed with the fields `who` and `to`.
  moved(piece, cell) {
    const deed = { deed: this.dataset.move, args: { who: piece.dataset.id, to: cell } };
    return new Promise((settle) => this.dispatchEvent(new CustomEvent("ludex-deed", { bubbles: true, detail: { deed, settle } })));
  }
}

// A label on the map: a chance on a target, or why not.
export function pin(x, y, big, small = "", nope = false) {
  const group = drawn("g", { class: `pin${nope ? " nope" : ""}`, transform: `translate(${x} ${y})` });
  const wide = (text, size) => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 255 ? 1 : 0.6), 0) * size;
  const width = wide(big, nope ? 13 : 18) + (small ? wide(small, 11) + 6 : 0) + 20;
  const height = nope ? 22 : 30;
  group.append(drawn("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 }));
  const text = drawn("text", { y: nope ? 4.5 : 6.5 });
  if (small) text.append(drawn("tspan", { class: "small" }, `${small} `));
  text.append(drawn("tspan", {}, big));
  group.append(text);
  return group;
}

customElements.define("ludex-stage", Stage);
