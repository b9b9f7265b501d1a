// What would change the odds of a shot: the arguments of the free odds tool with one of them another.

import type { Odds, Scalar } from "../../lib/types";
import { percent } from "./figures";
import { whatIfTexts as words } from "./whatiftexts";

export interface ToolFlag {
  flag: string;
  type: string;
  choices?: Scalar[] | null;
  default?: Scalar | null;
  required?: boolean;
}
export type Arguments = Record<string, unknown>;
export interface Change {
  /** The argument that is another. */
  name: string;
  label: string;
  args: Arguments;
}
export interface WhatIf {
  label: string;
  chance: string;
  better: boolean;
}

/** How many are asked for, and how many are told. */
const ASKED = 6;
const TOLD = 4;
const NEARER = 5;
const MOVES = [4, 8];
/** What a player can bring about or wait for; the rest of the flags describe what is given. */
const CHANGING = ["aspect", "moved", "target_moving", "range", "short_halt", "cover"];

const nameOf = (flag: ToolFlag) => flag.flag.replace(/^-+/, "").replace(/-/g, "_");

/** The changes worth asking about, in the order in which they are told. */
export function changesOf(flags: ToolFlag[], args: Arguments): Change[] {
  const found: Change[] = [];
  const known = new Map(flags.map((flag) => [nameOf(flag), flag]));
  const change = (name: string, value: Scalar) => {
    if (args[name] !== value) found.push({ name, label: words.label(name, value, args[name]), args: { ...args, [name]: value } });
  };
  for (const name of CHANGING) {
    const flag = known.get(name);
    if (!flag) continue;
    const now = args[name] ?? flag.default;
    if (name === "range") {
      const range = Number(now);
      if (range > NEARER) change(name, range - NEARER);
      else if (range > 1) change(name, 1);
    } else if (flag.choices?.length) {
      // Only the plain choices: "either" and the like are for the dice's owner to decide.
      for (const choice of flag.choices) if (choice !== now && choice !== "either") change(name, choice);
    } else if (flag.type === "int") {
      for (const value of MOVES) change(name, value);
    } else if (flag.type === "bool" && !now && !(name === "short_halt" && (args["overwatch"] || args["overwatch_adjust"]))) {
      change(name, true);
    }
  }
  return found.slice(0, ASKED);
}

export const chanceOf = (odds: Odds): string => String(odds.probability ?? odds.hit ?? "");

/** The chance in words: that of a hit, and of what the hit does where the game tells it. */
export function chanceWords(odds: Odds): string {
  const effects = Object.entries(odds.outcomes ?? {}).filter(([name, value]) => name !== "none" && value !== "0");
  const told = percent(chanceOf(odds));
  const effect = effects[0]?.[0];
  return odds.outcomes ? `${told} ${effect ? words.effect(effect) : words.noEffect}` : told;
}

const WORTH = ["none", "damaged", "ko", "bu"];
const share = (odds: Odds): number => {
  const [over, under] = chanceOf(odds).split("/");
  return under === undefined ? Number(over) : Number(over) / Number(under);
};
const worth = (odds: Odds): number =>
  odds.outcomes ? Object.entries(odds.outcomes).reduce((sum, [name, value]) => sum + share({ probability: value } as Odds) * Math.max(0, WORTH.indexOf(name)), 0) : share(odds);

/** The changes that make a difference, at most four; of those that do the same the first is enough. */
export function differences(base: Odds, asked: { change: Change; odds: Odds }[]): WhatIf[] {
  const before = chanceWords(base);
  return asked
    .filter(({ change, odds }, k) => {
      const chance = chanceWords(odds);
      return chance !== before && !asked.slice(0, k).some((other) => other.change.name === change.name && chanceWords(other.odds) === chance);
    })
    .slice(0, TOLD)
    .map(({ change, odds }) => ({ label: change.label, chance: chanceWords(odds), better: worth(odds) > worth(base) }));
}
