// Back closes what lies over the board before it leaves the table: an entry of the history is kept for that, and never more than one.

const OPEN = "dialog[open], .drawer:not([hidden]), #who:not([hidden]), .body-pick:not([hidden]), .case-tab[open]";
let spare = Boolean(history.state?.over);

export function begin({ close }) {
  const open = () => Boolean(document.querySelector(OPEN)) || document.body.dataset.tab === "what" || !document.getElementById("result").hidden;
  const look = () => {
    if (spare || !open()) return;
    spare = true;
    history.pushState({ over: true }, "");
  };
  new MutationObserver(look).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["open", "hidden", "data-tab"] });
  addEventListener("popstate", () => {
    if (!spare) return; // a link within the page
    spare = false;
    if (!open()) {
      history.back(); // nothing is left to close
      return;
    }
    for (const one of document.querySelectorAll("dialog[open]")) one.close();
    for (const one of document.querySelectorAll(".case-tab[open]")) one.open = false;
    document.getElementById("seats").hidden = true;
    close();
  });
}
