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

/** A unit on its way through a domain. */
export interface Stand {
  cell: Cell;
  /** How it may face: several where it has just come on. */
  facings: number[];
  spent: number;
  steps: number;
  /** Steps of kind 1 less those of kind 2, along a route. */
  lead: number;
  /** The direction of its last step, where that matters. */
  way?: number;
  /** Whether its last two steps went in the same direction. */
  straight?: boolean;
  /** Whether it has waited since its last step: no path ends so. */
  waited?: boolean;
}

/** A unit where its domain begins. */
export function beginning(domain: PathDomain): Stand {
  return { cell: startOf(domain), facings: [domain.facing ?? -1], spent: 0, steps: 0, lead: domain.lead ?? 0 };
}

const faced = (domain: PathDomain) => domain.facing !== undefined && domain.facing >= 0;
const between = (a: number, b: number) => Math.min((a - b + 6) % 6, (b - a + 6) % 6);

/** The most that a path may cost: along a route by the kind of step that it has more of. */
export function limit(domain: PathDomain, lead: number): number {
  return domain.kinds && lead > 0 ? (domain.rate ?? 0) : domain.allowance;
}

function leadOf(tables: CostTables, domain: PathDomain, cell: Cell, way: number): number {
  const kind = domain.kinds ? (tables[domain.kinds]?.[cell]?.[way] ?? 0) : 0;
  return kind === 1 ? 1 : kind === 2 ? -1 : 0;
}

/** What it costs a unit to face so, or null when it cannot. */
function turnCost(tables: CostTables, domain: PathDomain, at: Stand, facing: number): number | null {
  if (!faced(domain)) return 0;
  const sides = Math.min(...at.facings.map((old) => between(facing, old)));
  if (domain.kinds && !(at.steps === 0 && domain.turns)) return sides === 3 ? null : 0;
  const before = at.steps ? 0 : (domain.turned ?? 0);
  if (!sides || before < 0 || before + sides <= (domain.free ?? 1) || !domain.turns) return 0;
  const cost = tables[domain.turns]?.[at.cell]?.[0] ?? IMPOSSIBLE;
  return cost === IMPOSSIBLE ? null : cost + (domain.extra?.includes(at.cell) ? 1 : 0);
}

/** The unit after a step (with the turn before it), or null when it cannot be made. */
export function step(plane: Plane, tables: CostTables, domain: PathDomain, at: Stand, to: Cell): Stand | null {
  if (domain.barred?.includes(to)) return null;
  if (at.cell < 0) return entered(plane, tables, domain, at, to);
  if (to === at.cell) return waited(domain, at);
  const way = plane.directionTo(at.cell, to);
  const row = tables[(domain.changed?.includes(to) && domain.changes) || domain.table]?.[at.cell];
  if (way < 0 || !row || !plane.has(to)) return null;
  const base = row[way] ?? IMPOSSIBLE;
  if (base === IMPOSSIBLE) return null;
  const facing = domain.back ? (way + 3) % 6 : way;
  const turning = turnCost(tables, domain, at, facing);
  if (turning === null) return null;
  let cost = (base + (domain.extra?.includes(to) ? 1 : 0)) * (domain.times ?? 1);
  const lead = at.lead + leadOf(tables, domain, at.cell, way);
  if (cost >= WHOLE || (domain.least === true && cost > domain.allowance)) {
    if (at.steps > 0 || at.spent > 0 || turning > 0 || domain.begun) return null;
    cost = domain.allowance;
  }
  const spent = at.spent + turning + cost;
  const most = domain.kinds ? Math.max(domain.allowance, domain.rate ?? 0) : domain.allowance;
  return spent > most ? null : { cell: to, facings: [facing], spent, steps: at.steps + 1, lead, way, straight: way === at.way };
}

/** The unit after it has stayed for a while where it is, or null when it may not: only in the middle of a path. */
function waited(domain: PathDomain, at: Stand): Stand | null {
  const spent = at.spent + (domain.waits ?? 0);
  if (!domain.waits || at.steps === 0 || spent > domain.allowance) return null;
  return { ...at, spent, way: undefined, straight: false, waited: true };
}

/** Whether a path may end as the unit stands, but for cells that are shut. */
export function endsWell(plane: Plane, domain: PathDomain, at: Stand): boolean {
  if (at.waited || at.spent > limit(domain, at.lead)) return false;
  if (domain.straight_end && !at.straight) return false;
  if (!domain.through?.length) return true;
  const before = at.way === undefined ? null : plane.neighbour(at.cell, (at.way + 3) % 6);
  return before !== null && domain.through.includes(before);
}

/** How a unit off the map pays for coming on by one of the entries; it then faces away from the edge. */
function entered(plane: Plane, tables: CostTables, domain: PathDomain, at: Stand, to: Cell): Stand | null {
  const base = tables[domain.entering ?? ""]?.[to]?.[0] ?? IMPOSSIBLE;
  if (!domain.entries?.includes(to) || base === IMPOSSIBLE) return null;
  const lead = at.lead + leadOf(tables, domain, to, 6);
  let cost = base + (domain.extra?.includes(to) ? 1 : 0);
  if (cost > Math.max(domain.allowance, domain.rate ?? 0)) {
    if (!domain.least) return null;
    cost = domain.allowance;
  }
  const inward = SIX.filter((way) => plane.neighbour(to, (way + 3) % 6) === null);
  return { cell: to, facings: inward.length ? inward : SIX, spent: cost, steps: 1, lead };
}

