// The form for what has gaps (`ask.js`), fetched when the page is at rest: nobody fills one in before.

export const server = { things: async () => ({}) }; // what the cards of things say, asked for by the page
let form = null;
const fetched = async () => (form ??= await import("./ask.js"));
addEventListener("load", () => setTimeout(fetched, 0));

export function ask(how) {
  if (form) form.ask(how);
  else fetched().then(() => form.ask(how));
}

// The gaps of a deed as its card or button on the page has them by now; none if it is gone.
export function gapsNow(deed) {
  const held = [...document.querySelectorAll("[data-deed][data-gaps]")].find((one) => one.dataset.deed === deed);
  return JSON.parse(held?.dataset.gaps ?? "[]");
}

// The table is another now: what an open form believes of it may not hold any more.
export function stale() {
  form?.stale();
}

export async function askWhose(...how) {
  (await fetched()).askWhose(...how);
}
