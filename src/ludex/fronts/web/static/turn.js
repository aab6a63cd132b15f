// «Your turn»: the title says so, and where the seat likes it a sound, a vibration or a notification.

import { clear } from "./moment.js";
import { say } from "./words.js";

const KEY = "ludex.wishes";
const title = document.title;
let needed = "";

function wishes() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}");
  } catch {
    return {};
  }
}

for (const name of ["sound", "dice", "buzz", "note"]) {
  const box = document.getElementById(`wish-${name}`);
  box.checked = Boolean(wishes()[name]);
  box.addEventListener("change", async () => {
    if (name === "note" && box.checked && "Notification" in window) box.checked = (await Notification.requestPermission()) === "granted";
    localStorage.setItem(KEY, JSON.stringify({ ...wishes(), [name]: box.checked }));
  });
}

function sound() {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.08, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.35);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.4);
}

// After a push: is this seat needed now, and is that new?
export function look() {
  tick();
  const now = document.querySelector("#f-title .need")?.textContent ?? "";
  document.title = now ? `● ${now} · ${title}` : title;
  if (now && now !== needed) {
    clear();
    const { sound: heard, buzz, note } = wishes();
    if (heard) sound();
    if (buzz) navigator.vibrate?.(120);
    if (note && document.hidden && "Notification" in window && Notification.permission === "granted") new Notification(say("your_turn"), { body: now });
  }
  needed = now;
}
look();

// How long somebody is being waited for, in words; from a minute on.
function tick() {
  for (const time of document.querySelectorAll("time[data-since]")) {
    const minutes = Math.floor((Date.now() - new Date(time.dataset.since).getTime()) / 60000);
    const told = minutes >= 60 ? say("waited_hours", { n: Math.floor(minutes / 60) }) : minutes >= 1 ? say("waited_minutes", { n: minutes }) : "";
    if (time.textContent !== told) time.textContent = told;
  }
}
setInterval(tick, 10000);
