// What a roll shows on the board: dice tumble between who acts and whom it is for, at most 400 ms, with what they came to; the total, and in
// the end the verdict, lands on whom it was for, what moved floats, and the bar drops with its ghost. What else is on the board is hushed,
// and nobody else's token is covered.

const STAYS = 3200;
const TUMBLES = 400;
const GAP = 8;
const layer = document.getElementById("moment");
const area = layer.parentElement;
const phone = matchMedia("(max-width: 760px)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const hushing = new CSSStyleSheet();
document.adoptedStyleSheets.push(hushing);

function pieces() {
  return [...area.querySelectorAll(".board .piece[data-id]")];
}

function piece(actor) {
  return actor ? pieces().find((one) => one.dataset.id === actor) : null;
}

function named(name) {
  return name ? pieces().find((one) => one.dataset.name === name) : null;
}

// At whom a number moved.
export function whose(moved) {
  return moved && (piece(moved.dataset.actor) ?? named(moved.dataset.who));
}

function box(element) {
  const home = area.getBoundingClientRect();
  const at = element.getBoundingClientRect();
  return { left: at.left - home.left, top: at.top - home.top, right: at.right - home.left, bottom: at.bottom - home.top };
}

// Where something that moved at somebody floats: beside her token, on a time axis on her lane, where the time stands.
function spot(element) {
  const line = element.closest(".lane")?.querySelector(".now-line");
  if (!line) return box(element);
  const [at, row] = [box(line), box(element.closest(".lane"))];
  return { left: at.left, right: at.right, top: row.top, bottom: row.bottom };
}

function middle(at) {
  return { x: (at.left + at.right) / 2, y: (at.top + at.bottom) / 2 };
}

function board() {
  const at = box(area.querySelector(".board"));
  const pill = document.querySelector("#f-question > .waiting, #f-question > .for-others");
  const foot = pill ? Math.min(at.bottom, box(pill).top) : at.bottom;
  return { left: at.left + 4, top: at.top + 4, right: at.right - 4, bottom: Math.max(at.top + 60, foot - 4) };
}

// The first bar of somebody that has just gone down, if one has.
function dropped(actor) {
  const lines = document.querySelectorAll(`.rail .chip[data-chip="${CSS.escape(actor ?? "")}"] .peek .vline`);
  return [...lines].find((one) => one.querySelector(".g"))?.cloneNode(true);
}

// --- the moment -------------------------------------------------------------------------------------------------------

// Show what a fresh entry of the story rolled: also what is not over yet, and raised a question.
export function show(entry, root, waits) {
  end();
  const came = entry.querySelector(".roll .came");
  const throws = [...entry.querySelectorAll(".throws > .throw")];
  const moved = [...entry.querySelectorAll(".roll .moved")];
  const aims = JSON.parse(root.dataset.to || "[]").filter((one) => one !== root.dataset.from);
  const target = piece(aims[0]) ?? whose(moved[0]) ?? piece(root.dataset.from);
  const from = piece(root.dataset.from) ?? named(throws[0]?.dataset.whose) ?? target;
  layer.hidden = false;
  layer.classList.toggle("theirs", entry.classList.contains("theirs"));
  const taken = pieces().map(box);
  const small = phone.matches && !waits; // the sheet says the rest
  const quiet = !came && !throws.length; // it fell without a die
  const dice = small ? null : thrown(throws, entry, !waits && throws.some((one) => one.hasAttribute("data-from-before")));
  const floats = waits ? [] : floating(moved, target);
  const landed = small || quiet ? null : landing(entry, came, waits);
  if (!quiet) hush([from, target, ...floats.map((one) => one.piece)]);
  for (const one of floats) taken.push(put(one.element, taken, around(spot(one.piece), one.element, one.piece.matches(".lane-who") ? "beside" : "below")));
  if (landed) taken.push(put(landed, taken, around(target ? box(target) : heart(), landed, "above")));
  if (dice) tumble(dice, from, target, taken);
  if (waits && !still.matches) rises();
  noise(throws.length);
  layer.dataset.waits = waits ? "yes" : "";
  clearTimeout(layer.timer);
  layer.timer = setTimeout(waits ? () => hushing.replaceSync("") : end, STAYS); // what somebody is asked about lies there until it is answered
}

// Nobody is asked any more.
export function lapse() {
  if (layer.dataset.waits) end();
}

// What somebody does next ends the show.
export function end() {
  clearTimeout(layer.timer);
  layer.hidden = true;
  layer.replaceChildren();
  hushing.replaceSync("");
}

// The question that a roll raised comes up when its dice have come to rest.
function rises() {
  document.body.classList.add("rolling");
  clearTimeout(rises.timer);
  rises.timer = setTimeout(() => document.body.classList.remove("rolling"), TUMBLES + 200);
}

// Whoever is not in it steps back.
function hush(those) {
  const ids = those.filter(Boolean).map((one) => `[data-id="${CSS.escape(one.dataset.id)}"]`);
  if (ids.length) hushing.replaceSync(`.board .piece:not(${ids.join(", ")}) { opacity: .45; }`);
}

// The roll that decides, large, with its sum; others small under it, with what they were for. Dice that fell before lie still.
function thrown(throws, entry, lies) {
  if (!throws.length) return null;
  const dice = part("div", lies ? "tumble lies" : "tumble");
  const first = part("div", "fell");
  first.append(...[...throws[0].querySelectorAll(".die")].slice(0, 6).map((die) => die.cloneNode(true)));
  dice.append(first);
  const sum = entry.querySelector(".roll .sumline");
  if (sum) {
    const line = part("p", "formula");
    line.append(...[...sum.children].slice(0, 5).map((one) => one.cloneNode(true)));
    dice.append(line);
  }
  const others = throws.slice(1, 4).filter((one) => one.querySelector(".die"));
  if (others.length) {
    const row = part("p", "others");
    row.append(...others.map((one) => one.cloneNode(true)));
    dice.append(row);
  }
  layer.append(dice);
  return dice;
}

function part(tag, name) {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}

// What lands on the target: the verdict, with the number that decided; before it is over the number alone.
function landing(entry, came, waits) {
  if (!came && waits) return null;
  const land = part("div", waits ? "land waits" : "land");
  const verdict = came?.querySelector(".verdict") ?? entry.querySelector(".told-line .how");
  const number = came?.querySelector(".big");
  if (waits && number) land.append(number.cloneNode(true));
  if (verdict) land.append(verdict.cloneNode(true));
  else if (!waits) {
    const title = part("p", "note");
    title.textContent = entry.querySelector(".card-title")?.textContent ?? "";
    land.append(title);
  }
  if (!waits && number) {
    const line = part("p", "note");
    line.append(number.cloneNode(true), ...[...came.querySelectorAll(".beside")].slice(0, 2).map((one) => one.cloneNode(true)));
    land.append(line);
  }
  layer.append(land);
  return land;
}

// What moved, at whom it moved: the number and the bar with its ghost.
function floating(moved, target) {
  const found = moved.map((one) => ({ one, piece: whose(one) })).filter(({ piece: at }) => at);
  const told = found.map(({ one, piece: at }) => ({ piece: at, element: float(short(one.dataset, at), one.querySelector(".vit, .tiers"), one.querySelector(".num"), one.classList.contains("gained")) }));
  const line = !told.length && target && dropped(target.dataset.id);
  if (line) told.push({ piece: target, element: float({}, line.querySelector(".vit"), line.querySelector(".num"), false, line.querySelector("em")?.textContent) });
  return told.slice(0, 4);
}

// Somebody's life goes without its name.
function short({ what, by }, at) {
  const first = document.querySelector(`.rail .chip[data-chip="${CSS.escape(at.dataset.id)}"] .peek .vline em`)?.textContent;
  return { by, what: what === first ? "" : what };
}

function float({ what = "", by = "" }, bar, numbers, gained, label = "") {
  const made = part("div", gained ? "float gained" : "float");
  const amount = part("b", "num by");
  amount.textContent = `${what} ${by}`.trim();
  if (by) made.append(amount);
  if (bar) {
    const pill = part("p", "pill");
    if (label) pill.append(label);
    pill.append(bar.cloneNode(true), numbers.cloneNode(true));
    made.append(pill);
  }
  layer.append(made);
  return made;
}

// --- where it lies ----------------------------------------------------------------------------------------------------

function heart() {
  const at = board();
  const x = (at.left + at.right) / 2;
  const y = at.top + (at.bottom - at.top) * 0.4;
  return { left: x, top: y, right: x, bottom: y };
}

// Places beside somebody, the one that is wanted first.
function around(at, element, wanted) {
  const [w, h] = [element.offsetWidth, element.offsetHeight];
  const { x, y } = middle(at);
  const above = [x - w / 2, at.top - GAP - h];
  const below = [x - w / 2, at.bottom + GAP];
  const sides = [[at.right + GAP, y - h / 2], [at.left - GAP - w, y - h / 2]];
  const corners = [[at.right, at.top - h], [at.left - w, at.top - h], [at.right, at.bottom], [at.left - w, at.bottom]];
  const far = [[x - w / 2, at.top - 2 * h], [x - w / 2, at.bottom + h]];
  if (wanted === "beside") return [sides[0], [at.right + 2 * GAP + w, y - h / 2], sides[1], below, above, ...far];
  return wanted === "above" ? [above, ...corners, ...sides, below, ...far] : [below, ...sides, ...corners, above, ...far];
}

// Put something where it covers least, best nothing, and lies whole on the board.
function put(element, taken, places) {
  const [w, h] = [element.offsetWidth, element.offsetHeight];
  const home = board();
  const boxes = places.map(([left, top]) => {
    const x = Math.max(home.left, Math.min(left, home.right - w));
    const y = Math.max(home.top, Math.min(top, home.bottom - h));
    return { left: x, top: y, right: x + w, bottom: y + h };
  });
  const cost = (at) => taken.reduce((sum, one) => sum + covered(at, one), 0);
  const best = boxes.reduce((one, other) => (cost(other) < cost(one) ? other : one));
  element.style.left = `${best.left}px`;
  element.style.top = `${best.top}px`;
  return best;
}

function covered(a, b) {
  return Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
}

// Dice lie between the two, beside the line from one to the other where somebody stands on it; they come from who acts.
function tumble(dice, from, target, taken) {
  const a = middle(from ? box(from) : heart());
  const b = middle(target ? box(target) : heart());
  const [w, h] = [dice.offsetWidth, dice.offsetHeight];
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const steps = [0, 40, -40, 80, -80, 120, -120, 160, -160, 220, -220];
  const shifts = steps.flatMap((down) => steps.map((aside) => [aside, down])).sort((one, other) => Math.hypot(...one) - Math.hypot(...other));
  const places = shifts.map(([aside, down]) => [x - w / 2 + aside, y - h / 2 + down]);
  const at = middle(put(dice, taken, places));
  dice.style.setProperty("--from-x", `${Math.round(a.x - at.x) || -90}px`);
  dice.style.setProperty("--from-y", `${Math.round(a.y - at.y) || -30}px`);
}

// A short rattle, for who wishes to hear it.
function noise(throws) {
  if (!throws || still.matches || !document.getElementById("wish-dice")?.checked) return;
  const context = new AudioContext();
  for (let n = 0; n < 5; n += 1) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const at = context.currentTime + n * 0.07;
    tone.type = "triangle";
    tone.frequency.value = 320 + ((n * 137) % 220);
    volume.gain.setValueAtTime(0.06 / (n + 1), at);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.05);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.06);
  }
  setTimeout(() => context.close(), 800);
}

