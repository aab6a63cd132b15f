// The log: new entries arrive at the end and are followed only by readers who are there; older ones load on the way up.

import { say } from "./words.js";

const log = document.getElementById("log");
const toEnd = document.getElementById("to-end");
const unread = document.querySelector(".unread");
const BUSINESS = ".opened, .seated, .reseated, .left, .settled, .moved, .stirred, .resealed, .revealed, .readied, .brushed";
const NEAR = 48;
const MOST = 300; // entries that stand on the page at once
const GOES = 8000; // what was taken back is seen so long

export class Log {
  constructor(first, last, wire) {
    this.first = first;
    this.last = last;
    this.wire = wire;
    this.loading = false;
    this.missed = 0;
    local(log);
    for (const entry of log.children) {
      fold(entry);
      taken(entry);
      entry.classList.toggle("gone", entry.matches(".undone"));
    }
    runs();
    document.getElementById("everything").addEventListener("change", ({ target }) => {
      log.parentElement.classList.toggle("whole", target.checked);
      this.end();
    });
    this.end();
    log.addEventListener("click", ({ target }) => target.matches(".run") && runs(target.closest(".entry")));
    log.addEventListener("scroll", () => this.scrolled());
    log.addEventListener("toggle", ({ target }) => this.opened(target), true);
    toEnd.addEventListener("click", () => this.end());
    new ResizeObserver(() => this.atEnd && this.end()).observe(log);
  }

  near() {
    return log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
  }

  // Who opens a card sees it whole; one that opened by itself does not draw its reader away from the end.
  opened(card) {
    if (!card.open) return;
    if (card.dataset.auto && this.atEnd) this.end();
    else card.scrollIntoView({ block: "nearest" });
  }

  // Only who scrolls up leaves the end: what grows below does not leave its reader behind.
  scrolled() {
    const up = log.scrollTop < this.top - 1;
    this.top = log.scrollTop;
    if (this.atEnd && !up && !this.near()) {
      this.end();
      return;
    }
    this.atEnd = this.near();
    if (this.atEnd) this.read();
    else this.point();
    if (log.scrollTop < 200) this.older();
  }

  end() {
    log.scrollTop = log.scrollHeight;
    this.top = log.scrollTop;
    this.atEnd = true;
    this.read();
  }

  // A way back to the end, for who has something new there or has scrolled far away; not over what a search found.
  point() {
    const far = () => log.scrollHeight - log.scrollTop > 3 * log.clientHeight;
    hide(toEnd, this.atEnd || log.hidden || !(this.missed || far()));
    if (!toEnd.hidden) toEnd.textContent = say(this.missed ? "newer" : "newest");
  }

  // Whether the reader has the story before her.
  get open() {
    return document.body.dataset.tab === "what" || (!matchMedia("(max-width: 760px)").matches && document.getElementById("what").checkVisibility());
  }

  read() {
    if (!this.open) return;
    this.missed = 0;
    hide(toEnd, true);
    hide(unread, true);
  }

  // How far this page has come, for who asks when it comes back and for who looks on.
  reached(...numbers) {
    this.last = Math.max(this.last, ...numbers);
    document.body.dataset.last = String(this.last);
  }

  add(entries, last) {
    const follow = this.atEnd;
    for (const { n, html } of entries) {
      if (document.getElementById(`n${n}`)) continue;
      const entry = drawn(html, follow);
      log.append(entry);
      fold(entry);
      taken(entry);
      this.latest(entry);
      if (!this.open) this.unread?.(entry);
      this.missed += 1;
    }
    this.prune(follow);
    runs();
    this.reached(last);
    if (follow) this.end();
    this.count();
    this.point();
  }

  // The newest roll lies open; the one before it folds again.
  latest(entry) {
    if (entry.querySelector(".roll .moved") && !entry.classList.contains("rolled")) this.rolled?.(entry); // what lands without a die
    if (!entry.classList.contains("rolled")) return;
    if (this.newest?.dataset.auto) this.newest.open = false;
    this.newest = entry.querySelector("details");
    this.newest.open = true;
    this.newest.dataset.auto = "yes";
    this.rolled?.(entry);
  }

