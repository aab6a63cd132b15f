// The seats' drawer: invitations with links that are shown once, and for a demo the links that came with it.

import { say } from "./words.js";

const drawer = document.getElementById("seats");
const opener = document.getElementById("open-seats");
const links = document.getElementById("links");
const KEY = `ludex.links.${document.body.dataset.secret.slice(0, 8)}`;

export function toggle(open = drawer.hidden) {
  drawer.hidden = !open;
  opener.setAttribute("aria-expanded", String(open));
  (open ? drawer.querySelector(".close") : opener).focus({ preventScroll: true });
}

function kept() {
  return JSON.parse(sessionStorage.getItem(KEY) || "[]");
}

export function offer(name, path) {
  sessionStorage.setItem(KEY, JSON.stringify([...kept().filter((one) => one.name !== name), { name, path }]));
  show();
}

function show() {
  links.hidden = kept().length === 0;
  links.querySelector("ul").replaceChildren(...kept().map(listed));
}

function listed({ name, path }) {
  const item = document.createElement("li");
  const title = document.createElement("b");
  title.textContent = name;
  const address = new URL(path, location.href).href;
  const go = document.createElement("a");
  go.className = "quiet";
  go.href = address;
  go.target = "_blank";
  go.rel = "noreferrer noopener";
  go.textContent = say("open_link");
  const copy = document.createElement("button");
  copy.type = "button";
  copy.className = "quiet";
  copy.textContent = say("copy");
  const shown = document.createElement("input");
  shown.readOnly = true;
  shown.value = address;
  shown.ariaLabel = name;
  copy.addEventListener("click", () => copied(shown, copy));
  item.append(title, go, copy, shown);
  return item;
}

async function copied(shown, button) {
  shown.select();
  try {
    await navigator.clipboard.writeText(shown.value);
  } catch {
    document.execCommand("copy"); // plain http has no clipboard
  }
  button.textContent = say("copied");
}

// A demo's links arrive behind the hash of the address, and leave it at once.
function arrived() {
  if (!location.hash.includes("=")) return false;
  const given = [...new URLSearchParams(location.hash.slice(1))];
  history.replaceState(null, "", location.pathname);
  for (const [name, secret] of given) if (/^[\w-]{10,64}$/.test(secret)) offer(name, `/t/${secret}`);
  return given.length > 0;
}

// A seat's link again, as a new one: the old one is dead from now on.
export async function relink(wire, button) {
  const reply = await wire.ask({ do: "relink", seat: button.dataset.seat });
  if (reply.ok) offer(reply.invited, reply.link);
  else wire.refused(reply);
}

export function begin(wire) {
  opener.addEventListener("click", () => toggle());
  drawer.querySelector(".close").addEventListener("click", () => toggle(false));
  drawer.addEventListener("keydown", (event) => event.key === "Escape" && toggle(false));
  const form = document.getElementById("invite");
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const reply = await wire.ask({ do: "invite", name: form.elements.name.value, role: form.elements.role.value });
    if (reply.ok) {
      offer(reply.invited, reply.link);
      form.reset();
    } else wire.refused(reply);
  });
  if (arrived()) toggle(true);
  show();
}
