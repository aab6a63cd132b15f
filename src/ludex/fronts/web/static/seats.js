// The seats' drawer: who sits here, and the links of the seats that were made in this browser. A link is a key: it stays in this
// browser, and a new one kills the old.

import { say } from "./words.js";

const drawer = document.getElementById("seats");
const opener = document.getElementById("open-seats");
const links = document.getElementById("links");
const KEY = `ludex.links.${document.body.dataset.secret.slice(0, 8)}`;
let line = null;

export function toggle(open = drawer.hidden) {
  drawer.hidden = !open;
  opener.setAttribute("aria-expanded", String(open));
  (open ? drawer.querySelector(".close") : opener).focus({ preventScroll: true });
}

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(found) ? found.filter((one) => /^\/t\/[\w-]{10,64}$/.test(one.path)) : [];
  } catch {
    return [];
  }
}

function write(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(-40)));
  } catch {
    // A browser that keeps nothing shows a link once.
  }
}

export function offer(name, path) {
  write([...kept().filter((one) => one.name !== name), { name, path }]);
  show();
}

function show() {
  links.hidden = kept().length === 0;
  links.querySelector("ul").replaceChildren(...kept().map(listed));
}

function made(kind, className, text = "") {
  const element = document.createElement(kind);
  element.className = className;
  element.textContent = text;
  if (kind === "button") element.type = "button";
  return element;
}

function listed({ name, path }) {
  const item = made("li", "link-card");
  const address = new URL(path, location.href).href;
  const title = made("b", "", name);
  const shown = made("input", "");
  shown.readOnly = true;
  shown.value = address;
  shown.ariaLabel = name;
  const copy = made("button", "act small primary", say("copy"));
  copy.addEventListener("click", () => copied(shown, copy));
  const scan = made("button", "act small", say("scan_short"));
  scan.setAttribute("aria-expanded", "false");
  scan.dataset.scan = "";
  const picture = made("div", "qr-holder");
  picture.hidden = true;
  scan.addEventListener("click", () => scanned(scan, picture, address, name));
  const go = made("a", "act small", say("open_link"));
  Object.assign(go, { href: address, target: "_blank", rel: "noreferrer noopener" });
  const ways = made("p", "link-ways");
  ways.append(copy, scan, ...(navigator.share ? [share(name, address)] : []), go);
  item.append(title, shown, ways, picture);
  return item;
}

function share(name, address) {
  const button = made("button", "act small", say("share"));
  button.addEventListener("click", () => navigator.share({ title: name, url: address }).catch(() => null));
  return button;
}

async function scanned(button, holder, address, name) {
  const open = holder.hidden;
  if (open && !holder.childElementCount) {
    const reply = await line.ask({ do: "qr", link: address });
    if (!reply.ok) {
      line.refused(reply);
      return;
    }
    holder.innerHTML = reply.svg; // our own server's drawing
    const svg = holder.querySelector("svg");
    svg?.setAttribute("role", "img");
    svg?.setAttribute("aria-label", `${name}: ${say("scan")}`);
    holder.append(made("p", "note", say("scan")));
  }
  holder.hidden = !open;
  button.setAttribute("aria-expanded", String(open));
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

// A seat goes; undone, it is there again with its characters, and has a new link.
async function invite(wire, name, role, controls = []) {
  const reply = await wire.ask({ do: "invite", name, role, controls });
  if (reply.ok) offer(reply.invited, reply.link);
  else wire.refused(reply);
  return reply.ok;
}

// At a table where nobody sits yet two seats are made ready, each with its link to copy and its picture to scan.
export async function two(wire) {
  toggle(true);
  if (drawer.querySelectorAll(".seats > li").length > 1) return;
  for (const n of [1, 2]) await invite(wire, say("seat_n", { n }), "player");
  for (const button of links.querySelectorAll("[data-scan]")) button.click();
}

export function begin(wire) {
  line = wire;
  opener.addEventListener("click", () => toggle());
  drawer.querySelector(".close").addEventListener("click", () => toggle(false));
  drawer.addEventListener("keydown", (event) => event.key === "Escape" && toggle(false));
  const form = document.getElementById("invite");
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = form.elements.name.value.trim() || say("seat_n", { n: drawer.querySelectorAll(".seats > li").length });
    if (await invite(wire, name, form.elements.role.value)) form.reset();
  });
  if (arrived()) coach(kept()[0]);
  else if (location.hash === "#coach") coach(null);
  show();
}

// The first minute: one strip of three steps; the seat that somebody may try is one click away.
function coach(seat) {
  const strip = document.getElementById("coach");
  const first = strip.querySelector("li");
  if (location.hash) history.replaceState(null, "", location.pathname);
  if (seat) {
    const link = first.querySelector("a");
    link.textContent = say("coach_go", { who: seat.name });
    link.href = `${seat.path}#coach`;
  } else {
    first.className = "done";
    first.querySelector("a").remove();
    for (const next of strip.querySelectorAll(".ask-step, .card-step")) next.classList.add("is");
  }
  strip.hidden = false;
  strip.addEventListener("click", (event) => event.target.closest("[data-no-coach]") && (strip.hidden = true));
}
