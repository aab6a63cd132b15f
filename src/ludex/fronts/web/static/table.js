// The table page: what the server pushes is put in place, what the person does is sent.

import { ask, askWhose, gapsNow, server as cards, stale } from "./asking.js";
import { Hand } from "./hand.js";
import { Log } from "./log.js";
import { Menu } from "./menu.js";
import { bars, concern, end, forget, happen, lapse, pressing, threaten } from "./moment.js";
import { morph } from "./morph.js";
import * as people from "./people.js";
import { hush, toast } from "./pop.js";
import { keep } from "./settings.js";
import { begin as speech, open as speakUp, worded } from "./speech.js";
import * as turn from "./turn.js";
import { server } from "./stage.js";
import { say } from "./words.js";
import { Wire } from "./wire.js";

const body = document.body;
const { secret } = body.dataset;
const reply = document.getElementById("reply");
const connection = document.getElementById("connection");
const picture = import("./picture.js"); // nothing waits for it
const seats = import("./seats.js"); // nor for this
import("./recent.js").then(({ leaving, remember }) => { // nothing waits for it
  remember({ secret, name: body.dataset.name, seat: body.dataset.seat, crest: body.dataset.crest, hue: body.dataset.hue, rules: body.dataset.rules, at: Date.now() });
  leaving(secret);
});

// --- what the server says -------------------------------------------------------------------------------------------

function marks() {
  const have = {};
  for (const piece of document.querySelectorAll(".fragment[data-mark]")) have[piece.id.slice(2)] = piece.dataset.mark;
  return have;
}

function put(id, [mark, html], column) {
  let piece = document.getElementById(`f-${id}`);
  if (!piece) {
    piece = document.createElement("div");
    piece.id = `f-${id}`;
    piece.className = "fragment";
    column?.append(piece);
  }
  morph(piece, html.replaceAll("/t/~/", `/t/${secret}/`));
  piece.dataset.mark = mark;
}

// Bring a column's sections into their order; those that stand right are not touched.
function arrange(column, ids) {
  for (const piece of [...column.children]) if (!ids.includes(piece.id.slice(2))) piece.remove();
  ids.forEach((id, place) => {
    const piece = document.getElementById(`f-${id}`);
    if (piece && column.children[place] !== piece) column.insertBefore(piece, column.children[place] ?? null);
  });
}

function push(message) {
  if (message.dead) toast(message.dead);
  for (const [id, fragment] of Object.entries(message.set ?? {})) {
    put(id, fragment, document.querySelector(`[data-column="${id.split("-")[0]}"]`));
  }
  if (message.set?.rail) bars();
  for (const [name, ids] of Object.entries(message.columns ?? {})) arrange(document.getElementById(name), ids);
  if (message.set?.hand || message.set?.rail || (message.set?.board && hand.picked)) hand.renew();
  if (message.restart) log.restart(message.restart, message.first);
  if (message.log) log.add(message.log, message.last);
  if (message.undone) {
    log.undone(message.undone, message.redrawn);
    forget();
  }
  if (message.lapsed) log.redraw(message.lapsed);
  if (message.ping) document.querySelector("ludex-stage")?.ping(message.ping);
  if (message.log || message.set?.board || message.set?.question) threaten();
  if (!message.set) return;
  command?.stale();
  menu.stale();
  stale();
  if (message.set.board) {
    threads();
    prepare?.painted();
    document.querySelector("ludex-stage")?.renew();
  }
  if (message.set.clock) follow();
  unplaced();
  turn.look();
  if (message.set.papers) lying(true);
  if (message.set.question) asked();
}

// Whoever has come and stands nowhere on the map is to be put there by its GM.
function unplaced() {
  const stage = document.querySelector("ludex-stage[data-move]");
  for (const chip of document.querySelectorAll(".role-gm .rail .chip[data-chip]:not(.table-chip)")) {
    const lost = Boolean(stage) && !stage.querySelector(`.piece[data-id="${CSS.escape(chip.dataset.chip)}"]`);
    chip.classList.toggle("unplaced", lost);
    if (lost) chip.style.setProperty("--hint", JSON.stringify(say("unplaced")));
  }
}
unplaced();

