// How even a scenario is, from the lab's games between equal bots. Pure.

import { sideName } from "./texts";
import type { Counted, Scalar, Scenario, Side } from "./types";

export interface Share {
  side: Side;
  /** In whole per cent; all of them make 100. */
  percent: number;
}

/** What has been counted for a scenario with the options that are chosen, handicaps left aside; null where nobody has. */
export function countedWith(scenario: Scenario, chosen: Record<string, Scalar>): Counted | null {
  const infos = new Map(scenario.options.map((option) => [option.name, option]));
  const unusual = (options: Record<string, Scalar>) =>
    Object.entries(options).filter(([name, value]) => !infos.get(name)?.handicap && value !== infos.get(name)?.default);
  const wanted = unusual(chosen);
  const all: Counted[] = scenario.balance ? [scenario.balance, ...(scenario.balance.others ?? [])] : [];
  return (
    all.find((one) => {
      const played = unusual(one.options ?? {});
      return played.length === wanted.length && wanted.every(([name, value]) => one.options?.[name] === value);
    }) ?? null
  );
}

/** The shares of the sides in the games that somebody won, in whole per cent; none when nobody did. */
export function shares(balance: Counted | null | undefined, sides: Side[]): Share[] {
  const won = sides.map((side) => balance?.wins[side] ?? 0);
  const total = won.reduce((sum, share) => sum + share, 0);
  if (!balance?.games || total <= 0) return [];
  const found = sides.map((side, index) => ({ side, percent: Math.round((100 * won[index]!) / total) }));
  const last = found[found.length - 1]!;
  last.percent = 100 - found.slice(0, -1).reduce((sum, share) => sum + share.percent, 0);
  return found;
}

/** The handicap that makes a scenario about even, in words: "2 units fewer for Alpha"; nothing when it needs none. */
export function handicapWords(balance: Counted | null | undefined): string {
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
