// Fire with a choice of weapons: what the selected unit can fire at whom. Pure.

import type { Task } from "../../lib/types";
import type { Group } from "./plotting";

/** A target, and with what it can be fired at. */
export interface Aim {
  target: string;
  ways: string[];
}

/** The targets of a kind of task that is fired with one weapon or another; none where there is no such choice. */
export function aimsOf(group: Group | null): Aim[] {
  const found = new Map<string, string[]>();
  for (const { path, cells, targets, choices } of group?.options ?? []) {
    if (path || cells?.length || !choices?.length) continue;
    for (const target of targets ?? []) found.set(target, [...(found.get(target) ?? []), ...choices]);
  }
  return [...found].map(([target, ways]) => ({ target, ways: [...new Set(ways)] }));
}

export const shotOf = (unit: string, kind: string, target: string, choice: string): Task => ({ unit, kind, targets: [target], choice });
