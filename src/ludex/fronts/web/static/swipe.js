// Phones: a swipe over the lower sheet leads to the own sheet (right) and to the story (left), and back; downwards it closes.

const FAR = 56; // pixels that make a swipe

// Tell a handler which way a finger went over an element.
function swiped(element, done) {
  let start = null;
  element.addEventListener("pointerdown", (event) => (start = event.pointerType === "touch" && !event.target.closest("input, select, textarea, .throw-odds") ? event : null));
  element.addEventListener("pointerup", (event) => {
    if (!start || start.pointerId !== event.pointerId) return;
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    start = null;
    if (Math.abs(dx) > FAR && Math.abs(dx) > 2 * Math.abs(dy)) done(dx > 0 ? "right" : "left");
    else if (dy > FAR && dy > 2 * Math.abs(dx)) done("down");
  });
  element.addEventListener("pointercancel", () => (start = null));
}

export function begin({ phone, story, sheet }) {
  const only = (element, done) => element && swiped(element, (way) => phone.matches && done(way));
  only(document.getElementById("foot"), (way) => {
    if (way === "left") story(true);
    else if (way === "right") sheet(true);
  });
  only(document.querySelector(".drawer-tabs"), (way) => way === "down" && story(false));
  only(document.getElementById("what"), (way) => way === "right" && story(false));
  only(document.getElementById("who"), (way) => way === "left" && sheet(false));
}
