// What can be said of an order before it is sent: what is missing, what the client sees to be wrong, what can be given again. Pure.

import { taskFace, type GameFace } from "../../lib/face";
import type { Legal, Task } from "../../lib/types";
import { bare, choicesOnly, fault, groupsOf, unitLegal, type Ground, type Refusal } from "./plotting";

/** The units that must be given a task and have none. */
export function missingIn(legal: Legal | null, tasks: Record<string, Task>): string[] {
  return (legal?.units ?? []).filter((unit) => unit.required && !tasks[unit.unit]).map((unit) => unit.unit);
}

/** Faults that the client sees itself, by unit. */
export function faultsIn(ground: Ground | null, legal: Legal | null, tasks: Record<string, Task>): Record<string, Refusal> {
  const found: Record<string, Refusal> = {};
  if (!ground) return found;
  for (const task of Object.values(tasks)) {
    const group = groupsOf(unitLegal(legal, task.unit)).find((one) => one.kind === task.kind);
    const wrong = group && fault(ground, group, task);
    if (wrong) found[task.unit] = wrong;
  }
  return found;
}

/** Whether a task of the last turn can be given as it was. */
export function repeatable(face: GameFace, legal: Legal | null, task: Task): boolean {
  const { repeats, choice_optional, preset } = taskFace(face, task.kind);
  if (!repeats) return false;
  const options = unitLegal(legal, task.unit)?.options.filter((option) => option.kind === task.kind) ?? [];
  return options.some((option) =>
    bare(option) || (choice_optional && choicesOnly(option) && (preset || !task.choice)) || (task.choice ? option.choices?.includes(task.choice) : task.cells?.every((cell) => option.cells?.includes(cell))),
  );
}
