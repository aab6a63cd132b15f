// The workshop: what is written is checked while it is written, and the form drawn anew in place.

import { morph } from "./morph.js";

const form = document.getElementById("working");
const PAUSE = 500; // milliseconds after the last letter
let waiting = 0;
let asked = 0;

async function renew(submitter = null) {
  clearTimeout(waiting);
  asked += 1;
  const number = asked;
  const data = new URLSearchParams(new FormData(form));
  const adding = document.activeElement?.matches?.(".chip-add") ? { input: document.activeElement, said: document.activeElement.value } : null;
  if (submitter?.name) data.append(submitter.name, submitter.value);
  if (turned) data.append("turned", turned);
  turned = "";
  const answer = await fetch(form.action, { method: "POST", body: data, headers: { accept: "text/html" } }).catch(() => null);
  if (answer?.redirected) {
    location.href = answer.url;
    return;
  }
  if (!answer?.ok || number !== asked) return;
  const text = await answer.text();
  if (number !== asked) return;
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("working");
  if (!fresh) return;
  const typed = document.activeElement;
  still(fresh);
  morph(form, fresh.innerHTML);
  for (const input of form.querySelectorAll("input[type=checkbox]")) input.checked = input.hasAttribute("checked");
  for (const select of form.querySelectorAll("select")) select.value = select.querySelector("option[selected]")?.value ?? "";
  for (const input of form.querySelectorAll("input:not([type=checkbox], [data-sift])")) if (input !== typed) input.value = input.getAttribute("value") ?? "";
  if (adding && adding.input === typed && typed.value === adding.said) typed.value = typed.getAttribute("value") ?? ""; // what became a chip is not added a second time
  for (const area of form.querySelectorAll("textarea")) if (area !== typed) area.value = area.textContent;
  sift();
  if (facing) face();
  if (submitter?.name === "save") form.querySelector("[aria-invalid], .all-wrong")?.scrollIntoView({ block: "center" });
  if (submitter?.name === "more") form.querySelector(`[data-key="${CSS.escape(submitter.value)}"] .row-card:last-of-type :is(input:not([type=hidden]), textarea, select), [data-key^="${CSS.escape(submitter.value)}/"]:is(.sentence, .within):last-of-type select`)?.focus();
}

// While a word is open the thing cannot be read anew: what it read before stays.
function still(fresh) {
  const told = (page) => [...page.querySelectorAll(".reads ~ :not(.note, .later, .pack-facts, .aloud)")];
  if (told(fresh).length || !told(form).length) return;
  const sheet = fresh.querySelector(".grow-sheet");
  for (const note of sheet.querySelectorAll(".reads ~ *")) note.remove();
  sheet.append(...told(form).map((one) => one.cloneNode(true)));
  sheet.classList.add("stale");
}

// How the party would fare: from the first asking on anew with every change, batch by batch, until it is known well enough.
let facing = 0; // the number of what is rehearsed; 0 where nobody has asked
async function face() {
  const number = (facing += 1);
  const button = form.querySelector("[data-against]");
  const body = form.querySelector(".against-body");
  for (let done = !button || button.disabled; !done; ) {
    form.classList.add("faces");
    const answer = await fetch(button.dataset.against, { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(() => null);
    if (number !== facing) return;
    const found = answer?.ok ? await answer.json() : { html: body.innerHTML, done: true };
    morph(body, found.html);
    done = found.done;
  }
  form.classList.remove("faces");
}

let turned = ""; // the dial that was turned last
function step(button) {
  const input = button.parentElement.querySelector("input");
  const from = input.value === "" ? Number(input.placeholder.replace("≈", "")) || 0 : Number(input.value) || 0;
  input.value = String(from + Number(button.dataset.step));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
// A word that is usual in a list: put in by a click, taken out by the next.
function put(button) {
  const input = document.getElementById(button.dataset.into);
  const words = input.value.split(/[,，、]/).map((one) => one.trim()).filter(Boolean);
  const place = words.indexOf(button.dataset.word);
  if (place < 0) words.push(button.dataset.word);
  else words.splice(place, 1);
  input.value = words.join(", ");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
form.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-step]");
  if (button) step(button);
  const word = event.target.closest("button[data-word]");
  if (word) put(word);
  if (event.target.closest("[data-against]")) face();
});
// What there is of a kind, sifted by what is typed.
function sift() {
  const wanted = form.querySelector("[data-sift]")?.value.trim().toLowerCase() ?? "";
  for (const one of form.querySelectorAll(".things a.thing:not(.new)")) one.hidden = !one.textContent.toLowerCase().includes(wanted);
}
form.addEventListener("input", (event) => {
  if (event.target.dataset.sift !== undefined) {
    sift();
    return;
  }
  clearTimeout(waiting);
  if (event.target.dataset.dial) {
    turned = event.target.dataset.dial;
    event.target.parentElement.querySelector("output").textContent = event.target.value;
  }
  asked += 1; // what is on its way knows nothing of this
  waiting = setTimeout(renew, event.target.nodeName === "SELECT" || event.target.type === "checkbox" ? 0 : PAUSE); // a word that was chosen asks for its own at once
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  renew(event.submitter);
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.nodeName === "INPUT") event.preventDefault(); // Enter is no way to save by accident
});
// A file that somebody brings is shown before any of it is taken in.
form.addEventListener("change", async (event) => {
  const [file] = (event.target.dataset.pack && event.target.files) || [];
  if (!file) return;
  const bringing = document.createElement("form");
  bringing.method = "post";
  bringing.action = event.target.dataset.pack;
  const held = document.createElement("textarea");
  held.name = "pack";
  held.value = await file.text();
  bringing.hidden = true;
  bringing.append(held);
  document.body.append(bringing);
  bringing.submit();
});
