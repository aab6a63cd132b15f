// <ludex-timeline>: stretch the axis with the wheel and Ctrl, a pinch or the + and − keys; begin where now is.

const WIDEST = 12;

class Timeline extends HTMLElement {
  connectedCallback() {
    this.stretch = this.stretch ?? 1;
    this.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.addEventListener("keydown", (event) => this.key(event));
    this.apply(Number(this.dataset.now) / 100);
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2);
  }

  key(event) {
    if (event.key === "+" || event.key === "=") this.zoom(1.4);
    else if (event.key === "-") this.zoom(1 / 1.4);
    else if (event.key === "0") this.zoom(1 / this.stretch);
  }

  zoom(by) {
    const middle = (this.scrollLeft + this.clientWidth / 2) / this.scrollWidth;
    this.stretch = Math.min(WIDEST, Math.max(1, this.stretch * by));
    this.apply(middle);
  }

  // The drawing is in percent, so a wider one stretches time and leaves the letters alone.
  apply(middle) {
    this.firstElementChild.style.width = `${this.stretch * 100}%`;
    this.scrollLeft = middle * this.scrollWidth - this.clientWidth / 2;
  }
}

customElements.define("ludex-timeline", Timeline);
