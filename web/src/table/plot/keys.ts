// Keys of the table. A kind of task has the face's key; one without, or whose key is taken, gets a number.

import { taskFace, type GameFace } from "../../lib/face";
import type { Group } from "./plotting";

/** Keys that mean something else at the table. */
const TAKEN = new Set(["n", "l", "h", "x", "q", "e", "g", "b", "i", "z", "k", "0"]);

export function keysOf(face: GameFace, groups: Group[]): Record<string, string> {
  const keys: Record<string, string> = {};
  // W is a wait where a path can have one.
  const used = new Set<string>(groups.some((group) => group.options.some((option) => option.path?.waits)) ? ["w"] : []);
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

const FIELDS = ["textarea", "select", "[contenteditable=true]", "input:not([type=checkbox], [type=radio], [type=button], [type=range])"].join(", ");

/** Whether a key press writes into a field. */
export function writing(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest(FIELDS) !== null;
}

/** Whether a key press belongs to a field or dialog and not to the table. */
export function typing(event: KeyboardEvent): boolean {
  return writing(event) || (event.target instanceof Element && event.target.closest("dialog, [aria-modal=true]") !== null);
}
