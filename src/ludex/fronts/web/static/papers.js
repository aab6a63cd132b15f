// Papers: handouts lie over the board when they come and can be looked at again; notes for all, for oneself or for the GM. A character's
// file is brought in and taken along here too. All of it goes by the same API as for any program; the seat's link is its key.

import { api } from "./api.js";
import { toast } from "./pop.js";
import { say } from "./words.js";

const { secret } = document.body.dataset;
const paper = document.getElementById("paper");
const dialog = document.getElementById("papers");
const SEEN = `ludex.papers.${secret.slice(0, 8)}`;
const pictures = new Map();

function made(kind, className = "", text = "") {
  const element = document.createElement(kind);
  if (className) element.className = className;
  element.textContent = text;
  if (kind === "button") element.type = "button";
  return element;
}

function read(file) {
  return new Promise((settle) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => settle(reader.result));
    reader.readAsDataURL(file);
  });
}

async function picture(name) {
  if (!pictures.has(name)) {
    const reply = await api(`/pictures/${name}`);
    if (!reply.ok) return "";
    pictures.set(name, await read(reply.found));
  }
  return pictures.get(name);
}

// --- a handout over the board ---------------------------------------------------------------------------------------

const shown = () => [...document.querySelectorAll("#f-papers [data-handout]")].map((one) => Number(one.dataset.handout));

async function open(number) {
  const reply = await api("/handouts");
  const one = reply.ok && reply.found.find(({ n }) => n === number);
  if (!one) return;
  paper.querySelector("h2").textContent = one.title;
  paper.querySelector(".letter").textContent = one.text;
  const figure = paper.querySelector("figure");
  figure.hidden = !one.picture;
  if (one.picture) {
    const image = made("img");
    image.src = await picture(one.picture);
    image.alt = one.title;
    figure.replaceChildren(image);
  }
  const back = paper.querySelector("[data-take-back]");
  if (back) back.dataset.takeBack = one.n;
  paper.querySelector(".to").textContent = one.seats.length ? say("shown_to", { seats: one.seats.join(say("comma")) }) : "";
  dialog.close();
  paper.hidden = false;
  paper.querySelector(".close").focus({ preventScroll: true });
}

function close() {
  paper.hidden = true;
}

// What has come since this browser last looked, or comes `now`, is shown at once; what lay there before only waits.
export function arrived(now = false) {
  const all = shown();
  const seen = Number(localStorage.getItem(SEEN) ?? (now ? 0 : -1));
  const newest = Math.max(0, ...all);
  localStorage.setItem(SEEN, String(Math.max(newest, seen)));
  if (newest > seen && seen >= 0 && !document.body.classList.contains("role-gm")) open(newest);
}

// --- all papers -----------------------------------------------------------------------------------------------------

async function look() {
  const [handouts, notes] = await Promise.all([api("/handouts"), api("/notes")]);
  const list = dialog.querySelector(".handout-list");
  list.replaceChildren(...(handouts.found ?? []).map((one) => {
    const item = made("li");
    const button = made("button", "act", one.title);
    button.addEventListener("click", () => open(one.n));
    item.append(button);
    return item;
  }));
  dialog.querySelector(".no-handouts").hidden = list.childElementCount > 0;
  dialog.querySelector(".note-list").replaceChildren(...(notes.found ?? []).map(noted));
  seated();
  if (!dialog.open) dialog.showModal();
}

// Who can be shown a handout alone; who was picked already stays so, as long as she sits here.
function seated() {
  const readers = dialog.querySelector(".readers");
  if (!readers) return;
  const before = picked(readers.form);
  const names = [...document.querySelectorAll("#f-seats .seats li:not([data-role=gm]) b")].map((one) => one.textContent);
  readers.replaceChildren(readers.firstElementChild, ...names.map((name) => reader(name, before.includes(name))));
  addressed(readers.form);
}

function reader(name, checked) {
  const label = made("label", "pick");
  const input = Object.assign(document.createElement("input"), { type: "checkbox", name: "to", value: name, checked });
  label.append(input, made("span", "", name));
  return label;
}

function picked(form) {
  return new FormData(form).getAll("to");
}

function noted(note) {
  const item = made("li", `note-card ${note.audience}`);
  item.append(made("p", "note", [note.who, say(`note_${note.audience}`)].filter(Boolean).join(" · ")), made("p", "", note.text));
  return item;
}

dialog.querySelector(".new-note").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const reply = await api("/notes", "POST", { text: form.elements.text.value, audience: form.elements.audience.value });
  if (!reply.ok) told(form, reply.told);
  else {
    form.reset();
    told(form, "");
    look();
  }
});

function told(form, text) {
  const place = form.querySelector(".field-wrong");
  place.hidden = !text;
  place.textContent = text;
}

// The button says to whom it goes.
function addressed(form) {
  const give = form.querySelector(".act.primary");
  give.dataset.all ??= give.textContent;
  const who = picked(form);
  give.textContent = who.length ? say("hand_to", { who: who.join(say("list_comma")) }) : give.dataset.all;
}
dialog.querySelector(".new-handout")?.addEventListener("change", (event) => addressed(event.currentTarget));

dialog.querySelector(".new-handout")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const file = form.elements.picture.files[0];
  const data = file ? (await read(file)).split(",")[1] : "";
  const given = { title: form.elements.title.value, text: form.elements.text.value, picture: data };
  const to = picked(form);
  const later = event.submitter?.value === "later";
  const reply = await api(later ? "/ready" : "/handouts", "POST", later ? given : { ...given, to });
  if (!reply.ok) {
    told(form, reply.told);
    return;
  }
  told(form, "");
  form.reset();
  addressed(form);
  dialog.close();
  toast(say(later ? "kept_ready" : "handed_out"));
  document.dispatchEvent(new CustomEvent("ludex-ready"));
});

// --- files ----------------------------------------------------------------------------------------------------------

export async function save(actor, name) {
  const reply = await api(`/characters/${encodeURIComponent(actor)}`);
  if (!reply.ok) {
    toast(reply.told);
    return;
  }
  const link = made("a");
  link.href = `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(reply.found))}`;
  link.download = `${name}.json`;
  link.click();
}

function bring() {
  const input = made("input");
  input.type = "file";
  input.accept = "application/json,.json";
  input.addEventListener("change", async () => {
    if (!input.files[0]) return;
    const reply = await api("/characters", "POST", { file: await input.files[0].text() });
    toast(reply.ok ? say(/[⏳❓]/u.test(reply.found.text) ? "came_asks" : "came_in") : reply.told);
  });
  input.click();
}

// --- clicks ---------------------------------------------------------------------------------------------------------

export async function clicked({ dataset }) {
  if (dataset.papers !== undefined) look();
  else if (dataset.import !== undefined) bring();
  else if (dataset.exportSheet) save(dataset.exportSheet, dataset.name);
  else if (dataset.takeBack) {
    const reply = await api(`/handouts/${dataset.takeBack}`, "DELETE");
    if (reply.ok) close();
    else toast(reply.told);
  }
}

paper.querySelector(".close").addEventListener("click", close);
dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
document.addEventListener("keydown", (event) => event.key === "Escape" && !paper.hidden && close());
