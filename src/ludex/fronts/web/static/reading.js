// Pages to read: printing; and a sheet by itself, drawn anew when something was written on it.

import { morph } from "./morph.js";

document.querySelector("[data-print-page]")?.addEventListener("click", () => print());

const sheet = document.getElementById("sheet");

async function renew() {
  const answer = await fetch(location.href).catch(() => null);
  const fresh = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("sheet");
  if (fresh) morph(sheet, fresh.innerHTML);
}

if (sheet) {
  document.addEventListener("ludex-written", renew);
  import("./pen.js");
}
