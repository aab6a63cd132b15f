// What a phone sees of the map: it begins near, keeps its size while the sheet below rises and falls, and shows whoever is meant.

export class Near {
  constructor(stage) {
    this.stage = stage;
    this.begin();
    new ResizeObserver(() => this.resized()).observe(stage);
  }

  // Around whose turn it is, with squares that a finger can hit.
  begin() {
    const { stage } = this;
    const own = document.querySelector(".hand[data-mine]:not([hidden])")?.dataset.hand ?? "";
    const mine = !document.body.classList.contains("role-gm") && stage.querySelector(`.piece[data-id="${CSS.escape(own)}"]`);
    const piece = mine || (stage.querySelector(".piece.now") ?? stage.querySelector(".piece.ally") ?? stage.querySelector(".piece"));
    this.centred = piece?.dataset.id ?? "";
    const [left, top, w, h] = stage.whole;
    if (!piece || !stage.clientWidth) return;
    const wide = Math.min(w, (stage.clientWidth / 56) * Number(stage.dataset.cell));
    const high = this.tall(wide);
    if (wide >= w && high >= h) return;
    const [x, y] = stage.middle([Number(piece.dataset.x), Number(piece.dataset.y)]);
    stage.look([Math.max(left, Math.min(x - wide / 2, left + w - wide)), Math.max(Math.min(top, top + h - high), Math.min(y - high / 2, top + h - high)), wide, high]);
  }

  tall(wide) {
    return (wide * this.stage.clientHeight) / this.stage.clientWidth;
  }

  // Who has only now been put on the map is looked at.
  arrived() {
    const own = document.querySelector(".hand[data-mine]")?.dataset.hand;
    const here = own && this.stage.querySelector(`.piece[data-id="${CSS.escape(own)}"]`);
    if (here && this.centred !== own && !document.body.classList.contains("role-gm")) this.begin();
  }

  // What is seen keeps its size and its middle.
  resized() {
    const { stage } = this;
    const [x, y, w, h] = stage.box();
    const [wide, high] = [stage.clientWidth * stage.grain, stage.clientHeight * stage.grain];
    if (wide && high && (w < stage.whole[2] || h < stage.whole[3])) stage.look([x + (w - wide) / 2, y + (h - high) / 2, wide, high]);
    if (document.querySelector("#f-question .question.mine")) this.asked();
  }

  // A question is about her and about whose act it is.
  asked() {
    const own = document.querySelector(".hand[data-mine]")?.dataset.hand ?? "";
    const pieces = [this.stage.querySelector(`.piece[data-id="${CSS.escape(own)}"]`), this.stage.querySelector(".piece.now")].filter(Boolean);
    if (pieces.length) this.bring(pieces);
  }

  // Who acts and whom she may choose are brought into view together; what was seen before is kept for afterwards.
  bring(pieces) {
    const { stage } = this;
    const [x, y, w, h] = stage.box();
    const half = Number(stage.dataset.cell) * 0.8;
    const at = pieces.map((piece) => stage.middle([Number(piece.dataset.x), Number(piece.dataset.y)]));
    const [left, right] = [Math.min(...at.map(([a]) => a)) - half, Math.max(...at.map(([a]) => a)) + half];
    const [top, foot] = [Math.min(...at.map(([, b]) => b)) - half, Math.max(...at.map(([, b]) => b)) + half];
    if (left >= x && right <= x + w && top >= y && foot <= y + h) return;
    this.before ??= [x + w / 2, y + h / 2, w];
    const wide = Math.max(right - left, ((foot - top) * stage.clientWidth) / stage.clientHeight, Math.min(w, stage.whole[2] * 0.5));
    stage.look([(left + right - wide) / 2, (top + foot - this.tall(wide)) / 2, wide, this.tall(wide)]);
  }

  // As it was seen before somebody aimed.
  back() {
    if (!this.before) return;
    const [x, y, wide] = this.before;
    this.before = null;
    this.stage.look([x - wide / 2, y - this.tall(wide) / 2, wide, this.tall(wide)]);
  }
}
