// How even a scenario is, from the lab's games between equal bots. Pure.

import type { Balance, Side } from "./types";

export interface Share {
  side: Side;
  /** In whole per cent; all of them make 100. */
  percent: number;
}

/** The shares of the sides in the games that somebody won, in whole per cent; none when nobody did. */
export function shares(balance: Balance | null | undefined, sides: Side[]): Share[] {
  const won = sides.map((side) => balance?.wins[side] ?? 0);
  const total = won.reduce((sum, share) => sum + share, 0);
  if (!balance?.games || total <= 0) return [];
  const found = sides.map((side, index) => ({ side, percent: Math.round((100 * won[index]!) / total) }));
  const last = found[found.length - 1]!;
  last.percent = 100 - found.slice(0, -1).reduce((sum, share) => sum + share.percent, 0);
  return found;
}

/** The handicap that makes a scenario about even, in words: "alpha units −2"; nothing when it needs none. */
export function handicapWords(balance: Balance | null | undefined): string {
  return Object.entries(balance?.handicap ?? {})
    .map(([name, value]) => `${name.replaceAll("_", " ")} ${value < 0 ? "−" : "+"}${Math.abs(value)}`)
    .join(", ");
}
