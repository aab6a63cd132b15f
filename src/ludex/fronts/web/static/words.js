// The few phrases that the page itself says; the server put them on the body.

const phrases = JSON.parse(document.body.dataset.words || "{}");

export function say(key, facts = {}) {
  return (phrases[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
}
