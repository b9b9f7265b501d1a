// Orders in which a unit has more than one task: the first is kept under its name, the others beside it. Pure.

import type { Task } from "./types";

type Tasks = Record<string, Task>;

const beside = (unit: string, number: number) => `${unit} +${number}`;

/** Tasks by their keys: the first of a unit by its name. */
export function keyed(list: Task[]): Tasks {
  const found: Tasks = {};
  for (const task of list) found[keyFor(found, task.unit)] = task;
  return found;
}

/** The key for one more task of a unit. */
export function keyFor(tasks: Tasks, unit: string): string {
  if (!tasks[unit]) return unit;
  let number = 2;
  while (tasks[beside(unit, number)]) number += 1;
  return beside(unit, number);
}

/** All tasks of a unit, the first one first. */
export const tasksOf = (tasks: Tasks, unit: string): Task[] => Object.values(tasks).filter((task) => task.unit === unit);

/** The tasks without those of a unit. */
export function without(tasks: Tasks, unit: string): Tasks {
  return Object.fromEntries(Object.entries(tasks).filter(([, task]) => task.unit !== unit));
}

/** The tasks with one given anew: what the unit was told besides goes unless it is of the same kind. */
export function given(tasks: Tasks, task: Task): Tasks {
  const others = tasksOf(tasks, task.unit).slice(1).filter((one) => one.kind === task.kind && !same(one, task));
  return { ...without(tasks, task.unit), ...keyed([task, ...others]) };
}

/** The tasks without one of a unit's; the next one takes its place. */
export function taken(tasks: Tasks, task: Task): Tasks {
  const rest = tasksOf(tasks, task.unit).filter((one) => !same(one, task));
  return { ...without(tasks, task.unit), ...keyed(rest) };
}

/** Whether two tasks of a unit are the same shot. */
export const same = (one: Task, other: Task): boolean =>
  one.kind === other.kind && one.choice === other.choice && one.targets?.[0] === other.targets?.[0] && String(one.cells ?? "") === String(other.cells ?? "");
