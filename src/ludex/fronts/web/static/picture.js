// Portraits and the ground under the map: a file is brought, or taken away again.

import { toast } from "./pop.js";
import { say } from "./words.js";

const { secret } = document.body.dataset;

async function send(of, method, body) {
  try {
    const answer = await fetch(`/t/${secret}/faces/${encodeURIComponent(of)}`, { method, body });
    if (!answer.ok) toast((await answer.text()).slice(0, 300) || say("away"));
  } catch {
    toast(say("away"));
  }
}

document.addEventListener("change", (event) => {
  const input = event.target.closest("input[data-picture]");
  if (!input?.files?.length) return;
  send(input.dataset.picture, "POST", input.files[0]);
  input.value = "";
});

export function drop(button) {
  send(button.dataset.unpicture, "DELETE");
}