/** What going over the edge costs a unit, or null where that is not possible. */
export function exitCost(plane: Plane, tables: CostTables, domain: PathDomain, at: Stand): number | null {
  if (!domain.exits?.includes(at.cell)) return null;
  if (!domain.leaving) {
    const cost = domain.exit_cost ?? 0;
    return at.spent + cost <= domain.allowance ? cost : null;
  }
  let best: number | null = null;
  for (const way of SIX) {
    const base = tables[domain.leaving]?.[at.cell]?.[way] ?? IMPOSSIBLE;
    if (base === IMPOSSIBLE || plane.neighbour(at.cell, way) !== null) continue;
    const turning = turnCost(tables, domain, at, domain.back ? (way + 3) % 6 : way);
    if (turning === null) continue;
    const cost = turning + base * (domain.times ?? 1);
    const alone = domain.least === true && !at.steps && !at.spent && !turning;
    if (!alone && at.spent + cost > limit(domain, at.lead + leadOf(tables, domain, at.cell, way))) continue;
    if (best === null || cost < best) best = cost;
  }
  return best;
}

/** A unit after some steps of a path (the cells after `via`), or null where a step is impossible. */
export function after(plane: Plane, tables: CostTables, domain: PathDomain, cells: Cell[]): Stand | null {
  let at: Stand | null = beginning(domain);
  for (const cell of cells) {
    if (domain.steps && at.steps >= domain.steps) return null;
    at = step(plane, tables, domain, at, cell);
    if (!at) return null;
  }
  return at;
}

/** The ways that go on from the end of a path along a route: the facings that its order may name. */
export function endWays(tables: CostTables, domain: PathDomain, at: Stand): number[] {
  const row = domain.kinds ? (tables[domain.kinds]?.[at.cell] ?? []) : [];
  const back = (drivenTo(at) + 3) % 6;
  return SIX.filter((way) => (row[way] ?? 0) > 0 && way !== back);
}

/** How a unit stands at the end of a path whose order names no facing: as it drove, or along the route that goes on. */
export function endFacing(tables: CostTables, domain: PathDomain, at: Stand): number {
  const facing = drivenTo(at);
  const ways = endWays(tables, domain, at);
  if (facing < 0 || !ways.length || ways.includes(facing)) return facing;
  return [...ways].sort((a, b) => between(a, facing) - between(b, facing) || a - b)[0] as number;
}

const drivenTo = (at: Stand): number => at.facings[Math.floor(at.facings.length / 2)] ?? -1;

/** Where a path of the domain begins: behind the cells it must begin with. */
export function startOf(domain: PathDomain): Cell {
  const via = domain.via ?? [];
  return via.length ? (via[via.length - 1] as Cell) : domain.start;
}

/** The total cost of a path (the cells after `via`), or null where a step is impossible or it costs too much in the end. */
export function pathCost(plane: Plane, tables: CostTables, domain: PathDomain, cells: Cell[]): number | null {
  const at = after(plane, tables, domain, cells);
  return at && !at.waited && at.spent <= limit(domain, at.lead) ? at.spent : null;
}

/** Every cell in reach with its least cost and the way back, by Dijkstra over all that a unit's next steps depend on. */
export function reach(plane: Plane, tables: CostTables, domain: PathDomain, from?: { cells: Cell[] }): Map<Cell, Reached> {
  const begin = after(plane, tables, domain, from?.cells ?? []);
  if (!begin) return new Map();
  const turning = faced(domain);
  const most = domain.steps ?? 0;
  const directed = Boolean(domain.through?.length);
  const key = (at: Stand) =>
    `${at.cell}${turning ? `/${at.facings.join("")}` : ""}${domain.kinds ? `+${at.lead}` : ""}${most ? `#${at.steps}` : ""}${directed ? `>${at.way ?? ""}${at.straight ? "=" : ""}` : ""}`;
  const found = new Map<string, Reached & { at: Stand }>();
  const entry = (at: Stand, before: string | null) => ({ cell: at.cell, facing: at.facings[0] ?? -1, cost: at.spent, before, at });
  // Costs are small whole numbers: one bucket for each makes the queue.
  const buckets: string[][] = [];
  const put = (at: string, cost: number) => (buckets[cost] ??= []).push(at);
  found.set(key(begin), entry(begin, null));
  put(key(begin), begin.spent);
  for (let cost = 0; cost < buckets.length; cost++) {
    for (const name of buckets[cost] ?? []) {
      const now = (found.get(name) as Reached & { at: Stand }).at;
      if (now.spent < cost || (most && now.steps >= most)) continue;
      const around = now.cell < 0 ? (domain.entries ?? []) : SIX.map((way) => plane.neighbour(now.cell, way));
      for (const ahead of around) {
        const then = ahead === null ? null : step(plane, tables, domain, now, ahead);
        if (!then) continue;
        const known = found.get(key(then));
        if (known && known.cost <= then.spent) continue;
        found.set(key(then), entry(then, name));
        put(key(then), then.spent);
      }
    }
  }
  const best = new Map<Cell, Reached>();
  for (const one of found.values()) {
    const known = best.get(one.cell);
    const ends = directed ? endsWell(plane, domain, one.at) : one.cost <= limit(domain, one.at.lead);
    if (ends && (!known || one.cost < known.cost)) best.set(one.cell, one);
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
