// The time axis: arrows from acts to those whom they are aimed at, and an act that is being declared: a ghost on its lane whose handle
// changes how much it is, and with that how long it takes. The server says when it would land.

import { drawn } from "./stage.js";
import { say } from "./words.js";

const panel = document.getElementById("declare");
const [title, force, slider, shown, ways, told, go] = ["h2", ".declare-force label", "input", "output", ".declare-ways", "footer p", "footer .act"].map((one) => panel.querySelector(one));
const phone = matchMedia("(max-width: 760px)");
const STEP = 5;
let now = null; // what is being declared

const axis = () => document.querySelector(".timeline");
const lane = (id) => axis()?.querySelector(`.lane:has(.lane-who[data-id="${CSS.escape(id)}"])`);

// --- places -----------------------------------------------------------------------------------------------------------

function scale() {
  const home = axis().getBoundingClientRect();
  const first = axis().querySelector(".lane-acts").getBoundingClientRect();
  const [from, to] = [Number(axis().dataset.first), Number(axis().dataset.last)];
  return { home, at: (time) => first.left - home.left + ((time - from) / (to - from)) * first.width, time: (x) => from + ((x - first.left) / first.width) * (to - from) };
}

function row(id, home) {
  const box = lane(id)?.getBoundingClientRect();
  return box && { top: box.top - home.top, bottom: box.bottom - home.top, middle: (box.top + box.bottom) / 2 - home.top };
}

function arrow(x, from, to, name) {
  const down = to.middle > from.middle;
  const y = down ? to.top + 6 : to.bottom - 6;
  return drawn("path", { class: `aim ${name}`, d: `M${x} ${from.middle}C${x + 34} ${from.middle} ${x + 34} ${y} ${x + 4} ${y}`, "marker-end": "url(#aimed)" });
}

// Everything that lies over the lanes, drawn anew.
export function draw() {
  const svg = axis()?.querySelector(".aims");
  if (!svg || !axis().querySelector(".lane-acts")) return;
  const { home, at } = scale();
  const found = [];
  for (const bar of axis().querySelectorAll(".act-bar[data-aims]:is(.running, .hidden)")) {
    const id = bar.closest(".lane").querySelector(".lane-who").dataset.id;
    for (const target of JSON.parse(bar.dataset.aims)) {
      const [from, to] = [row(id, home), row(target, home)];
      if (from && to && id !== target) found.push(arrow(at(Number(bar.dataset.end)), from, to, bar.matches(".foe") ? "foe" : "ally"));
    }
  }
  for (const bar of axis().querySelectorAll(".act-bar.sooner")) bar.classList.remove("sooner");
  found.push(...landed(home, at));
  if (now?.span) found.push(...ghost(home, at));
  svg.replaceChildren(...found);
}

// What came of the acts that were settled at this very time: what each lane lost or gained, as the story tells it.
function landed(home, at) {
  const time = Number(axis().dataset.now);
  const told = [...document.querySelectorAll("#log .entry:not(.undone)")].reverse();
  const begun = told.findIndex((entry) => entry.querySelector(":scope > .round"));
  if (begun < 0 || parseFloat(told[begun].querySelector(".round").textContent) !== time) return [];
  const lanes = new Map();
  for (const moved of told.slice(0, begun + 1).reverse().flatMap((entry) => [...entry.querySelectorAll(".roll .moved[data-actor][data-by]")])) {
    const said = lanes.get(moved.dataset.actor) ?? [];
    lanes.set(moved.dataset.actor, [...said, moved.dataset]);
  }
  return [...lanes].flatMap(([id, all]) => {
    const to = row(id, home);
    return to ? all.slice(0, 3).map(({ by, what }, place) => {
      const text = drawn("text", { class: by.startsWith("+") ? "landed gained" : "landed", x: at(time) + 12, y: to.middle + 6 + (place - (Math.min(all.length, 3) - 1) / 2) * 22 }, by);
      if (all.length > 1) text.append(drawn("tspan", { dx: 6 }, what));
      return text;
    }) : [];
  });
}

