// Tasks that take two: one of them names a hex, the other is told the same without one. Either may be ordered first. Pure.

import { taskFace, type GameFace } from "../../lib/face";
import type { Cell, Legal, Option, Task } from "../../lib/types";
import type { Group } from "./plotting";

/** Where a unit is, on the map or on board of another. */
export type Place = (unit: string) => Cell | null;

interface Able {
  unit: string;
  option: Option;
}

const names = (option: Option) => Boolean(option.cells?.length || option.path);

/** The other units that have a task of this kind: those that name a hex for it, or those that do not. */
function others(legal: Legal | null, unit: string, kind: string, naming: boolean): Able[] {
  return (legal?.units ?? []).flatMap((one) => {
    const option = one.unit === unit ? undefined : one.options.find((each) => each.kind === kind && names(each) === naming);
    return option ? [{ unit: one.unit, option }] : [];
  });
}

/** Those who would name the hex for a unit that does not: they are with it and go on, or come to it from beside it. */
function leaders(legal: Legal | null, unit: string, kind: string, place: Place): Able[] {
  const here = place(unit);
  const able = here === null ? [] : others(legal, unit, kind, true);
  const along = able.filter((one) => place(one.unit) === here);
  return along.length ? along : able.filter((one) => one.option.cells?.includes(here as Cell));
}

/** The groups of a unit; where its part of a task for two names no hex, the hexes by which the other's part is meant. */
export function openPairs(face: Pick<GameFace, "tasks">, legal: Legal | null, unit: string | null, groups: Group[], place: Place): Group[] {
  return groups.map((group) => {
    if (unit === null || !face.tasks[group.kind]?.paired || group.options.some(names)) return group;
    const here = place(unit);
    const cells = leaders(legal, unit, group.kind, place).flatMap((one) => (place(one.unit) === here ? (one.option.cells ?? []) : [place(one.unit) ?? -1]));
    const open = [...new Set(cells)].filter((cell) => cell >= 0);
    return open.length ? { ...group, options: group.options.map((option) => ({ ...option, cells: open })) } : group;
  });
}

/** A task for two with that of the other: whoever can be told the same without a hex, in the hex chosen or in the unit's own. */
export function withPartner(legal: Legal | null, task: Task, place: Place): Task[] {
  const cell = task.cells?.[0];
  if (cell === undefined) return [task];
  const own = legal?.units?.find((one) => one.unit === task.unit)?.options.filter((one) => one.kind === task.kind) ?? [];
  if (own.length && !own.some(names)) return behind(legal, task, cell, place);
  const able = others(legal, task.unit, task.kind, false);
  const other = able.find((one) => place(one.unit) === cell) ?? able.find((one) => place(one.unit) === place(task.unit));
  if (!other) return [task];
  const facing = other.option.facings?.[0];
  return [task, { unit: other.unit, kind: task.kind, ...(facing === undefined ? {} : { facing }) }];
}

/** The tasks of both where the one who names no hex was told first. */
function behind(legal: Legal | null, task: Task, cell: Cell, place: Place): Task[] {
  const here = place(task.unit);
  const found = leaders(legal, task.unit, task.kind, place).find((one) => (place(one.unit) === here ? one.option.cells?.includes(cell) : place(one.unit) === cell));
  const { cells: _, ...bare } = task;
  if (!found || here === null) return [bare];
  return [bare, { unit: found.unit, kind: task.kind, cells: [place(found.unit) === here ? cell : here] }];
}

/** The unit that shares a task for two with another one, as they are drafted. */
export function partnerOf(face: GameFace, tasks: Record<string, Task>, unit: string, place: Place): string | null {
  const task = tasks[unit];
  if (!task || !taskFace(face, task.kind).paired) return null;
  const here = place(unit);
  const alike = Object.values(tasks).filter((other) => other.unit !== unit && other.kind === task.kind);
  const along = alike.find((other) => place(other.unit) === here);
  const beside = alike.find((other) => task.cells?.[0] === place(other.unit) || other.cells?.[0] === here);
  return (along ?? beside)?.unit ?? null;
}
