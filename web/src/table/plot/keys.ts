// Keys of the table. A kind of task has the face's key; one without, or whose key is taken, gets a number.

import { taskFace, type GameFace } from "../../lib/face";
import type { Group } from "./plotting";

/** Keys that mean something else at the table. */
const TAKEN = new Set(["n", "l", "h", "x", "q", "e", "g", "0"]);

export function keysOf(face: GameFace, groups: Group[]): Record<string, string> {
  const keys: Record<string, string> = {};
  const used = new Set<string>();
  for (const group of groups) {
    const { key, tone } = taskFace(face, group.kind);
    if (key && (!TAKEN.has(key) || (key === "h" && tone === "hold")) && !used.has(key)) {
      keys[group.kind] = key;
      used.add(key);
    }
  }
  let number = 1;
  for (const group of groups) if (!keys[group.kind] && number < 10) keys[group.kind] = String(number++);
  return keys;
}

/** Whether a key press belongs to a field or dialog and not to the table. */
export function typing(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return target.closest("input, textarea, select, [role=dialog]") !== null;
}
