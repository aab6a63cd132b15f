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