function ghost(home, at) {
  const from = row(now.actor, home);
  if (!from) return [];
  const [start, end] = now.span;
  const [x1, x2] = [at(start), at(end)];
  const lanes = axis().querySelector(".lanes").getBoundingClientRect();
  const [top, foot] = [lanes.top - home.top, lanes.bottom - home.top];
  const high = Math.min(40, (from.bottom - from.top) * 0.5);
  const y = from.middle - high / 2;
  for (const bar of axis().querySelectorAll(".act-bar:is(.running, .hidden)")) bar.classList.toggle("sooner", Number(bar.dataset.end) <= end);
  const found = [drawn("rect", { class: "before-me", x: x1, y: top, width: Math.max(0, x2 - x1), height: foot - top }), drawn("line", { class: "landing", x1: x2, x2, y1: top, y2: foot })];
  for (const id of now.targets) {
    const to = row(id, home);
    if (to && id !== now.actor) found.push(arrow(x2, from, to, "mine"));
  }
  found.push(drawn("rect", { class: "ghost-bar", x: x1, y, width: Math.max(6, x2 - x1), height: high, rx: 6 }));
  const [inside, over] = [x2 - x1 > 120, home.left + x2 + 150 > panel.getBoundingClientRect().left && !phone.matches]; // never under the panel
  found.push(drawn("text", { class: "ghost-text", x: inside ? x1 + 10 : over ? x2 - 4 : x2 + 20, y: from.middle + (inside ? 5 : -high / 2 - 5), "text-anchor": over && !inside ? "end" : "start" }, `${now.amount} → ${now.word ? `${now.word} ` : ""}${round(end - start)}${axis().dataset.unit}`));
  found.push(drawn("circle", { class: "handle", cx: x2, cy: from.middle, r: 12 }), drawn("path", { class: "grip", d: `M${x2 - 3} ${from.middle - 5}v10M${x2} ${from.middle - 5}v10M${x2 + 3} ${from.middle - 5}v10` }));
  return found;
}

const round = (n) => Math.round(n * 100) / 100;

// --- declaring --------------------------------------------------------------------------------------------------------

// How a card is declared on the axis: the gap that says how much, and the one that says by what; nothing where it is another kind of card.
export function declared(card, closed) {
  if (!axis()) return null;
  const gaps = JSON.parse(card.dataset.gaps ?? "[]").filter((gap) => !closed.includes(gap.name));
  const open = gaps.filter((gap) => !gap.optional);
  const amount = open.find((gap) => gap.fill.length && gap.fill.every(([value]) => /^\d+$/.test(String(value))));
  const rest = open.filter((gap) => gap !== amount);
  if (!amount || rest.length > 1 || rest.some((gap) => gap.fill.length < 2)) return null;
  return { amount, by: rest[0] ?? null };
}

