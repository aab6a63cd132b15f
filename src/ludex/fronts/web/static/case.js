// <ludex-case>: the threads between the cards of a case board, drawn where the cards stand.

import { drawn } from "./stage.js";

class Case extends HTMLElement {
  connectedCallback() {
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this);
    this.mutations = new MutationObserver((changes) => changes.some((c) => !c.target.closest(".strings")) && this.draw());
    this.mutations.observe(this, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-links"] });
    this.draw();
  }

  disconnectedCallback() {
    this.observer.disconnect();
    this.mutations.disconnect();
  }

  card(id) {
    return this.querySelector(`[data-card-id="${CSS.escape(id)}"]`);
  }

  draw() {
    const svg = this.querySelector(".strings");
    if (!svg) return;
    const home = this.getBoundingClientRect();
    const at = (element) => {
      const box = element.getBoundingClientRect();
      return { left: box.left - home.left + this.scrollLeft, right: box.right - home.left + this.scrollLeft, y: box.top - home.top + this.scrollTop + box.height / 2 };
    };
    svg.setAttribute("width", this.scrollWidth);
    svg.setAttribute("height", this.scrollHeight);
    const strings = [];
    for (const [a, b, kind] of JSON.parse(this.dataset.links || "[]")) {
      const [one, other] = [this.card(a), this.card(b)];
      if (!one || !other) continue;
      const [p, q] = [at(one), at(other)];
      const forward = p.right <= q.left + 1;
      const [x1, x2] = forward ? [p.right, q.left] : [p.left, q.right];
      const bend = (x1 + x2) / 2;
      strings.push(drawn("path", { class: `str ${kind}`, d: `M${x1} ${p.y}C${bend} ${p.y} ${bend} ${q.y} ${x2} ${q.y}` }));
      strings.push(drawn("circle", { class: "knot", cx: x2, cy: q.y, r: 4 }));
    }
    svg.replaceChildren(...strings);
  }
}

customElements.define("ludex-case", Case);
