// Portraits: one sheet of style, made by the page, puts a picture on every seal of somebody who has one.

import { toast } from "./pop.js";
import { say } from "./words.js";

const { secret } = document.body.dataset;
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

export function renew() {
  const holder = document.querySelector("#f-faces [data-faces]");
  const faces = Object.entries(JSON.parse(holder?.dataset.faces ?? "{}")).filter(([, name]) => /^[0-9a-f]{40}$/.test(name));
  sheet.replaceSync(faces.map(([actor, name]) => `.seal[data-who="${CSS.escape(actor)}"] { background: center / cover url("/t/${secret}/pictures/${name}"); color: transparent; }`).join("\n"));
}

function base64(file) {
  return new Promise((settle) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => settle(reader.result.split(",")[1]));
    reader.readAsDataURL(file);
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-face-of]");
  if (!button) return;
  const input = document.createElement("input");
  input.type = "file";
  input.accept = "image/*";
  input.addEventListener("change", async () => {
    if (!input.files[0]) return;
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json", "accept-language": document.documentElement.lang };
    const body = JSON.stringify({ picture: await base64(input.files[0]) });
    const answer = await fetch(`/api/characters/${encodeURIComponent(button.dataset.faceOf)}/portrait`, { method: "POST", headers, body }).catch(() => null);
    if (!answer?.ok) toast((await answer?.json().catch(() => null))?.message ?? say("away"));
  });
  input.click();
});
renew();
