// Tables that this browser has opened. The links are secrets, so they stay here and go nowhere else.

const KEY = "ludex.recent";
const KEPT = 12;

export function recent() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(found) ? found.filter((t) => /^[\w-]{10,64}$/.test(t.secret)) : [];
  } catch {
    return [];
  }
}

function write(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, KEPT)));
  } catch {
    // A browser that keeps nothing only loses this convenience.
  }
}

export function remember(table) {
  write([table, ...recent().filter((t) => t.secret !== table.secret)]);
}

// What is to be seen of a table from outside, as this seat last saw it.
export function glimpse(secret, facts) {
  write(recent().map((t) => (t.secret === secret ? { ...t, ...facts, at: Date.now() } : t)));
}

export function forget(secret) {
  write(recent().filter((t) => t.secret !== secret));
}
