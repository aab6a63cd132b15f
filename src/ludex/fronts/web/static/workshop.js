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
  if (submitter?.name) data.append(submitter.name, submitter.value);
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
  morph(form, fresh.innerHTML);
  for (const input of form.querySelectorAll("input[type=checkbox]")) input.checked = input.hasAttribute("checked");
  for (const select of form.querySelectorAll("select")) select.value = select.querySelector("option[selected]")?.value ?? "";
  for (const input of form.querySelectorAll("input:not([type=checkbox])")) if (input !== typed) input.value = input.getAttribute("value") ?? "";
  for (const area of form.querySelectorAll("textarea")) if (area !== typed) area.value = area.textContent;
  if (submitter?.name === "save") form.querySelector("[aria-invalid], .all-wrong")?.scrollIntoView({ block: "center" });
  if (submitter?.name === "more") form.querySelector(`[data-key="${CSS.escape(submitter.value)}"] .row-card:last-of-type :is(input:not([type=hidden]), textarea, select)`)?.focus();
}

form.addEventListener("input", (event) => {
  clearTimeout(waiting);
  asked += 1; // what is on its way knows nothing of this
  waiting = setTimeout(renew, event.target.nodeName === "SELECT" ? 0 : PAUSE); // a word that was chosen asks for its own at once
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  renew(event.submitter);
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.nodeName === "INPUT") event.preventDefault(); // Enter is no way to save by accident
});