// On a narrow screen the clock shows where it stands.
function follow() {
  const row = document.querySelector(".clock-row");
  const now = row.querySelector(".tick.now, .thread .at, .stations .now");
  if (now && row.scrollWidth > row.clientWidth) row.scrollLeft += now.getBoundingClientRect().left - row.getBoundingClientRect().left - row.clientWidth / 3;
}
follow();

// What lies on the board makes room for who is waited for.
function waits() {
  body.classList.toggle("waits", Boolean(document.querySelector("#f-question :is(.waiting, .for-others)")));
  const mine = Boolean(document.querySelector("#f-question .question.mine"));
  document.getElementById("answer-here").hidden = !mine;
  if (!mine) body.classList.remove("answering");
  document.getElementById("coach").classList.toggle("asking", Boolean(document.querySelector("#f-question .question")));
}
waits();

// A question takes the focus, unless somebody is typing. It comes up by itself once: who then reads on is not called back by the same one.
let lastAsked = "";
function asked() {
  waits();
  if (!document.querySelector("#f-question > *")) lapse();
  pressing();
  const first = document.querySelector(".question.mine .answer");
  const question = first?.closest(".question");
  const asks = question ? question.dataset.key + question.querySelector("h2").textContent : "";
  const eye = document.querySelector("ludex-stage")?.eye;
  if (asks !== lastAsked && asks) eye?.asked();
  else if (!asks) eye?.back();
  if (asks && asks !== lastAsked && (body.dataset.tab === "what" || document.querySelector(".drawer:not([hidden])"))) body.classList.add("answering"); // it is answered where somebody is
  lastAsked = asks;
  if (first && (document.activeElement === body || !document.activeElement?.isConnected)) first.focus({ preventScroll: true });
}

function state(now) {
  connection.dataset.state = now;
  connection.querySelector(".words").textContent = say(now === "away" ? "lost" : now);
  body.classList.toggle("offline", now !== "live");
  if (now === "live" && new URLSearchParams(location.search).has("prepare")) {
    history.replaceState(null, "", location.pathname); // once, from the workshop
    document.querySelector('[data-mode="prepare"]')?.click();
  }
}

