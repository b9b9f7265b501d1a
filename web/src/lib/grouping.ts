// My games as a list reads them: mine first, one row for a hot seat. Pure.

import type { Held } from "./mine";
import type { MineEntry } from "./types";

export interface Row {
  held: Held;
  entry: MineEntry;
  /** Both sides are played at this screen. */
  hot: boolean;
}
export interface Groups {
  mine: Row[];
  waiting: Row[];
  over: Row[];
}

export function grouped(list: { held: Held; entry: MineEntry | null }[]): Groups {
  const groups: Groups = { mine: [], waiting: [], over: [] };
  const rows = new Map<string, Row>();
  for (const { held, entry } of list) {
    if (!entry) continue;
    const key = held.hot ? `hot ${held.match}` : held.token;
    const known = rows.get(key);
    // Of two seats at one screen the one that owes a decision stands for both.
    if (!known || (entry.your_turn && !known.entry.your_turn)) rows.set(key, { held, entry, hot: held.hot === true });
  }
  for (const row of rows.values()) {
    const { status, your_turn: mine } = row.entry;
    groups[status === "over" || status === "frozen" ? "over" : mine ? "mine" : "waiting"].push(row);
  }
  for (const group of Object.values(groups) as Row[][]) group.sort((a, b) => b.entry.changed - a.entry.changed);
  return groups;
}

/** Where a row leads. */
export function linkOf(row: Row): string {
  const { entry, held } = row;
  const name = entry.status === "over" || entry.status === "frozen" ? "replay" : entry.role === "watch" ? "watch" : "play";
  return `#/${name}/${entry.match}/${held.token}`;
}
