// Editing a sheet: every field as it stands, written back one by one where it was changed.

import { ask } from "./ask.js";
import { toast } from "./pop.js";
import { say } from "./words.js";

export async function edit(wire, actor) {
  const reply = await wire.ask({ do: "sheet", actor });
  if (!reply.ok) {
    toast(reply.text || say("away"));
    return;
  }
  const gaps = reply.fields.map((field) => ({ ...field, many: false, optional: true, now: shown(field) }));
  ask({ title: reply.name, deed: { args: {} }, gaps, few: 8, send: (deed) => write(wire, actor, gaps, deed.args) });
}

function shown({ value, fill }) {
  if (value === null || value === undefined) return "";
  return fill.find(([key]) => key === String(value))?.[1] ?? String(value);
}

async function write(wire, actor, gaps, args) {
  for (const gap of gaps) {
    if (gap.kind === "flag" ? Boolean(args[gap.name]) === Boolean(gap.value) : !(gap.name in args) || String(args[gap.name]) === String(gap.value ?? "") || args[gap.name] === gap.now) continue;
    const reply = await wire.ask({ do: "edit", actor, field: gap.name, value: gap.kind === "flag" ? Boolean(args[gap.name]) : args[gap.name] });
    if (!reply.ok) return reply;
  }
  toast(say("saved"));
  return { ok: true };
}
