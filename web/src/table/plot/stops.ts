// What a unit does on its way besides moving: things that the view names, each in one hex of the path. Pure.

import { chosenOf, judgedChoice, taskFace, type GameFace } from "../../lib/face";
import type { Task, View } from "../../lib/types";
import { errandOf } from "./plotting";

/** What a unit may do in any hex of its path, in words without the hex. */
export function stopsOf(view: View | null | undefined, unit: string): string[] {
  const all = view?.["stops"] as Record<string, string[]> | undefined;
  return all?.[unit] ?? [];
}

/** Where a task does a thing: the label of a hex, "" for the end of the path, null where it does not. */
export function placeOf(face: GameFace, task: Task | null, word: string): string | null {
  const made = task ? chosenOf(face, task.kind, task.choice).find((one) => errandOf(one) === word) : undefined;
  return made === undefined ? null : made.slice(word.length + 1);
}

/** The task with a thing done in a hex, at the end of its path (""), or not at all (null). */
export function withStop(face: GameFace, task: Task, word: string, place: string | null): Task {
  const rest = chosenOf(face, task.kind, task.choice).filter((one) => errandOf(one) !== word);
  const made = place === null ? rest : [...rest, place ? `${word}@${place}` : word];
  const { choice: _, ...plain } = task;
  return made.length ? { ...plain, choice: made.join(taskFace(face, task.kind).joined ?? ", ") } : plain;
}

/** The task with what can be done to an enemy at the end of its path: whoever drives at him means it. */
export function withStruck(face: GameFace, task: Task, words: string[], units: string[], label: string): Task {
  const found = judgedStop(face, words, units);
  return found && placeOf(face, task, found.word) === null ? withStop(face, task, found.word, label) : task;
}

/** The first thing on a way that is done to one of these units itself and whose odds can be asked for. */
export function judgedStop(face: GameFace, words: string[], units: string[]): { word: string; unit: string } | null {
  for (const word of words) {
    const unit = units.find((one) => word.split(" ").at(-1) === one);
    if (unit !== undefined && judgedChoice(face, word)) return { word, unit };
  }
  return null;
}
