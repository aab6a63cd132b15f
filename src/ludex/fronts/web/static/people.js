// Sheets over the board: a click on somebody opens hers, another click or Escape closes it again.

const holder = document.getElementById("who");

export function opened() {
  return holder.querySelector(".fragment.opened");
}

export function close() {
  opened()?.classList.remove("opened");
  holder.hidden = true;
}

// Open a sheet by its section; true if there is one. The same again closes it.
export function open(sheet) {
  const wanted = sheet && document.getElementById(`f-who-${sheet}`);
  const was = opened();
  close();
  if (!wanted || was === wanted) return Boolean(wanted);
  wanted.classList.add("opened");
  const details = wanted.querySelector("details.section");
  if (details) details.open = true;
  holder.hidden = false;
  return true;
}

// A sheet's heading closes it.
holder.addEventListener("click", (event) => {
  const head = event.target.closest(".sheet > .section-head");
  if (!head) return;
  event.preventDefault();
  close();
});

// A glance at somebody from her chip, as long as the mouse rests on it.
const peek = document.getElementById("peek");
const rail = document.querySelector(".rail");
let resting = 0;

function glance(chip) {
  const told = chip.querySelector(".peek");
  if (!told || !chip.matches(":hover") || opened()) return;
  peek.replaceChildren(...[...told.childNodes].map((one) => one.cloneNode(true)));
  peek.hidden = false;
  const home = peek.parentElement.getBoundingClientRect();
  const at = chip.getBoundingClientRect();
  peek.style.top = `${Math.max(8, Math.min(at.top - home.top, home.height - peek.offsetHeight - 8))}px`;
}

rail.addEventListener("pointerover", (event) => {
  const chip = event.pointerType === "mouse" && event.target.closest(".chip");
  clearTimeout(resting);
  peek.hidden = true;
  if (chip) resting = setTimeout(() => glance(chip), 220);
});
for (const way of ["pointerleave", "click"]) {
  rail.addEventListener(way, () => {
    clearTimeout(resting);
    peek.hidden = true;
  });
}
