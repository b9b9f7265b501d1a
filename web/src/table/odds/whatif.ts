// What would change the odds of a shot: the arguments of the free odds tool with one of them another.

import type { GameFace, UnitData } from "../../lib/face";
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

const nameOf = (flag: ToolFlag) => flag.flag.replace(/^-+/, "").replace(/-/g, "_");

/** The changes worth asking about: what a player can bring about or wait for, as the face tells it. */
export function changesOf(face: GameFace, flags: ToolFlag[], args: Arguments, cards: UnitData[] = []): Change[] {
  const found: Change[] = [];
  const known = new Map(flags.map((flag) => [nameOf(flag), flag]));
  for (const { argument: name, words: told, values, unless, of, most } of face.changes) {
    const change = (value: Scalar) => {
      if (args[name] === value) return;
      const label = name === "range" ? words.nearer(Number(value), Number(args[name])) : words.change(told ?? "", value);
      found.push({ name, label, args: { ...args, [name]: value } });
    };
    const flag = known.get(name);
    if (!flag) continue;
    const now = args[name] ?? flag.default;
    if (name === "range") {
      const range = Number(now);
      if (range > NEARER) change(range - NEARER);
      else if (range > 1) change(1);
    } else if (flag.choices?.length) {
      // Only the plain choices: "either" and the like are for the dice's owner to decide.
      for (const choice of flag.choices) if (choice !== now && choice !== "either") change(choice);
    } else if (flag.type === "int") {
      // Nobody moves further than its card says: what is more than that is told as all it has.
      const card = of ? cards.find((one) => one["name"] === args[of]) : undefined;
      const limit = card && most ? Number(card[most] ?? 0) : Infinity;
      for (const value of new Set((values ?? []).map((one) => Math.min(one, limit)))) if (value > 0) change(value);
    } else if (flag.type === "bool" && !now && !unless?.some((other) => args[other])) {
      change(true);
    }
  }
  return found.slice(0, ASKED);
}

export const chanceOf = (odds: Odds): string => String(odds.probability ?? odds.hit ?? "");

/** The chance in words: that of a hit, and of what the hit does where the game tells it. */
export function chanceWords(face: GameFace, odds: Odds): string {
  const [nothing] = Object.keys(face.outcomes);
  const effects = Object.entries(odds.outcomes ?? {}).filter(([name, value]) => name !== nothing && value !== "0");
  const told = percent(chanceOf(odds));
  const effect = effects[0]?.[0];
  return odds.outcomes ? `${told} ${outcomeName(face, effect ?? nothing ?? "")}` : told;
}

export const outcomeName = (face: GameFace, outcome: string): string => face.outcomes[outcome] ?? outcome;
const share = (odds: Odds): number => {
  const [over, under] = chanceOf(odds).split("/");
  return under === undefined ? Number(over) : Number(over) / Number(under);
};
const worth = (face: GameFace, odds: Odds): number => {
  const order = Object.keys(face.outcomes);
  if (!odds.outcomes) return share(odds);
  return Object.entries(odds.outcomes).reduce((sum, [name, value]) => sum + share({ probability: value } as Odds) * Math.max(0, order.indexOf(name)), 0);
};

/** The changes that make a difference, at most four; of those that do the same the first is enough. */
export function differences(face: GameFace, base: Odds, asked: { change: Change; odds: Odds }[]): WhatIf[] {
  const before = chanceWords(face, base);
  return asked
    .filter(({ change, odds }, k) => {
      const chance = chanceWords(face, odds);
      return chance !== before && !asked.slice(0, k).some((other) => other.change.name === change.name && chanceWords(face, other.odds) === chance);
    })
    .slice(0, TOLD)
    .map(({ change, odds }) => ({ label: change.label, chance: chanceWords(face, odds), better: worth(face, odds) > worth(face, base) }));
}
