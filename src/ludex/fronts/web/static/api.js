// What a page asks of the API, as any program would: the seat's link is its key.

import { say } from "./words.js";

const { secret } = document.body.dataset;

export async function api(path, method = "GET", body = null) {
  const headers = { authorization: `Bearer ${secret}`, "accept-language": document.documentElement.lang, ...(body ? { "content-type": "application/json" } : {}) };
  const answer = await fetch(`/api${path}`, { method, headers, body: body && JSON.stringify(body) }).catch(() => null);
  if (!answer) return { ok: false, told: say("away") };
  if (!answer.ok) return { ok: false, told: (await answer.json().catch(() => ({}))).message ?? say("away") };
  const json = answer.headers.get("content-type")?.includes("json");
  return { ok: true, found: json ? await answer.json() : await answer.blob() };
}
