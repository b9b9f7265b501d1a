// My games as a list reads them: mine first, one row for a hot seat. Pure.

import type { Held } from "./mine";
import { offeredTo, playerIn } from "./people";
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
  /** Put away by the player. */
  away: Row[];
}

export function grouped(list: { held: Held; entry: MineEntry | null }[]): Groups {
  const groups: Groups = { mine: [], waiting: [], over: [], away: [] };
  const rows = new Map<string, Row>();
  for (const { held, entry } of list) {
    if (!entry) continue;
    const key = held.hot ? `hot ${held.match}` : held.token;
    const known = rows.get(key);
    // Of two seats at one screen the one that owes a decision stands for both.
    if (!known || (entry.your_turn && !known.entry.your_turn)) rows.set(key, { held, entry, hot: held.hot === true });
  }
  for (const row of rows.values()) {
    const { your_turn: turn, offer, side } = row.entry;
    // An offer waits for its answer like a question.
    const mine = turn || offeredTo(offer, side);
    groups[row.held.archived ? "away" : finished(row.entry) ? "over" : mine ? "mine" : "waiting"].push(row);
  }
  for (const group of Object.values(groups) as Row[][]) group.sort((a, b) => b.entry.changed - a.entry.changed);
  return groups;
}

/** The others in a game: names, bots by their level, "" for a person without a name; none for an onlooker. */
export function opponents(row: Row): { side: string; player: string; free: boolean }[] {
  const { seats, side } = row.entry;
  if (row.hot || !side) return [];
  return Object.entries(seats)
    .filter(([other]) => other !== side)
    .map(([other, seat]) => ({ side: other, player: playerIn(seat), free: !seat.taken }));
}

/** A day as a list shows it: the time for today, else the date, with the year if it is another one. */
export function dayOf(seconds: number, now: Date, language?: string): string {
  const when = new Date(seconds * 1000);
  if (when.toDateString() === now.toDateString()) return when.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  const year = when.getFullYear() === now.getFullYear() ? {} : { year: "numeric" as const };
  return when.toLocaleDateString(language, { day: "numeric", month: "short", ...year });
}

/** Whether a game is only looked at any more. */
export const finished = (entry: MineEntry) => entry.status === "over" || entry.status === "frozen";

/** Where a row leads. */
export function linkOf(row: Row): string {
  return finished(row.entry) ? `#/replay/${row.entry.match}/${row.held.token}` : tableOf(row);
}

/** The table of a row, where the chat is. */
export const tableOf = ({ entry, held }: Row) => `#/${entry.role === "watch" ? "watch" : "play"}/${entry.match}/${held.token}`;
