// <ludex-case>: the threads between the cards of a case board, drawn where the cards stand.

import { drawn } from "./stage.js";

const FAR = 6; // pixels that make a drag
const NEAR = 14; // so near to where it belongs a card goes back there
const MOST = 200;
const KEY = `ludex.case.${document.body.dataset.secret.slice(0, 8)}`;
const moved = new CSSStyleSheet();
document.adoptedStyleSheets.push(moved);

function kept() {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(localStorage.getItem(KEY) || "{}")).filter(([, at]) => at.length === 2 && at.every(Number.isFinite)));
  } catch {
    return {};
  }
}

// Cards lie where this reader has put them, in this browser.
const places = kept();
function lay() {
  moved.replaceSync(Object.entries(places).map(([id, [x, y]]) => `.case [data-card-id="${CSS.escape(id)}"] { translate: ${x}px ${y}px; z-index: 1; }`).join("\n"));
}
lay();

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(places).slice(-MOST))));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

class Case extends HTMLElement {
  connectedCallback() {
    if (!this.ready) this.handle();
    this.ready = true;
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this);
    this.mutations = new MutationObserver((changes) => changes.some((c) => !c.target.closest(".strings")) && this.draw());
    this.mutations.observe(this, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-links"] });
    this.draw();
  }

  // A card is dragged to where it is wanted; a click without a drag still opens it.
  handle() {
    this.addEventListener("pointerdown", (event) => {
      const card = event.pointerType !== "touch" && !event.button && event.target.closest("[data-card-id]");
      this.held = card ? { card, id: card.dataset.cardId, x: event.clientX, y: event.clientY, from: places[card.dataset.cardId] ?? [0, 0], moved: false } : null;
    });
    this.addEventListener("pointermove", (event) => this.held && this.drag(event));
    for (const way of ["pointerup", "pointercancel"]) this.addEventListener(way, () => this.drop());
    this.addEventListener("click", (event) => {
      if (!this.dropped) return;
      this.dropped = false;
      event.stopPropagation();
      event.preventDefault();
    }, true);
  }

  drag(event) {
    const { card, id, x, y, from } = this.held;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (!this.held.moved && Math.hypot(dx, dy) < FAR) return;
    if (!this.held.moved) card.setPointerCapture(event.pointerId);
    this.held.moved = true;
    card.classList.add("dragging");
    const box = this.getBoundingClientRect();
    const at = card.getBoundingClientRect();
    const [ox, oy] = [at.left - (places[id]?.[0] ?? 0), at.top - (places[id]?.[1] ?? 0)]; // where it belongs
    places[id] = [Math.max(box.left - ox, Math.min(from[0] + dx, box.right - at.width - ox)), Math.max(box.top - oy, Math.min(from[1] + dy, box.bottom - at.height - oy))].map(Math.round);
    lay();
    this.draw();
  }

  drop() {
    const { held } = this;
    this.held = null;
    if (!held?.moved) return;
    this.dropped = true;
    setTimeout(() => (this.dropped = false)); // no click may follow
    held.card.classList.remove("dragging");
    if (Math.hypot(...places[held.id]) < NEAR) delete places[held.id];
    lay();
    keep();
    this.draw();
  }

  disconnectedCallback() {
    this.observer.disconnect();
    this.mutations.disconnect();
  }

  draw() {
    const svg = this.querySelector(".strings");
    if (!svg) return;
    const home = this.getBoundingClientRect();
    const at = (element) => {
      const box = element.getBoundingClientRect();
      return { left: box.left - home.left + this.scrollLeft, right: box.right - home.left + this.scrollLeft, top: box.top - home.top + this.scrollTop, bottom: box.bottom - home.top + this.scrollTop, y: box.top - home.top + this.scrollTop + box.height / 2 };
    };
    svg.setAttribute("width", this.scrollWidth);
    svg.setAttribute("height", this.scrollHeight);
    const strings = [];
    const boxes = new Map([...this.querySelectorAll("[data-card-id]")].map((card) => [card.dataset.cardId, at(card)]));
    const knots = new Map(); // how many threads come to a card already
    for (const [a, b, kind] of JSON.parse(this.dataset.links || "[]")) {
      const [p, q] = [boxes.get(a), boxes.get(b)];
      if (!p || !q) continue;
      const [from, to] = p.right <= q.left + 1 ? [p, q] : [q, p]; // from left to right
      const nth = knots.get(b) ?? 0;
      knots.set(b, nth + 1);
      const y1 = from.y + (from === q ? nth * 9 - 9 : 0);
      const y2 = to.y + (to === q ? nth * 9 - 9 : 0);
      const gutter = from.right + 10 + (nth % 3) * 5;
      const between = [...boxes.values()].some((one) => one !== from && one !== to && one.left > from.right && one.right < to.left + 1 && one.top < to.y && one.bottom > to.y);
      const way = between ? `V${to.top - 7}H${to.left - 9}V${y2}` : `V${y2}`; // round the cards that stand between, through the gap above
      strings.push(drawn("path", { class: `str ${kind}`, d: `M${from.right} ${y1}H${gutter}${way}H${to.left}` }));
      strings.push(drawn("circle", { class: "knot", cx: from === q ? from.right : to.left, cy: from === q ? y1 : y2, r: 4 }));
    }
    svg.replaceChildren(...strings);
  }
}

customElements.define("ludex-case", Case);
