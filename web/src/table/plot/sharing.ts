// Tasks that several units have as one: the first of them is told it, and names the others. Pure.

import type { GameFace } from "../../lib/face";
import type { UnitGroup } from "../../lib/groups";
import type { Legal, Option, Task } from "../../lib/types";
import { groupsOf, unitLegal, type Group } from "./plotting";

type Tasks = Record<string, Task>;
type Faces = Pick<GameFace, "tasks">;

/** Whether an option is the one by which a task is shared: it names units that can be told the same. */
const shared = (face: Faces, legal: Legal | null, option: Option) =>
  Boolean(face.tasks[option.kind]?.shares && option.targets?.length && option.targets.every((one) => unitLegal(legal, one)));

/** The groups of a unit without what is there only to be shared: what is left is chosen as if it were alone. */
export function unshared(face: Faces, legal: Legal | null, groups: Group[]): Group[] {
  return groups.map((group) => {
    const options = group.options.filter((option) => !shared(face, legal, option));
    return options.length && options.length < group.options.length ? { ...group, options } : group;
  });
}

/** The units that share a task besides the one that is told it. */
export function sharersOf(face: Faces, legal: Legal | null, task: Task | null | undefined): string[] {
  if (!task || !face.tasks[task.kind]?.shares) return [];
  return (task.targets ?? []).filter((one) => unitLegal(legal, one));
}

/** The task in which a unit shares without being told it itself. */
export function sharedBy(face: Faces, legal: Legal | null, tasks: Tasks, unit: string): Task | null {
  return Object.values(tasks).find((task) => sharersOf(face, legal, task).includes(unit)) ?? null;
}

/** Those who could join a task: whoever may share it with one of those who have it. */
export function mayJoin(face: Faces, legal: Legal | null, task: Task | null): string[] {
  if (!task || !face.tasks[task.kind]?.shares) return [];
  const members = [task.unit, ...sharersOf(face, legal, task)];
  const options = members.flatMap((unit) => groupsOf(unitLegal(legal, unit)).find((group) => group.kind === task.kind)?.options ?? []);
  const found = options.filter((option) => shared(face, legal, option)).flatMap((option) => option.targets ?? []);
  return [...new Set(found)].filter((unit) => !members.includes(unit));
}

/** Those of them who may share it with each of those who have it; the others perhaps in a chain of neighbours. */
export function mayJoinAll(face: Faces, legal: Legal | null, task: Task): string[] {
  const members = [task.unit, ...sharersOf(face, legal, task)];
  return mayJoin(face, legal, task).filter((unit) => members.every((one) => mayJoin(face, legal, { unit: one, kind: task.kind }).includes(unit)));
}

/** The task with one more unit that shares it. */
export function joined(task: Task, unit: string): Task {
  return { ...task, targets: [...(task.targets ?? []), unit] };
}

/** The tasks when a unit is told something of its own, or nothing: it leaves the task that it shared. */
export function left(face: Faces, legal: Legal | null, tasks: Tasks, unit: string): Tasks {
  const task = sharedBy(face, legal, tasks, unit);
  if (!task) return tasks;
  const rest = (task.targets ?? []).filter((one) => one !== unit);
  const { targets: _, ...alone } = task;
  return { ...tasks, [task.unit]: rest.length ? { ...task, targets: rest } : alone };
}

/** The tasks with one in which more units share: they have none of their own any more. */
export function gathered(face: Faces, legal: Legal | null, tasks: Tasks, task: Task): Tasks {
  let found = tasks;
  for (const unit of sharersOf(face, legal, task)) {
    if (sharedBy(face, legal, found, unit)?.unit !== task.unit) found = left(face, legal, found, unit);
    const { [unit]: _, ...rest } = found;
    found = rest;
  }
  return { ...found, [task.unit]: task };
}

/** The units that have an order because they share one. */
export function sharing(face: Faces, legal: Legal | null, tasks: Tasks): Set<string> {
  return new Set(Object.values(tasks).flatMap((task) => sharersOf(face, legal, task)));
}

/** How many of the tasks that a group has so many of are given. */
export function usedBy(face: Faces, group: UnitGroup, tasks: Tasks): number {
  const counted = group.members.filter((unit) => !group.free?.includes(unit));
  return Object.values(tasks).filter((task) => face.tasks[task.kind]?.shares && counted.includes(task.unit)).length;
}
