// Pages to read: printing; and a sheet by itself, drawn anew when something was written on it.

import { morph } from "./morph.js";

document.querySelector("[data-print-page]")?.addEventListener("click", () => print());

for (const time of document.querySelectorAll("time[data-day]")) {
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.getTime())) time.textContent = at.toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
}

const sheet = document.getElementById("sheet");

async function renew() {
  const answer = await fetch(location.href).catch(() => null);
  const fresh = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("sheet");
  if (fresh) morph(sheet, fresh.innerHTML);
}

if (sheet) {
  document.addEventListener("ludex-written", renew);
  document.addEventListener("click", async (event) => {
    const pen = event.target.closest?.(".pen");
    if (pen) (await import("./pen.js")).write(pen);
  });
}