const wire = new Wire(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${secret}/live`, {
  hello: () => ({ first: log.first, seen: log.last, have: marks() }),
  push,
  state,
});
wire.refused = (answer) => toast(answer.text || say("away"));
const log = new Log(Number(body.dataset.first), Number(body.dataset.last), wire);
log.rolled = happen;
log.unread = concern;
threaten();
let command = null; // nobody types before it is there: the line shows itself only when somebody wants to speak
import("./command.js").then(({ CommandLine }) => (command = new CommandLine(wire, (text) => send({ do: "line", text: worded(text) }))));
const menu = new Menu(wire, perform, settled);
let prepare = null; // loaded when somebody prepares
const hand = new Hand(wire, perform, people);
async function threads() {
  if (document.querySelector("ludex-case")) import("./case.js");
  if (!document.querySelector(".timeline")) return;
  hand.axis ??= await import("./axis.js");
  hand.axis.draw();
}
threads();
const loaded = {}; // what is only needed once somebody asks for it
const tray = async () => (loaded.tray ??= new (await import("./tray.js")).Tray(wire, perform));
const persons = async () => (loaded.persons ??= new (await import("./person.js")).Persons(wire, menu, hand));
cards.things = async (names) => (await wire.ask({ do: "things", names })).things ?? {};
server.trace = async (deed) => (await wire.ask({ do: "trace", ...deed })).trace ?? { ok: true };
server.far = async (a, b) => (await wire.ask({ do: "far", a, b })).far ?? "";
seats.then(({ begin }) => begin(wire));
lying();
speech(wire, (message) => send(message));

// Papers and characters' files come with a part of the page that is loaded when it is wanted.
const PAPERS = "button:is([data-papers], [data-import], [data-export-sheet], [data-take-back])";

async function lying(now = false) {
  if (document.querySelector("#f-papers [data-handout]")) (await import("./papers.js")).arrived(now);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (button?.matches(PAPERS)) (await import("./papers.js")).clicked(button);
  else if (button?.dataset.palette !== undefined) menu.palette();
  else if (button?.dataset.go) location.href = `/t/${secret}/${button.dataset.go}`;
});

// Who clicks twice where once is enough means it once: the second click is no second order, and no answer to what is asked next.
const MEANT_ONCE = ".deed, [data-deed]:not([data-chip]), [data-answer], [data-cancel], [data-throw], [data-carry=now], [data-reveal], [data-sample], [data-unveil], [type=submit]";
document.addEventListener("click", (event) => {
  if (event.detail < 2 || !event.target.closest(MEANT_ONCE)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// Whoever would make a character by a form gets the page for it.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-deed]");
  const { makes } = body.dataset;
  if (!makes || !button || button.getAttribute("aria-disabled") || JSON.parse(button.dataset.deed).deed !== makes) return;
  event.stopImmediatePropagation();
  location.href = `/t/${secret}/create`;
}, true);

// --- what the person does -------------------------------------------------------------------------------------------

const LINK = /(^|[\s：])(\/t\/[\w-]{10,64})/g; // a seat's link is told whole, to be sent to a friend

function showReply(text, refused, html = "") {
  reply.hidden = !text && !html;
  reply.classList.toggle("refused", Boolean(refused));
  const holder = reply.querySelector(".reply-body");
  if (html) morph(holder, html);
  else holder.textContent = text.replace(LINK, (_, before, path) => before + location.origin + path);
  if ((text || html) && !refused) unfold();
}
reply.querySelector(".close").addEventListener("click", () => showReply(""));

async function send(message) {
  const answer = await wire.ask(message);
  if (!answer.ok) showReply(answer.text || say("away"), true);
  else showReply(answer.text ?? "", false, answer.html ?? "");
  if (answer.language && !document.documentElement.lang.startsWith(answer.language)) {
    keep("language", answer.language);
    location.reload();
  }
  return answer;
}

// Do a deed. Alone it says itself why not; from a form, the form does.
async function perform(deed, alone = false) {
  hush();
  end();
  const answer = await wire.ask({ do: "deed", ...deed });
  if (answer.ok) showReply(answer.text ?? "", false, answer.html ?? "");
  else if (alone && answer.whose?.length) askWhose(answer.text, deed, answer.whose, perform);
  else if (alone) toast(answer.text || say("away"));
  return answer;
}

function settled(answer, alone = false) {
  if (answer.ok) showReply(answer.text ?? "", false, answer.html ?? "");
  else if (alone) toast(answer.text || say("away"));
  return answer;
}

async function undo() {
  const answer = await wire.ask({ do: "undo" });
  if (answer.ok && answer.undone) toast(answer.undone, answer.redo && { label: say("redo"), run: redo }); // what was given up does not come back
  else if (!answer.ok || answer.text) toast(answer.text || say("away")); // a wish: the GM is asked; an answer is simply asked for again
}

async function redo() {
  const answer = await wire.ask({ do: "redo" });
  toast(answer.text || say("away"));
}

// What somebody said is marked for the chronicle, or no longer.
async function quoted(button) {
  const answer = await wire.ask({ do: "quote", n: Number(button.dataset.quote) });
  if (!answer.ok) {
    toast(answer.text || say("away"));
    return;
  }
  button.classList.toggle("on", answer.quoted);
  toast(say(answer.quoted ? "quoted" : "unquoted"));
}

// A seat is taken away, and given back as easily.
async function dismiss(seat) {
  const answer = await send({ do: "dismiss", seat });
  if (!answer.ok) return;
  toast(answer.gone, { label: say("take_back"), run: async () => toast((await wire.ask({ do: "restore", seat })).back ?? say("away")) });
}

function act(button) {
  const { gaps, edit, title, refused } = button.dataset;
  if (refused) {
    toast(refused);
    return;
  }
  const held = button.dataset.deed;
  const deed = JSON.parse(held);
  const odds = edit === undefined ? (whole) => wire.ask({ do: "odds", ...whole }) : null;
  if (!gaps) perform(deed, true);
  else ask({ title: title ?? button.textContent.replace("…", ""), deed, gaps: JSON.parse(gaps), value: edit ?? "", odds, again: () => gapsNow(held), send: perform });
}

function answerWith(button) {
  const { act: number, answer, gaps, title, change } = button.dataset;
  const give = (text) => {
    hush();
    end();
    return wire.ask({ do: "answer", act: Number(number), answer: text });
  };
  const deed = change ? JSON.parse(change) : null; // what somebody proposes, as its form
  if (deed) ask({ title, deed, gaps: JSON.parse(gaps), send: (whole) => wire.ask({ do: "change", act: Number(number), ...whole }) });
  else if (gaps) ask({ title, text: answer, gaps: JSON.parse(gaps), send: give });
  else give(answer).then((done) => done.ok || wire.refused(done));
}

// Somebody was clicked, on the rail, the board or in the hand: a target, else her hand, and her sheet; a GM has many hands and takes one
// before the sheet is opened.
function touch(chip) {
  if (hand.held || hand.aimed(chip)) return;
  const own = hand.take(chip.dataset.chip ?? chip.dataset.id);
  if (own === "taken" && body.classList.contains("role-gm")) people.close();
  else if (!people.open(chip.dataset.sheet) && !own && chip.dataset.deed) act(chip);
}

// What can be done beside something.
function beside(button) {
  const { place, of = "" } = button.dataset;
  const title = button.getAttribute("aria-label") || (button.querySelector(".nm, b") ?? button).textContent.trim();
  if (place === "person") persons().then((one) => one.open(of, title));
  else menu.open(place, title);
}

// Whoever is hidden is shown to all.
async function unveil(actor) {
  const known = await menu.learn();
  const command = known?.commands.find((one) => one.who === "gm" && one.icon === "eye-off" && one.args.length && !one.args[0].optional);
  if (command) perform({ deed: command.key, args: { [command.args[0].name]: actor } }, true);
}

// Something that is named on a sheet, by that name: whatever a field offers under it.
function thing(element, name) {
  const holder = element.closest("[id^='f-who-']");
  const actor = holder && document.querySelector(`.chip[data-sheet="${CSS.escape(holder.id.slice(6))}"]`)?.dataset.chip;
  const field = (command) => command.args.find((arg) => arg.fill.some(([one]) => one === name || name.startsWith(`${one} `)));
  const value = (arg) => arg.fill.find(([one]) => one === name || name.startsWith(`${one} `))[0];
  const fill = (command) => ({ [field(command).name]: field(command).many ? [value(field(command))] : value(field(command)) });
  menu.learn().then((known) => {
    const found = known?.commands.filter((one) => one.key && field(one)) ?? [];
    if (!found.length) return;
    menu.open(null, name, { actor: actor ?? "", fill, among: found });
  });
}

// Ready-made people: all of them, or one.
async function sample(name) {
  const answer = await wire.ask({ do: "sample", name });
  if (!answer.ok) toast(answer.text || say("away"));
}

// Preparing is a mode of the same table, with its own tools.
async function mode(name) {
  if (!prepare) {
    const [{ Prepare }, { Ready }] = await Promise.all([import("./prepare.js"), import("./ready.js")]);
    prepare = new Prepare(menu, perform, new Ready(wire));
  }
  prepare.mode(name === "prepare");
}

document.getElementById("what").addEventListener("pointerdown", () => body.classList.remove("answering")); // who reads on answers later
document.getElementById("answer-here").addEventListener("click", () => body.classList.add("answering"));

const DEEDS = {
  undo,
  redo,
  dismiss: (b) => dismiss(b.dataset.seat),
  relink: (b) => seats.then(({ relink }) => relink(wire, b)),
  control: (b) => send({ do: "control", seat: b.dataset.seat, actor: b.dataset.actor, on: b.ariaPressed !== "true" }),
  auto: (b) => send({ do: "auto", actor: b.dataset.actor, on: b.ariaChecked !== "true" }),
};

function zoom(button) {
  const stage = document.querySelector("ludex-stage");
  const { zoom: way } = button.dataset;
  if (way === "in") stage?.zoom(0.75);
  else if (way === "out") stage?.zoom(1.34);
  else if (way === "fit") stage?.fit();
  else if (stage) {
    stage.measuring = !stage.measuring;
    button.setAttribute("aria-pressed", String(stage.measuring));
    if (!stage.measuring) for (const layer of [stage.overlay, stage.over]) layer.replaceChildren();
    stage.ruling = "";
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) {
    const tag = event.target.closest(".sheets .tag, .sheets .track > .label");
    if (tag) thing(tag, tag.textContent.trim());
    return;
  }
  const { dataset } = button;
  if (dataset.do) DEEDS[dataset.do]?.(button);
  else if (dataset.answer !== undefined) answerWith(button);
  else if (dataset.cancel) send({ do: "cancel", act: Number(dataset.cancel) });
  else if (button.classList.contains("deed") && (dataset.deed || dataset.kept !== undefined)) hand.use(button, event.detail === 0);
  else if (dataset.tag || dataset.hinder) tray().then((one) => one.tag(button));
  else if (dataset.throw !== undefined) tray().then((one) => one.throw(button));
  else if (dataset.place) beside(button);
  else if (dataset.chip) touch(button);
  else if (dataset.thing) thing(button, dataset.thing);
  else if (dataset.deed) act(button);
  else if (dataset.pen) import("./pen.js").then(({ write }) => write(button));
  else if (dataset.mode) mode(dataset.mode);
  else if (dataset.zoom) zoom(button);
  else if (dataset.show) show(dataset.show);
  else if (dataset.openSeats !== undefined) seats.then(({ toggle, two }) => (dataset.twoSeats === undefined ? toggle(true) : two(wire)));
  else if (dataset.common) common(dataset.common);
  else if (dataset.noSteps !== undefined) body.classList.add("no-steps");
  else if (dataset.quote) quoted(button);
  else if (dataset.copy !== undefined) import("./copy.js").then(({ copy }) => copy(button));
  else if (dataset.unveil) unveil(dataset.unveil);
  else if (dataset.unpicture) picture.then(({ drop }) => drop(button));
  else if (dataset.sample !== undefined) sample(dataset.sample);
});
document.addEventListener("ludex-deed", async (event) => event.detail.settle((await perform(event.detail.deed, true)).ok));
document.addEventListener("ludex-touch", (event) => touch(event.detail));
document.addEventListener("ludex-ping", (event) => wire.ask({ do: "ping", cell: event.detail }));
document.addEventListener("ludex-cell", (event) => {
  const { cell } = event.detail;
  if (hand.cell(cell) || hand.held) return;
  if (hand.picked) hand.put();
  else if (people.opened()) people.close();
  else if (!hand.stroll(cell) && body.classList.contains("role-gm")) onSquare(cell);
});
document.addEventListener("ludex-square", (event) => onSquare(event.detail.cell));

// Something that every table can do, from a button of its own.
async function common(key, value) {
  const known = await menu.learn();
  const command = known?.commands.find((one) => one.common && one.key === key);
  if (command) menu.ask(command, { actor: "", fill: () => ({}), value });
}

// A character's file that is pasted or dropped anywhere on the table is asked about, as from the menu.
async function bring(event, held) {
  const file = [...held.files].find(({ name }) => /\.(json|txt)$/i.test(name));
  if (event.target.closest?.("input, textarea, dialog") || (!file && !/^\s*\{[^]*\}\s*$/.test(held.getData("text")))) return;
  event.preventDefault();
  common("infile", (file ? await file.text() : held.getData("text")).trim());
}
document.addEventListener("paste", (event) => bring(event, event.clipboardData));
document.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
document.addEventListener("drop", (event) => event.dataTransfer.types.includes("Files") && bring(event, event.dataTransfer));

// What can be done on a square: its field is filled already.
function onSquare(cell) {
  const names = ["to", "at", "cell", "cells"];
  const square = (command) => command.args.find((arg) => arg.kind === "cell") ?? command.args.find((arg) => names.includes(arg.name));
  const given = (arg) => (arg.kind === "cell" ? cell : arg.many ? [cell.join(",")] : cell.join(","));
  menu.open("square", `${cell.join(", ")}`, { fill: (command) => (square(command) ? { [square(command).name]: given(square(command)) } : {}) });
}

// --- the drawer -----------------------------------------------------------------------------------------------------

const phone = matchMedia("(max-width: 760px)");
const drawer = document.getElementById("what");
const opener = document.getElementById("open-story");

if (phone.matches) for (const panel of document.querySelectorAll(".panels details")) panel.open = false;

function show(name) {
  drawer.dataset.show = name;
  for (const tab of drawer.querySelectorAll("[data-show]")) tab.setAttribute("aria-pressed", String(tab.dataset.show === name));
  log.end();
}

function unfold(open = true) {
  if (phone.matches) body.dataset.tab = open ? "what" : "where";
  else for (const [name, on] of [["folded", !open], ["unfolded", open]]) body.classList.toggle(name, on);
  opener.setAttribute("aria-pressed", String(open));
  if (open) log.end();
}
opener.addEventListener("click", () => unfold(phone.matches ? body.dataset.tab !== "what" : !drawer.checkVisibility()));
drawer.querySelector(".close-story").addEventListener("click", () => unfold(false));
document.getElementById("open-search").addEventListener("click", async ({ currentTarget }) => {
  const form = drawer.querySelector(".search");
  form.hidden = !form.hidden;
  currentTarget.setAttribute("aria-expanded", String(!form.hidden));
  if (!form.hidden) form.querySelector("input").focus();
  loaded.search ??= new (await import("./search.js")).Search(log, wire);
  if (form.hidden) loaded.search.clear();
  else loaded.search.offer();
});

document.getElementById("phone-speak").addEventListener("click", () => speakUp());
function ownSheet(open) {
  const sheet = document.querySelector(".hand:not([hidden]) .self-face")?.dataset.sheet;
  if (!open) people.close();
  else if (sheet && !people.opened()) people.open(sheet);
}
if (phone.matches) import("./swipe.js").then(({ begin }) => begin({ phone, story: unfold, sheet: ownSheet }));

import("./back.js").then(({ begin }) => begin({ close: () => {
  hand.put();
  people.close();
  if (phone.matches) unfold(false);
  document.querySelector("#result:not([hidden]) .act")?.click();
} }));

// --- keys -----------------------------------------------------------------------------------------------------------

function typing(target) {
  return target.closest("input, select, textarea, dialog[open], [contenteditable]");
}

function escape() {
  if (hand.picked) hand.put();
  else if (people.opened()) people.close();
}

document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.matches("button")) event.preventDefault(); // held down, it answers once
  const free = !typing(event.target);
  const empty = free || (event.target.id === "line" && !event.target.value);
  const bare = !event.ctrlKey && !event.metaKey && !event.altKey;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    menu.palette();
  } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && empty) {
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  } else if (!free || !bare || event.repeat) return; // a key that is held down says it once
  else if (/^[1-9]$/.test(event.key)) {
    const answer = document.querySelector(`[data-digit="${event.key}"]`);
    const button = document.querySelector(".question.mine") ? answer : document.querySelector(`.hand:not([hidden]) [data-card="${event.key}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  } else if (event.key === "?") {
    event.preventDefault();
    menu.palette();
  } else if (event.key === "Escape") escape();
  else if (event.key === "Backspace" && document.querySelector('.question.mine [data-do="undo"]')) undo();
  else if (["+", "="].includes(event.key)) document.querySelector("ludex-stage")?.zoom(0.75);
  else if (event.key === "-") document.querySelector("ludex-stage")?.zoom(1.34);
  else if (event.key === "0") document.querySelector("ludex-stage")?.fit();
});
