// The few phrases that the page itself says; the server put them on the body.

const phrases = JSON.parse(document.body.dataset.words || "{}");

// A text as one word of a line to type: in quotes if it would otherwise be taken for several.
export function word(text) {
  if (!/\s/.test(text)) return text;
  return text.includes('"') ? `「${text}」` : `"${text}"`;
}

export function say(key, facts = {}) {
  return (phrases[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
}