  // A long evening does not pile up: what is far above is loaded again when somebody scrolls there.
  prune(follow) {
    if (!follow || log.children.length <= MOST) return;
    while (log.children.length > MOST - 60) log.firstElementChild.remove();
    this.first = Number(log.firstElementChild.dataset.n);
    this.pruned?.();
  }

  count() {
    if (this.atEnd) this.read();
    hide(unread, this.missed === 0);
    if (this.missed) unread.textContent = this.missed > 99 ? "99+" : this.missed;
  }

  restart(entries, first) {
    log.replaceChildren(...entries.map(({ html }) => drawn(html, false)));
    for (const entry of log.children) {
      fold(entry);
      entry.classList.toggle("gone", entry.matches(".undone"));
    }
    runs();
    this.first = first;
    this.reached(...entries.map((e) => e.n));
    this.end();
  }

  // What is undone now, and how entries read of which that is new: the GM's own word, taken back, was never said.
  undone(numbers, redrawn) {
    const now = new Set(numbers);
    this.redraw(redrawn);
    for (const entry of log.children) {
      entry.classList.toggle("undone", now.has(Number(entry.dataset.n)));
      if (!entry.matches(".undone")) entry.classList.remove("gone");
    }
    clearTimeout(this.going);
    this.going = setTimeout(() => leave(), GOES);
    for (const entry of log.children) if (!entry.classList.contains("folded-in")) fold(entry);
  }

  // Entries that read otherwise by now: taken back, or their buttons do something else.
  redraw(entries) {
    for (const { n, html } of entries) {
      const entry = drawn(html, false);
      document.getElementById(`n${n}`)?.replaceWith(entry);
      fold(entry);
      taken(entry);
    }
    if (entries.length) runs();
  }

  async older() {
    if (this.loading || this.first <= 1) return;
    this.loading = true;
    const reply = await this.wire.ask({ do: "older", before: this.first });
    if (reply.ok) {
      const from = log.scrollHeight - log.scrollTop;
      log.prepend(...reply.older.filter((e) => !document.getElementById(`n${e.n}`)).map(({ html }) => drawn(html, false)));
      for (const entry of log.querySelectorAll(".entry.cancelled")) fold(entry);
      runs();
      log.scrollTop = log.scrollHeight - from;
      this.first = reply.first;
    }
    this.loading = false;
  }
}

// What an answer brought takes the place of the line that was waiting for it, and shows its dice and answers too: one line for each action.
function fold(entry) {
  const { act, n } = entry.dataset;
  owners(entry);
  if (!act || act === n || entry.matches(".untold")) return;
  if (entry.matches(".cancelled")) {
    for (const one of log.querySelectorAll(`[data-act="${act}"]`)) one.classList.add("given-up");
    return;
  }
  const before = [...log.querySelectorAll(`[data-act="${act}"]`)].filter((one) => Number(one.dataset.n) < Number(n) && !one.querySelector(".card-title"));
  for (const one of before) {
    one.classList.add("folded-in");
    one.classList.toggle("unsaid", one.classList.contains("undone") && !entry.classList.contains("undone"));
    lead(entry, one);
  }
  const own = before.filter((one) => !one.classList.contains("undone")); // an answer that was taken back was never given
  for (const old of entry.querySelectorAll("[data-from-before]")) old.remove();
  const said = entry.querySelector(".card-title") ? ".roll > .answered:not(:has(.closed))" : ".roll > .answered"; // in the end all is shown
  entry.querySelector(".roll")?.prepend(...own.flatMap((one) => copies(one, said)));
  const fell = own.flatMap((one) => copies(one, ".throws > .throw"));
  if (fell.length) throwsOf(entry).prepend(...fell);
  owners(entry);
}

// Whose dice others are stands beside them, unless they are those of who threw first.
function owners(entry) {
  const [first, ...others] = entry.querySelectorAll(".throws > .throw");
  for (const one of others) one.classList.toggle("same", one.dataset.whose === first.dataset.whose);
}

// What an entry itself tells, to be told again in the one that goes on from it.
function copies(entry, what) {
  return [...entry.querySelectorAll(what)].filter((part) => !part.hasAttribute("data-from-before")).map((part) => {
    const copy = part.cloneNode(true);
    copy.setAttribute("data-from-before", "");
    return copy;
  });
}

