// Change a piece of the page into its new self, touching only what differs: elements that stay keep focus, scroll, open
// trees and everything a person did to them. Children match by id or data-key, else by kind and place.

const KEPT = new Set(["open", "style", "aria-current"]); // what the reader opened, and how far an element of ours was stretched
const HELD = new Set(["aria-pressed", "data-way", "data-sign"]); // what the reader has put together and not yet done

export function morph(holder, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  children(holder, fresh.content);
}

function children(old, fresh) {
  const keyed = new Map();
  for (const child of old.children) if (keyOf(child)) keyed.set(keyOf(child), child);
  let place = past(old.firstChild);
  for (const wanted of [...fresh.childNodes]) {
    const match = keyOf(wanted) ? keyed.get(keyOf(wanted)) : place && !keyOf(place) && alike(place, wanted) ? place : null;
    if (!match) {
      old.insertBefore(wanted, place);
      continue;
    }
    if (match === place) place = past(place.nextSibling);
    else old.insertBefore(match, place);
    node(match, wanted);
  }
  while (place) {
    const next = past(place.nextSibling);
    place.remove();
    place = next;
  }
}

// What somebody is writing in stays where it is.
function past(place) {
  return place?.classList?.contains("stays") ? past(place.nextSibling) : place;
}

function node(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  if (old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh);
    return;
  }
  if (old.isEqualNode(fresh)) return;
  attributes(old, fresh);
  if (!old.matches?.(".overlay, .pins, .strings, .against-body")) children(old, fresh);
}

function attributes(old, fresh) {
  if (old.nodeName === "g" && old.matches(".overlay, .pins")) return;
  const same = Boolean(old.dataset?.whole) && old.dataset.whole === fresh.dataset.whole;
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !KEPT.has(name) && !HELD.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (KEPT.has(name) && old.nodeName === "DETAILS") continue;
    if (HELD.has(name) && old.classList.contains("ptag")) continue;
    if (name === "viewBox" && same) continue; // the reader's own view of the same map
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName;
}

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset?.key || "" : "";
}
