// <ludex-stage>: pieces are dragged, or moved with arrow keys and Enter. The server decides; until it answers, the piece
// waits where it was put, and goes back if the move is refused. Choosing a piece only writes its line, ready to send.


const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

class Stage extends HTMLElement {
  connectedCallback() {
    this.addEventListener("pointerdown", (event) => this.grab(event));
    this.addEventListener("pointermove", (event) => this.drag(event));
    this.addEventListener("pointerup", (event) => this.drop(event));
    this.addEventListener("pointercancel", () => this.release());
    this.addEventListener("keydown", (event) => this.key(event));
  }

  get svg() {
    return this.querySelector("svg");
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

  grab(event) {
    const piece = event.target.closest(".piece");
    if (!piece || event.button) return;
    this.held = { piece, from: piece.getAttribute("transform"), start: this.point(event), moved: false };
    if (this.dataset.move) this.setPointerCapture(event.pointerId);
  }

  drag(event) {
    if (!this.held || !this.dataset.move) return;
    const at = this.point(event);
    if (Math.hypot(at.x - this.held.start.x, at.y - this.held.start.y) > 6) this.held.moved = true;
    if (!this.held.moved) return;
    this.held.piece.classList.add("dragging");
    this.held.piece.setAttribute("transform", `translate(${at.x} ${at.y})`);
  }

  drop(event) {
    const held = this.held;
    if (!held) return;
    held.piece.classList.remove("dragging");
    this.held = null;
    if (!held.moved) {
      this.use(held.piece);
      return;
    }
    this.place(held.piece, this.cell(this.point(event)), held.from);
  }

  release() {
    this.held?.piece.setAttribute("transform", this.held.from);
    this.held = null;
  }

  use(piece) {
    piece.focus({ preventScroll: true });
    if (piece.dataset.deed) this.dispatchEvent(new CustomEvent("ludex-touch", { bubbles: true, detail: piece }));
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
    } else if (event.key === "Enter" || event.key === " ") {
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

customElements.define("ludex-stage", Stage);