const TIGHT = 46; // so near to a token's middle an arrow would lie on it

// While somebody is asked what she does about it: an arrow on the map from who acts to whom it is for.
export function threaten() {
  const map = document.querySelector("svg.map");
  map?.querySelector(".threat")?.remove();
  const asked = document.querySelector("#f-question > *") && [...document.querySelectorAll("#log .entry:not(.given-up, .undone):has(.asks)")].at(-1);
  const { from, to } = asked?.dataset ?? {};
  const ends = [from, JSON.parse(to || "[]").find((one) => one !== from)].map((who) => who && map?.querySelector(`.piece[data-id="${CSS.escape(who)}"]`));
  if (!ends.every(Boolean)) return;
  const [a, b] = ends.map((piece) => [...piece.getAttribute("transform").matchAll(/-?[\d.]+/g)].slice(0, 2).map(Number));
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [dx, dy] = [(b[0] - a[0]) / far, (b[1] - a[1]) / far];
  const [r, s] = ends.map((piece) => Number(piece.dataset.r) * 1.55);
  const below = dx < 0 || (!dx && dy > 0) ? -1 : 1;
  const others = [...map.querySelectorAll(".piece")].filter((one) => !ends.includes(one)).map((one) => [...one.getAttribute("transform").matchAll(/-?[\d.]+/g)].slice(0, 2).map(Number));
  const near = (side) => Math.min(Infinity, ...others.map(([x, y]) => Math.hypot(x - ((a[0] + b[0]) / 2 - side * dy * (18 + far / 4)), y - ((a[1] + b[1]) / 2 + side * dx * (18 + far / 4)))));
  const free = near(-below) > near(below) + 8 ? -below : below; // below the two, unless somebody stands there
  const bow = near(free) < TIGHT ? 0 : free; // between those who stand on either side it goes straight
  const reach = bow ? 0.5 : 1;
  const edge = ([x, y], away, along) => [x - bow * dy * away + along * dx * away * reach, y + bow * dx * away + along * dy * away * reach];
  const [p, q] = [edge(a, r, 1), edge(b, s, -1)];
  const mid = [(p[0] + q[0]) / 2 - bow * dy * (18 + far / 8), (p[1] + q[1]) / 2 + bow * dx * (18 + far / 8)];
  const turn = (Math.atan2(q[1] - mid[1], q[0] - mid[0]) * 180) / Math.PI;
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("class", "threat");
  group.innerHTML = `<path d="M${p}Q${mid} ${q}"/><path class="head" transform="translate(${q}) rotate(${turn})" d="M6 0L-8 -6V6z"/>`;
  map.insertBefore(group, map.querySelector(".pins"));
}