export function declare({ server, card, deed, actor, targets, how, done }) {
  const values = how.amount.fill.map(([value]) => Number(value));
  now = { server, deed, actor, targets, how, done, amount: values[Math.min(1, values.length - 1)], by: how.by?.fill[0][0] ?? "", spans: new Map(), title: card.dataset.title };
  const names = targets.map((id) => document.querySelector(`.lane-who[data-id="${CSS.escape(id)}"]`)?.dataset.name ?? id);
  title.textContent = names.length ? `${card.dataset.title} → ${names.join("、")}` : card.dataset.title;
  force.textContent = how.amount.title.split(/[（(；;：:]/)[0].trim();
  slider.max = String(Math.max(150, ...values));
  slider.value = String(now.amount);
  ways.replaceChildren(...(how.by?.fill ?? []).map(([value, name]) => way(value, name.split(/[（(]/)[0].trim())));
  panel.hidden = false;
  document.body.classList.add("parting");
  stand();
  change();
  slider.focus({ preventScroll: true });
}

export function close() {
  if (panel.hidden) return;
  panel.hidden = true;
  now = null;
  document.body.classList.remove("parting");
  draw();
}

function way(value, name) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "way";
  button.dataset.way = value;
  button.setAttribute("role", "radio");
  const [word, bar, time] = ["b", "i", "span"].map((kind) => document.createElement(kind));
  word.textContent = name;
  button.append(word, bar, time);
  return button;
}

// Under or over the lane, so that it and its target stay to be seen; on a phone it is the sheet.
function stand() {
  panel.style.left = panel.style.top = "";
  if (phone.matches) return;
  const board = document.getElementById("board").getBoundingClientRect();
  panel.style.left = `${Math.round(board.right - panel.offsetWidth - 12)}px`;
  const own = lane(now.actor)?.getBoundingClientRect();
  const low = own && (own.top + own.bottom) / 2 < (board.top + board.bottom) / 2;
  panel.style.top = `${Math.round(low ? board.bottom - panel.offsetHeight - 8 : board.top + 52)}px`;
}

async function span(by) {
  const key = `${now.amount} ${by}`;
  const { how, deed, spans, server } = now;
  if (!spans.has(key)) spans.set(key, server.trace({ ...deed, args: { ...deed.args, [how.amount.name]: String(now.amount), ...(how.by ? { [how.by.name]: by } : {}) } }));
  return spans.get(key);
}

// What it would take with each, and the ghost of the one that is chosen.
async function change() {
  const about = now;
  const { amount } = about;
  shown.textContent = String(amount);
  const all = about.how.by ? about.how.by.fill.map(([value]) => value) : [""];
  const found = new Map(await Promise.all(all.map(async (by) => [by, await span(by)])));
  if (about !== now || amount !== now.amount) return;
  if (!about.chosen) now.by = all.filter((by) => found.get(by).span).sort((a, b) => found.get(a).span[1] - found.get(b).span[1])[0] ?? all[0];
  const longest = Math.max(...[...found.values()].map((one) => (one.span ? one.span[1] - one.span[0] : 0)), 1);
  for (const button of ways.children) {
    const one = found.get(button.dataset.way);
    const takes = one?.span ? one.span[1] - one.span[0] : 0;
    button.setAttribute("aria-checked", String(button.dataset.way === now.by));
    button.querySelector("i").style.width = `${Math.round((takes / longest) * 100)}%`;
    button.querySelector("span").textContent = one?.span ? say("lands_at", { takes: round(takes), at: round(one.span[1]), unit: axis().dataset.unit }) : (one?.why ?? "");
    button.disabled = !one?.span;
  }
  const chosen = found.get(now.by);
  now.span = chosen?.span ?? null;
  now.word = ways.querySelector(`[data-way="${CSS.escape(now.by)}"] b`)?.textContent ?? "";
  go.disabled = !now.span;
  go.textContent = now.span ? say("declare_now", { at: round(now.span[1]), unit: axis().dataset.unit }) : say("declare_not");
  draw();
  const sooner = [...axis().querySelectorAll(".act-bar.sooner")].map((bar) => `${round(Number(bar.dataset.end))}${axis().dataset.unit} ${bar.closest(".lane").querySelector(".lane-who").dataset.name}`);
  told.textContent = chosen?.span ? (sooner.length ? say("lands_before", { who: sooner.join(" · ") }) : "") : (chosen?.why ?? "");
}

slider.addEventListener("input", () => {
  now.amount = Number(slider.value);
  change();
});
panel.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !now) return;
  if (button.dataset.way) {
    now.by = button.dataset.way;
    now.chosen = true;
    change();
  } else if (button === go) {
    const { deed, how, amount, by, done } = now;
    done({ ...deed, args: { ...deed.args, [how.amount.name]: String(amount), ...(how.by ? { [how.by.name]: by } : {}) } });
  } else if (button.dataset.close !== undefined) panel.dispatchEvent(new CustomEvent("ludex-put", { bubbles: true }));
});
panel.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target === slider) go.click();
});

// The handle is pulled along the axis: a later landing is a heavier act.
document.getElementById("board").addEventListener("pointerdown", (event) => {
  if (!event.target.matches?.(".handle, .grip, .ghost-bar") || !now?.span) return;
  event.preventDefault();
  const rate = now.amount / Math.max(0.01, now.span[1] - now.span[0]);
  const move = (at) => {
    const takes = scale().time(at.clientX) - now.span[0];
    const amount = Math.max(STEP, Math.min(Number(slider.max), Math.round((takes * rate) / STEP) * STEP));
    if (amount === now.amount) return;
    now.amount = amount;
    slider.value = String(amount);
    change();
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
});

new ResizeObserver(draw).observe(document.getElementById("board"));
new MutationObserver(draw).observe(document.getElementById("log"), { childList: true });
draw();