function throwsOf(entry) {
  const there = entry.querySelector(".throws");
  if (there) return there;
  const holder = document.createElement("div");
  holder.className = "throws";
  const said = [...entry.querySelectorAll(".roll > .answered")].at(-1);
  if (said) said.after(holder);
  else entry.querySelector(".roll")?.prepend(holder);
  return holder;
}

// An act that is still being asked about is told by what was begun, not by who answered last.
function lead(entry, begun) {
  const [line, first] = [entry, begun].map((one) => one.querySelector(".told-line"));
  if (!line || !first || entry.querySelector(".card-title")) return;
  const heads = (holder) => holder.querySelectorAll(":scope > b, :scope > .what");
  for (const old of heads(line)) old.remove();
  line.prepend(...[...heads(first)].map((one) => one.cloneNode(true)));
}

// What was taken back did not happen.
function leave() {
  for (const entry of log.querySelectorAll(".entry.undone")) entry.classList.add("gone");
  runs();
}

// A round or a moment in which nothing happened has no heading.
function headings() {
  let last = null;
  for (const entry of log.children) {
    const heading = entry.querySelector(":scope > .round");
    if (heading) {
      last?.classList.add("idle");
      last = heading;
      heading.classList.toggle("idle", entry.matches(".gone"));
    }
    if (!entry.matches(`.books, .gone, .folded-in, .untold, .said, ${BUSINESS}`)) last = null;
  }
}

// The table's own business (seats, settings, steps back) lies folded: one line for a run of it, which opens by a click.
function runs(turned = null) {
  headings();
  let head = null;
  let count = 0;
  for (const entry of [...log.children, null]) {
    if (entry?.matches(BUSINESS)) {
      head ??= entry;
      count = entry === head ? 1 : count + 1;
      if (entry === turned) entry.classList.toggle("run-open");
      else if (entry !== head) entry.classList.toggle("run-open", head.classList.contains("run-open"));
      entry.classList.toggle("run-head", entry === head);
      if (entry !== head) entry.querySelector(".run")?.remove();
    } else if (head) {
      label(head, count);
      head = null;
    }
  }
}

function label(head, count) {
  let button = head.querySelector(".run");
  if (!button) {
    button = document.createElement("button");
    button.type = "button";
    button.className = "run quiet";
    head.prepend(button);
  }
  button.textContent = say("business", { n: count });
  button.setAttribute("aria-expanded", String(head.classList.contains("run-open")));
}

// For whom it is good: what goes well for a foe, or for whom nobody can see, is no good news for a player. A GM sees it as it is.
function taken(entry) {
  if (document.body.classList.contains("role-gm")) return;
  const root = entry.dataset.from ? entry : document.getElementById(`n${entry.dataset.act}`);
  const title = entry.querySelector(".card-title")?.textContent ?? "";
  const cast = [...document.querySelectorAll(".rail .chip[data-chip]")];
  const named = (chip) => title.startsWith(chip.querySelector(".nm").textContent);
  const doer = cast.find((chip) => chip.dataset.chip === root?.dataset.from) ?? cast.find(named);
  const unseen = !doer && title && !root?.dataset.from && !root?.matches(".players"); // what a player begins is her side's
  entry.classList.toggle("theirs", Boolean(unseen || doer?.querySelector(":scope > .seal.foe")));
}

// What is hidden is not hidden anew: that styles anew.
function hide(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

export function day(at) {
  return new Date(at).toLocaleDateString(document.documentElement.lang, { month: "long", day: "numeric" });
}

export function drawn(html, fresh) {
  const piece = document.createElement("template");
  piece.innerHTML = html;
  const entry = piece.content.firstElementChild;
  if (fresh) entry.classList.add("fresh");
  return local(entry);
}

// The log keeps one clock; each reader sees her own.
function local(entry) {
  for (const time of entry.querySelectorAll("time")) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    if (time.dataset.day !== undefined) {
      time.textContent = day(at);
      continue;
    }
    time.textContent = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
    time.title = at.toLocaleString();
  }
  return entry;
}
