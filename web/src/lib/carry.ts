// What is left of the orders of this turn when the same question comes again: fire has interrupted them, or others went first. Pure.

import type { Plane } from "./hexgeo";
import { pathCost } from "./reach";
import type { Cell, CostTables, Legal, Option, Order, Task } from "./types";

export interface Carried {
  tasks: Record<string, Task>;
  choice: string;
}

/** What of orders that were given before, the newest last, can be given again. */
export function carried(plane: Plane, tables: CostTables, legal: Legal, before: Order[]): Carried {
  const tasks: Record<string, Task> = {};
  for (const { unit, options } of legal.units ?? []) {
    const told = before.map((order) => order.tasks?.find((task) => task.unit === unit)).findLast((task) => task !== undefined);
    const left = told ? rest(plane, tables, options, told) : null;
    if (left) tasks[unit] = left;
  }
  const choice = before.at(-1)?.choice ?? "";
  return { tasks, choice: !Object.keys(tasks).length && choice && legal.choices?.includes(choice) ? choice : "" };
}

function rest(plane: Plane, tables: CostTables, options: Option[], task: Task): Task | null {
  for (const option of options) {
    if (option.kind !== task.kind) continue;
    if (option.path) {
      const cells = onward(option.path.start, task.cells ?? []);
      if (cells.length && pathCost(plane, tables, option.path, cells) !== null) return { ...task, cells };
    } else if (
      (task.targets ?? []).every((target) => option.targets?.includes(target))
      && (task.cells ?? []).every((cell) => option.cells?.includes(cell))
      // A battery that has fired, a weapon that is spent: the order has been carried out.
      && (!task.choice || !option.choices?.length || option.choices.includes(task.choice))
    ) {
      return task;
    }
  }
  return null;
}

/** The part of a way that is still ahead. */
function onward(here: Cell, cells: Cell[]): Cell[] {
  return cells.slice(cells.lastIndexOf(here) + 1);
}
