// The same bot as first_legal.py, for Node: every unit does the first thing it may, what is refused is taken back.
//
//     hulldown sim tank/intro --games 1 --alpha "exec:node examples/bots/first_legal.mjs"
//
// It knows nothing of the games. See docs/bots-protocol.md for the messages.
import { createInterface } from "node:readline";

/** The first option of a unit that needs no path, with the first value of everything it asks for. */
function taskOf(unit) {
  const option = unit.options.find((one) => !one.path);
  if (!option) return null;
  const task = { unit: unit.unit, kind: option.kind };
  if (option.cells) task.cells = option.cells.slice(0, 1);
  if (option.targets) task.targets = option.targets.slice(0, 1);
  if (option.facings) task.facing = option.facings[0];
  if (option.choices) task.choice = option.choices[0];
  return task;
}

/** An order for the units that nothing was said against; with nobody left the one that does least. */
function orderOf(legal, without) {
  const kind = legal.decision.kind;
  const tasks = (legal.units ?? []).filter((unit) => !without.has(unit.unit)).map(taskOf).filter(Boolean);
  if (tasks.length && !without.has("")) return { kind, tasks };
  return legal.idle ?? { kind, choice: legal.choices?.[0] ?? "" };
}

let legal = {};
let without = new Set();
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "decide") {
    legal = message.legal;
    without = new Set();
  } else if (message.type === "illegal") {
    for (const violation of message.violations) without.add(violation.unit ?? "");
  } else continue; // hello needs no answer, and after the end nothing more is asked
  const remark = `${without.size} units were left out.`;
  process.stdout.write(JSON.stringify({ order: orderOf(legal, without), remark }) + "\n");
}
