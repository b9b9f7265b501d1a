// The answers to a reaction as a list: shots, shots together, choices. Pure.

import type { Cell, Legal, Order } from "../../lib/types";
import type { Chance } from "../../lib/wire";
import { bare } from "../plot/plotting";

export interface Shot {
  unit: string;
  kind: string;
  target: string;
  /** What it is fired with, where that is to be said. */
  choice?: string;
  /** The hex it goes to for it. */
  cells?: Cell[];
}
/** One thing that can be answered: fire of one or more units, something else that a unit does, or a choice. */
export interface Entry {
  shots: Shot[];
  choice: string;
  act?: { unit: string; kind: string };
}

export function shotsOf(legal: Legal): Shot[] {
  return (legal.units ?? []).flatMap((unit) =>
    unit.options.flatMap((option) =>
      (option.targets ?? []).flatMap((target): Shot[] => {
        const shot = { unit: unit.unit, kind: option.kind, target };
        return option.choices?.length ? option.choices.map((choice) => ({ ...shot, choice })) : [shot];
      }),
    ),
  );
}

/** The shots of one unit at one target are told by this. */
export const shotKey = (shot: Shot) => `${shot.unit}>${shot.target}${shot.choice ? `>${shot.choice}` : ""}`;

const actsOf = (legal: Legal) =>
  (legal.units ?? []).flatMap((unit) => unit.options.filter(bare).map((option) => ({ unit: unit.unit, kind: option.kind })));

/** What kinds of tasks are: given to one unit at a time, or to several with an order of their own. */
export interface Manners {
  single?: (kind: string) => boolean;
  leads?: (kind: string) => boolean;
}

/** All that can be answered, in the order of the keys 1 to 9; units that hold their fire are left out.
 *
 * `parties`: what those who attack together do, as far as they are chosen. */
export function entriesOf(legal: Legal | null, held: ReadonlySet<string> = new Set(), { single = () => false, leads = () => false }: Manners = {}, parties: Shot[][] = []): Entry[] {
  if (!legal) return [];
  const shots = shotsOf(legal).filter((shot) => !held.has(shot.unit) && !leads(shot.kind));
  const joint = shots.filter((shot) => !single(shot.kind));
  const targets = [...new Set(joint.map((shot) => shot.target))];
  const volleys = targets.map((target) => joint.filter((shot) => shot.target === target)).filter((all) => new Set(all.map((shot) => shot.unit)).size > 1);
  return [
    ...parties.map((party) => ({ shots: party, choice: "" })),
    ...shots.map((shot) => ({ shots: [shot], choice: "" })),
    ...volleys.map((all) => ({ shots: all, choice: "" })),
    ...actsOf(legal).filter((act) => !held.has(act.unit)).map((act) => ({ shots: [], choice: "", act })),
    ...(legal.choices ?? []).map((choice) => ({ shots: [], choice })),
  ];
}

/** The name under which a unit's pass stands for the rest of the phase, "" where none can stand. */
export function holdName(legal: Legal, unit: string): string {
  const until = legal.passes?.at(-1)?.until ?? "";
  return until && `${unit}@${until}`;
}

/** What a unit has been told for the rest of the phase: to wait for a chance so good, or to fire by itself from there on. */
export interface Said {
  word: "hold" | "fire";
  least: number;
}

/** The names under which what units have been told stands. */
export const saidNames = (legal: Legal, said: ReadonlyMap<string, Said>): string[] =>
  [...said].filter(([unit]) => holdName(legal, unit)).map(([unit, one]) => `${holdName(legal, unit)} ${one.word} ${one.least}`);

/** The best chance in 100 to harm that a unit has now; null where nobody has told. */
export const harmOf = (chances: readonly Chance[] | null | undefined, unit: string, target?: string): number | null =>
  chances ? Math.max(0, ...chances.filter((one) => one.unit === unit && (!target || one.target === target)).map((one) => one.harm)) : null;

/** The answer to begin with: the shot that harms most, or where none can the pass for this chance. */
export function suggested(legal: Legal, entries: readonly Entry[], chances: readonly Chance[] | null | undefined): number {
  if (!chances) return 0;
  const worth = entries.map((entry) => (entry.shots.length === 1 ? (harmOf(chances, entry.shots[0]!.unit, entry.shots[0]!.target) ?? 0) : 0));
  const best = Math.max(0, ...worth);
  const pass = entries.findIndex((entry) => entry.choice !== "" && entry.choice === legal.passes?.[0]?.choice);
  return best > 0 ? worth.indexOf(best) : Math.max(0, pass);
}

/** The order that gives an answer, and the passes that stand from then on: a pass for longer is one that stands. */
export function answerOf(legal: Legal, entry: Entry, held: ReadonlySet<string> = new Set(), said: ReadonlyMap<string, Said> = new Map()): { order: Order; standing: string[] } {
  const { kind } = legal.decision;
  const standing = [...[...held].map((unit) => holdName(legal, unit)).filter(Boolean), ...saidNames(legal, said)];
  if (entry.shots.length) {
    const tasks = entry.shots.map((shot) => ({ unit: shot.unit, kind: shot.kind, targets: [shot.target], ...(shot.cells ? { cells: shot.cells } : {}), ...(shot.choice ? { choice: shot.choice } : {}) }));
    return { order: { kind, tasks }, standing };
  }
  if (entry.act) return { order: { kind, tasks: [{ ...entry.act }] }, standing };
  const longer = legal.passes?.find((one) => one.choice === entry.choice && one.until);
  const choice = longer ? (legal.passes?.[0]?.choice ?? entry.choice) : entry.choice;
  return { order: { kind, choice }, standing: longer?.until ? [...standing, longer.until] : standing };
}

/** The pass for this one chance. */
export function passOf(legal: Legal | null): Entry | null {
  const choice = legal?.passes?.[0]?.choice;
  return choice ? { shots: [], choice } : null;
}
