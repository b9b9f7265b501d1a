// How even a scenario is, from the lab's games between equal bots. Pure.

import { sideName } from "./texts";
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

/** The handicap that makes a scenario about even, in words: "2 units fewer for Alpha"; nothing when it needs none. */
export function handicapWords(balance: Balance | null | undefined): string {
  return Object.entries(balance?.handicap ?? {})
    .map(([name, value]) => {
      const [first, ...rest] = name.split("_");
      const whose = rest.length ? ` for ${sideName(first!)}` : "";
      const what = rest.length ? rest.join(" ") : first!;
      const count = Math.abs(value);
      const counted = what === "units" || what === "turns";
      if (counted) return `${count} ${count === 1 ? what.slice(0, -1) : what} ${value < 0 ? "fewer" : "more"}${whose}`;
      return `${what} ${value < 0 ? "−" : "+"}${count}${whose}`;
    })
    .join(", ");
}
