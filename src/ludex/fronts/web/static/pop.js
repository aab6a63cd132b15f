// Small things that come and go: toasts, and clauses of the rulebook shown beside what cites them.

const toasts = document.getElementById("toasts");
const popover = document.getElementById("popover");
const STAYS = 3000; // and as long as it takes to read
const LETTER = 60;
const LONGEST = 8000;
const OFFERED = 10000; // what can be taken back stays longer

export function toast(text, action) {
  const note = document.createElement("div");
  note.className = "toast";
  note.append(text);
  if (action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action.label;
    button.addEventListener("click", () => {
      note.remove();
      action.run();
    });
    note.append(button);
  }
  note.addEventListener("click", () => note.remove());
  toasts.replaceChildren(note);
  setTimeout(() => note.remove(), action ? OFFERED : Math.min(STAYS + LETTER * note.textContent.length, LONGEST));
  return note;
}

// The reader does something: what she was told before is over.
export function hush() {
  toasts.replaceChildren();
}

export function beside(element, content) {
  popover.replaceChildren(content);
  popover.showPopover();
  const at = element.getBoundingClientRect();
  const size = popover.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, innerWidth - size.width - 8));
  const below = at.bottom + 6 + size.height < innerHeight;
  popover.style.left = `${left}px`;
  popover.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - size.height - 6)}px`;
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.clause");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const [path] = link.getAttribute("href").split("#");
  const answer = await fetch(`${path}/${encodeURIComponent(link.dataset.clause)}`);
  const text = document.createElement("div");
  if (answer.ok) text.innerHTML = await answer.text(); // our own escaped template
  else text.textContent = link.dataset.clause;
  beside(link, text);
});
