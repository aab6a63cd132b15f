// What happened, to take along: as one line of text, and as a picture of its card.

import { toast } from "./pop.js";
import { say } from "./words.js";

const WIDTH = 640;
const PAD = 28;

export async function copy(button) {
  const entry = button.closest(".entry");
  if (!(await written(button.dataset.copy))) return;
  toast(say("copied"), entry && { label: say("copy_picture"), run: () => pictured(entry) });
}

async function written(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { // no right to it, or no secure page: it can be marked and copied by hand
    toast(text);
    return false;
  }
}

async function pictured(entry) {
  const drawn = await new Promise((settle) => picture(entry).toBlob(settle, "image/png"));
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": drawn })]);
    toast(say("picture_copied"));
  } catch {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(drawn), download: "ludex.png" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}

// The five lines of a card on paper, in the colours of the page.
export function picture(entry) {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const page = getComputedStyle(document.body);
  const look = (element) => getComputedStyle(element);
  const roll = entry.querySelector(".roll");
  const lines = [];
  const text = (words, font, colour, height) => {
    pen.font = font;
    for (const row of broken(pen, words, WIDTH - 2 * PAD)) lines.push({ height, draw: (y) => write(pen, row, PAD, y + height * 0.72, font, colour) });
  };
  text(entry.querySelector(".card-title")?.textContent ?? entry.querySelector(".told-line").textContent.trim(), `700 24px ${page.getPropertyValue("--heading")}`, page.color, 38);
  const dice = [...roll.querySelectorAll(".throws .die")].slice(0, 12);
  if (dice.length) lines.push({ height: 60, draw: (y) => dice.forEach((die, n) => face(pen, die, PAD + n * 48, y + 8, page.color)) });
  const came = roll.querySelector(".came");
  if (came) {
    const verdict = came.querySelector(".verdict");
    text(came.textContent.replace(/\s+/g, " ").trim(), `700 28px ${page.getPropertyValue("--heading")}`, verdict ? look(verdict).color : page.color, 44);
  }
  for (const one of roll.querySelectorAll(".told > .sumline, .roll > .sumline, .moved, .follows")) {
    text(one.textContent.replace(/\s+/g, " ").trim(), `400 16px ${page.getPropertyValue("--text")}`, look(one).color, 28);
  }
  const height = PAD * 2 + lines.reduce((sum, one) => sum + one.height, 0);
  canvas.width = WIDTH * 2;
  canvas.height = height * 2;
  pen.scale(2, 2);
  pen.fillStyle = look(roll).backgroundColor === "rgba(0, 0, 0, 0)" ? page.backgroundColor : look(roll).backgroundColor;
  pen.fillRect(0, 0, WIDTH, height);
  lines.reduce((y, one) => (one.draw(y), y + one.height), PAD);
  return canvas;
}

function write(pen, words, x, y, font, colour) {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(words, x, y);
}

function face(pen, die, x, y, colour) {
  pen.save();
  pen.translate(x, y);
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  pen.setLineDash(die.matches(".dropped") ? [3, 2] : []);
  pen.stroke(new Path2D(die.querySelector("path").getAttribute("d")));
  const number = die.querySelector("text");
  pen.textAlign = "center";
  write(pen, number.textContent, 20, Number(number.getAttribute("y")) + 4.5, "700 15px sans-serif", colour);
  pen.restore();
}

// Words in rows that fit; Chinese breaks anywhere, English between words.
function broken(pen, words, width) {
  const rows = [""];
  for (const piece of words.match(/[\u0000-\u024f]+?(?=\s|[^\u0000-\u024f]|$)\s*|./gsu) ?? []) {
    if (pen.measureText(rows.at(-1) + piece).width > width && rows.at(-1)) rows.push("");
    rows[rows.length - 1] += piece;
  }
  return rows.map((row) => row.trim());
}
