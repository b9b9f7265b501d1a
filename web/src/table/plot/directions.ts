// A path as players of plotted games write it: directions with counts, S for a wait. Pure.

import type { Plane } from "../../lib/hexgeo";
import { startOf } from "../../lib/reach";
import type { Cell, PathDomain } from "../../lib/types";
import { tail } from "./plotting";

const LETTERS = "ABCDEF";
const WAIT = "S";

/**
 * The path in writing: `F1 S2 A2`; one that comes onto the map begins with its entry hex. The last two steps of one that
 * goes through a hex are written as its `sign` with their direction: `D2 VD`.
 */
export function written(plane: Plane, domain: PathDomain, cells: Cell[], sign: string): string {
  const words: string[] = [];
  let here = startOf(domain);
  let rest = tail(domain, cells);
  const [over, end] = rest.slice(-2) as [Cell?, Cell?];
  const through = end !== undefined && domain.through?.includes(over as Cell) ? `${sign}${LETTERS[plane.directionTo(over as Cell, end)] ?? "?"}` : "";
  if (through) rest = rest.slice(0, -2);
  if (here < 0 && rest.length) {
    here = rest[0] as Cell;
    words.push(plane.label(here));
    rest = rest.slice(1);
  }
  const runs: { sign: string; count: number }[] = [];
  for (const cell of rest) {
    const way = plane.directionTo(here, cell);
    const letter = cell === here ? WAIT : (LETTERS[way] ?? "?");
    const last = runs.at(-1);
    if (last?.sign === letter) last.count++;
    else runs.push({ sign: letter, count: 1 });
    here = cell;
  }
  return [...words, ...runs.map((run) => `${run.sign}${run.count}`), through].filter(Boolean).join(" ");
}

/** The cells that a written path means, or the word that makes no sense. */
export function read(plane: Plane, domain: PathDomain, text: string, through: string): { cells: Cell[] } | { wrong: string } {
  const cells: Cell[] = [...(domain.via ?? [])];
  let here = startOf(domain);
  for (const word of text.toUpperCase().split(/[\s,]+/).filter(Boolean)) {
    const entry = here < 0 ? plane.byLabel.get(word) : undefined;
    if (entry !== undefined) {
      cells.push((here = entry));
      continue;
    }
    const over = domain.through?.length && word.startsWith(through) ? `${word.slice(through.length)}2` : word;
    const [, sign, count] = /^([A-FS])(\d{0,2})$/.exec(over) ?? [];
    if (sign === undefined || here < 0) return { wrong: word };
    for (let k = 0; k < (count ? Number(count) : 1); k++) {
      const next: Cell | null = sign === WAIT ? here : plane.neighbour(here, LETTERS.indexOf(sign));
      if (next === null) return { wrong: word };
      cells.push((here = next));
    }
  }
  return { cells };
}
