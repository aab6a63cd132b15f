// «Your turn»: the title says so, and where the seat likes it a sound, a vibration or a notification.

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

for (const name of ["sound", "buzz", "note"]) {
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
  const now = document.querySelector("#f-title .need")?.textContent ?? "";
  document.title = now ? `● ${now} · ${title}` : title;
  if (now && now !== needed) {
    const { sound: heard, buzz, note } = wishes();
    if (heard) sound();
    if (buzz) navigator.vibrate?.(120);
    if (note && document.hidden && "Notification" in window && Notification.permission === "granted") new Notification(say("your_turn"), { body: now });
  }
  needed = now;
}
look();
