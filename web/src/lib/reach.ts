// Reach and path costs from a PathDomain and the scenario's cost tables: the same sums as hulldown.core.paths.

import type { Plane } from "./hexgeo";
import type { Cell, CostTables, PathDomain } from "./types";

const IMPOSSIBLE = 0;
const WHOLE = 1000;
const SIX = [0, 1, 2, 3, 4, 5];

export interface Reached {
  cell: Cell;
  facing: number;
  cost: number;
  before: string | null;
}

/** How a step (with the turn before it) is paid, or null when it cannot be made. */
export function stepCost(
  plane: Plane, tables: CostTables, domain: PathDomain, from: Cell, facing: number, to: Cell, spent: number, steps: number,
): { cost: number; facing: number } | null {
  if (from < 0) return entryCost(plane, tables, domain, to);
  const direction = plane.directionTo(from, to);
  const row = tables[domain.table]?.[from];
  if (direction < 0 || !row || !plane.has(to)) return null;
  let cost = row[direction] ?? IMPOSSIBLE;
  if (cost === IMPOSSIBLE) return null;
  if (domain.extra?.includes(to)) cost += 1;
  let turning = 0;
  let faces = direction;
  if (domain.facing !== undefined && domain.facing >= 0) {
    faces = domain.back ? (direction + 3) % 6 : direction;
    const delta = Math.abs(faces - facing);
    if (Math.min(delta, 6 - delta) > (domain.free ?? 1) && domain.turns) {
      turning = tables[domain.turns]?.[from]?.[0] ?? IMPOSSIBLE;
      if (turning === IMPOSSIBLE) return null;
      if (domain.extra?.includes(from)) turning += 1;
    }
  }
  const single = cost >= WHOLE || (domain.least === true && cost > domain.allowance);
  if (single) {
    if (steps > 0 || spent > 0 || turning > 0) return null;
    return { cost: domain.allowance, facing: faces };
  }
  if (spent + turning + cost > domain.allowance) return null;
  return { cost: turning + cost, facing: faces };
}

/** How a unit off the map pays for coming on by one of the entries; it then faces away from the edge. */
function entryCost(plane: Plane, tables: CostTables, domain: PathDomain, to: Cell): { cost: number; facing: number } | null {
  const cost = tables[domain.entering ?? ""]?.[to]?.[0] ?? IMPOSSIBLE;
  if (!domain.entries?.includes(to) || cost === IMPOSSIBLE || cost > domain.allowance) return null;
  const inward = [0, 1, 2, 3, 4, 5].find((way) => plane.neighbour(to, (way + 3) % 6) === null) ?? 0;
  return { cost, facing: inward };
}

/** What going over the edge costs from a cell, or null where that is not possible. */
export function exitCost(tables: CostTables, domain: PathDomain, cell: Cell): number | null {
  if (!domain.exits?.includes(cell)) return null;
  if (!domain.leaving) return domain.exit_cost ?? 0;
  const cost = tables[domain.leaving]?.[cell]?.[0] ?? IMPOSSIBLE;
  return cost === IMPOSSIBLE ? null : cost;
}

/** Where a path of the domain begins: behind the cells it must begin with. */
export function startOf(domain: PathDomain): Cell {
  const via = domain.via ?? [];
  return via.length ? (via[via.length - 1] as Cell) : domain.start;
}

/** The total cost of a path (the cells after `via`), or null where a step is impossible. */
export function pathCost(plane: Plane, tables: CostTables, domain: PathDomain, cells: Cell[]): number | null {
  let here = startOf(domain);
  let facing = domain.facing ?? -1;
  let spent = 0;
  let steps = 0;
  for (const cell of cells) {
    const paid = stepCost(plane, tables, domain, here, facing, cell, spent, steps);
    if (!paid || (domain.steps && steps >= domain.steps)) return null;
    spent += paid.cost;
    facing = paid.facing;
    here = cell;
    steps += 1;
  }
  return spent;
}

/** Every cell in reach with its least cost and the way back, by Dijkstra over (cell, facing, steps as far as they count). */
export function reach(plane: Plane, tables: CostTables, domain: PathDomain, from?: { cells: Cell[] }): Map<Cell, Reached> {
  const begin = from?.cells ?? [];
  let here = startOf(domain);
  let facing = domain.facing ?? -1;
  let spent = 0;
  let steps = 0;
  for (const cell of begin) {
    const paid = stepCost(plane, tables, domain, here, facing, cell, spent, steps);
    if (!paid) return new Map();
    spent += paid.cost;
    facing = paid.facing;
    here = cell;
    steps += 1;
  }
  const turning = domain.facing !== undefined && domain.facing >= 0;
  const limit = domain.steps ?? 0;
  const key = (cell: Cell, faces: number, taken: number) =>
    `${cell}${turning ? `/${faces}` : ""}${limit ? `#${taken}` : ""}`;
  const found = new Map<string, Reached & { steps: number }>();
  // Costs are small whole numbers: one bucket for each makes the queue.
  const buckets: string[][] = [];
  const put = (at: string, cost: number) => (buckets[cost] ??= []).push(at);
  const first = key(here, facing, steps);
  found.set(first, { cell: here, facing, cost: spent, before: null, steps });
  put(first, spent);
  for (let cost = 0; cost < buckets.length; cost++) {
    for (const at of buckets[cost] ?? []) {
      const now = found.get(at) as Reached & { steps: number };
      if (now.cost < cost || (limit && now.steps >= limit)) continue;
      const around = now.cell < 0 ? (domain.entries ?? []) : SIX.map((direction) => plane.neighbour(now.cell, direction));
      for (const ahead of around) {
        if (ahead === null) continue;
        const paid = stepCost(plane, tables, domain, now.cell, now.facing, ahead, now.cost, now.steps);
        if (!paid) continue;
        const next = key(ahead, paid.facing, now.steps + 1);
        const known = found.get(next);
        const total = now.cost + paid.cost;
        if (known && known.cost <= total) continue;
        found.set(next, { cell: ahead, facing: paid.facing, cost: total, before: at, steps: now.steps + 1 });
        put(next, total);
      }
    }
  }
  const best = new Map<Cell, Reached>();
  for (const entry of found.values()) {
    const known = best.get(entry.cell);
    if (!known || entry.cost < known.cost) best.set(entry.cell, entry);
  }
  reached.set(best, found);
  return best;
}

const reached = new WeakMap<Map<Cell, Reached>, Map<string, Reached>>();

/** The way that `reach` found to a cell, without the cell it started in. */
export function wayTo(best: Map<Cell, Reached>, cell: Cell): Cell[] {
  const all = reached.get(best);
  let entry: Reached | undefined = best.get(cell);
  const path: Cell[] = [];
  while (entry && entry.before !== null && all) {
    path.unshift(entry.cell);
    entry = all.get(entry.before);
  }
  return path;
}
