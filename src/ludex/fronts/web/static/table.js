// The table page: what the server pushes is put in place, what the person does is sent.

import { ask } from "./ask.js";
import { CommandLine } from "./command.js";
import { Log } from "./log.js";
import { morph } from "./morph.js";
import { toast } from "./pop.js";
import { remember } from "./recent.js";
import * as seats from "./seats.js";
import { keep } from "./settings.js";
import { say } from "./words.js";
import { Wire } from "./wire.js";
import "./stage.js";
import "./timeline.js";

const body = document.body;
const { secret } = body.dataset;
const reply = document.getElementById("reply");
const connection = document.getElementById("connection");
remember({ secret, name: body.dataset.name, seat: body.dataset.seat });

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
  morph(piece, html);
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
  for (const [name, ids] of Object.entries(message.columns ?? {})) arrange(document.getElementById(name), ids);
  if (message.restart) log.restart(message.restart, message.first);
  if (message.log) log.add(message.log, message.last);
  if (message.undone) log.undone(message.undone);
  if (message.set) command.stale();
  if (message.set?.question) flag();
}

// A page in the background says in its title that somebody waits for this seat.
const title = document.title;
function flag() {
  document.title = document.querySelector(".question.mine") ? `● ${title}` : title;
}
flag();

function state(now) {
  connection.dataset.state = now;
  connection.querySelector(".words").textContent = say(now);
  body.classList.toggle("offline", now !== "live");
}

const wire = new Wire(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${secret}/live`, {
  hello: () => ({ first: log.first, seen: log.last, have: marks() }),
  push,
  state,
});
wire.refused = (answer) => showReply(answer.text || say("away"), true);
const log = new Log(Number(body.dataset.first), Number(body.dataset.last), wire);
const command = new CommandLine(wire, (text) => send({ do: "line", text }));
seats.begin(wire);

// --- what the person does -------------------------------------------------------------------------------------------

const LINK = /(^|[\s：])(\/t\/[\w-]{10,64})/g; // a seat's link is told whole, to be sent to a friend

function showReply(text, refused, html = "") {
  reply.hidden = !text && !html;
  reply.classList.toggle("refused", Boolean(refused));
  const holder = reply.querySelector(".reply-body");
  if (html) morph(holder, html);
  else holder.textContent = text.replace(LINK, (_, before, path) => before + location.origin + path);
}
reply.querySelector(".close").addEventListener("click", () => showReply(""));

async function send(message) {
  const answer = await wire.ask(message);
  if (!answer.ok) wire.refused(answer);
  else showReply(answer.text ?? "", false, answer.html ?? "");
  if (answer.language && !document.documentElement.lang.startsWith(answer.language)) {
    keep("language", answer.language);
    location.reload();
  }
  return answer;
}

async function undo() {
  const answer = await wire.ask({ do: "undo" });
  if (answer.ok) toast(answer.undone, { label: say("redo"), run: redo });
  else toast(answer.text || say("away"));
}

async function redo() {
  const answer = await wire.ask({ do: "redo" });
  toast(answer.text || say("away"));
}

const deedOdds = (deed) => wire.ask({ do: "odds", ...deed });

function perform(button) {
  const { gaps, edit, title } = button.dataset;
  const deed = JSON.parse(button.dataset.deed);
  const sendDeed = (whole) => wire.ask({ do: "deed", ...whole }).then(settled);
  if (!gaps) send({ do: "deed", ...deed });
  else ask({ title: title ?? button.textContent.replace("…", ""), deed, gaps: JSON.parse(gaps), value: edit ?? "", odds: edit === undefined ? deedOdds : null, send: sendDeed });
}

function act(button) {
  if (button.dataset.refused) toast(button.dataset.refused);
  else perform(button);
}

function settled(answer) {
  if (answer.ok) showReply(answer.text ?? "", false, answer.html ?? "");
  return answer;
}

function answerWith(button) {
  const { act: number, answer, gaps, title } = button.dataset;
  const give = (text) => wire.ask({ do: "answer", act: Number(number), answer: text });
  if (gaps) ask({ title, text: answer, gaps: JSON.parse(gaps), send: give });
  else give(answer).then((done) => done.ok || wire.refused(done));
}

const DEEDS = {
  undo,
  redo,
  dismiss: (b) => send({ do: "dismiss", seat: b.dataset.seat }),
  control: (b) => send({ do: "control", seat: b.dataset.seat, actor: b.dataset.actor, on: b.ariaPressed !== "true" }),
  auto: (b) => send({ do: "auto", actor: b.dataset.actor, on: b.ariaChecked !== "true" }),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.do) DEEDS[button.dataset.do]?.(button);
  else if (button.dataset.answer !== undefined) answerWith(button);
  else if (button.dataset.cancel) send({ do: "cancel", act: Number(button.dataset.cancel) });
  else if (button.dataset.deed) act(button);
  else if (button.dataset.tab) tab(button.dataset.tab);
});
document.addEventListener("ludex-deed", async (event) => event.detail.settle((await send({ do: "deed", ...event.detail.deed })).ok));
document.addEventListener("ludex-touch", (event) => perform(event.detail));

function tab(name) {
  body.dataset.tab = name;
  for (const button of document.querySelectorAll(".tabs button")) button.setAttribute("aria-pressed", String(button.dataset.tab === name));
  if (name === "what") log.end();
}

function typing(target) {
  return target.closest("input, select, textarea, dialog[open], [contenteditable]");
}

document.addEventListener("keydown", (event) => {
  const free = !typing(event.target);
  const empty = free || (event.target.id === "line" && !event.target.value);
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && empty) {
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  } else if (/^[1-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && free) {
    const button = document.querySelector(`[data-digit="${event.key}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  } else if ((event.key === "/" || event.key === ".") && !typing(event.target) && !event.ctrlKey) {
    document.getElementById("line").focus(); // the key itself then lands in the line
  }
});
