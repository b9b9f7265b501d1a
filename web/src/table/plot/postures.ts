// What all units do where they stand, on one screen: a turn, a posture, both at once. Pure.

import { taskFace, type GameFace } from "../../lib/face";
import type { Legal, Task, UnitLegal } from "../../lib/types";

/** Whether all that is asked now can be answered for all units on one screen. */
export function together(face: GameFace, legal: Legal | null): boolean {
  const kinds = (legal?.units ?? []).flatMap((unit) => unit.options.map((option) => option.kind));
  return kinds.length > 0 && kinds.every((kind) => taskFace(face, kind).together);
}

/** A task that is nothing but a turn. */
const turns = (face: GameFace, kind: string): boolean => {
  const { draws, facing_optional } = taskFace(face, kind);
  return Boolean(draws?.includes("facing")) && !facing_optional;
};

/** The kinds of task that a unit can be given besides a turn, each once. */
export const actsOf = (face: GameFace, unit: UnitLegal): string[] => [...new Set(unit.options.map((option) => option.kind))].filter((kind) => !turns(face, kind));

export const turnOf = (face: GameFace, unit: UnitLegal): string | null => unit.options.find((option) => turns(face, option.kind))?.kind ?? null;

/** The facings that a unit may choose as it is told now. */
export function facingsOf(face: GameFace, unit: UnitLegal, task: Task | null): number[] {
  const kind = task?.kind ?? turnOf(face, unit);
  return [...new Set(unit.options.filter((option) => option.kind === kind).flatMap((option) => option.facings ?? []))];
}

export const choicesOf = (unit: UnitLegal, kind: string): string[] => [...new Set(unit.options.filter((option) => option.kind === kind).flatMap((option) => option.choices ?? []))];

/** The task with one kind of act taken up or dropped; what it is told to face it keeps where it may. Null: no task. */
export function acted(face: GameFace, unit: UnitLegal, task: Task | null, kind: string): Task | null {
  const facing = task?.facing;
  const may = (one: string) => facing !== undefined && unit.options.some((option) => option.kind === one && option.facings?.includes(facing));
  if (task?.kind === kind) {
    const turn = turnOf(face, unit);
    return turn && may(turn) ? { unit: unit.unit, kind: turn, facing } : null;
  }
  const [choice] = choicesOf(unit, kind);
  return { unit: unit.unit, kind, ...(may(kind) ? { facing } : {}), ...(choice ? { choice } : {}) };
}

/** The task with another facing; the same one again takes it away. Null: no task. */
export function turned(face: GameFace, unit: UnitLegal, task: Task | null, facing: number): Task | null {
  const turn = turnOf(face, unit);
  const { facing: before, ...rest } = task ?? { unit: unit.unit, kind: turn ?? "" };
  if (before === facing) return rest.kind === turn ? null : rest;
  return { ...rest, facing };
}
