// Ways over several turns: where a unit is to go, kept in this browser, and the part of it that fits into this turn. Pure but
// for the keeping.

import { beginning, limit, startOf, step } from "../../lib/reach";
import type { Plane } from "../../lib/hexgeo";
import type { Cell, Legal, PathDomain, Task } from "../../lib/types";
import { groupsOf, unitLegal, type Ground, type Group } from "./plotting";
import { cheapest } from "./route";

export interface Plan {
  kind: string;
  /** The hexes to go by, the last one where it ends. */
  goals: Cell[];
}
export type Plans = Record<string, Plan>;

export interface Leg {
  /** This turn's part, or null when nothing of it can be driven now. */
  task: Task | null;
  /** The whole way, this turn's part included. */
  way: Cell[];
  /** Turns it takes, about. */
  turns: number;
}

/** The longest part of a way that the domain admits. */
function part(ground: Ground, domain: PathDomain, way: Cell[]): Cell[] {
  let at = beginning(domain);
  let kept = 0;
  for (const [k, cell] of way.entries()) {
    if (domain.steps && k >= domain.steps) break;
    const next = step(ground.plane, ground.tables, domain, at, cell);
    if (!next) break;
    at = next;
    if (at.spent <= limit(domain, at.lead) && !domain.shut?.includes(cell) && k + 1 >= (domain.minimum ?? 1)) kept = k + 1;
  }
  return way.slice(0, kept);
}

/** The way of a plan from where a unit is, and what of it is driven this turn. */
export function leg(ground: Ground, unit: string, group: Group, goals: Cell[]): Leg | null {
  let best: Leg | null = null;
  for (const option of group.options) {
    const domain = option.path;
    if (!domain || domain.straight_end || startOf(domain) < 0) continue;
    const way: Cell[] = [];
    let from = startOf(domain);
    for (const goal of goals) {
      const on = cheapest(ground, domain.table, from, goal);
      if (!on) break;
      way.push(...on);
      from = goal;
    }
    if (from !== goals.at(-1)) continue;
    const now = part(ground, domain, way);
    const cells = [...(domain.via ?? []), ...now];
    const turns = now.length ? Math.ceil(way.length / now.length) : 0;
    if (best && now.length <= (best.task?.cells?.length ?? 0)) continue;
    best = { task: now.length ? { unit, kind: option.kind, cells } : null, way, turns };
  }
  return best;
}

/** Where a unit begins that is told this kind of task; null where it is not on the map. */
export function startIn(group: Group): Cell | null {
  const domain = group.options.find((option) => option.path && !option.path.straight_end)?.path;
  return domain && startOf(domain) >= 0 ? startOf(domain) : null;
}

/** How far beside the hex that a unit would go to it may go instead. */
const ASIDE = 2;

/** Ways of several units, each as far from its hex as `shift` says, or as near to that as can be; no two end in one hex. */
export function convoy(ground: Ground, shift: number, mates: { unit: string; group: Group | undefined }[], goals: Cell[], ends: Cell[]): { task: Task; goal: Cell; turns: number }[] {
  const { plane } = ground;
  const found: { task: Task; goal: Cell; turns: number }[] = [];
  const [meant, stops] = [new Set(goals), new Set(ends)];
  for (const { unit, group } of mates) {
    const from = group ? startIn(group) : null;
    if (!group || from === null || !plane.has(from + shift)) continue;
    const wish = from + shift;
    for (const goal of around(plane, wish, ASIDE).filter((cell) => !meant.has(cell))) {
      const next = leg(ground, unit, group, [goal]);
      const end = next?.task?.cells?.at(-1);
      if (!next?.task || end === undefined || stops.has(end)) continue;
      meant.add(goal);
      stops.add(end);
      found.push({ task: next.task, goal, turns: next.turns });
      break;
    }
  }
  return found;
}

/** A hex and those around it, the nearest first. */
function around(plane: Plane, cell: Cell, most: number): Cell[] {
  const found = new Set([cell]);
  for (let ring = 0; ring < most; ring++) {
    for (const at of [...found]) {
      for (let way = 0; way < 6; way++) {
        const next = plane.neighbour(at, way);
        if (next !== null) found.add(next);
      }
    }
  }
  return [...found];
}

/** The goals still ahead of a unit that stands in a cell. */
export function ahead(plan: Plan, at: Cell): Cell[] {
  const passed = plan.goals.indexOf(at);
  return passed < 0 ? plan.goals : plan.goals.slice(passed + 1);
}

export interface Filled {
  tasks: Task[];
  plans: Plans;
}

/** The orders that plans give to the units of a decision without one; plans that are fulfilled are gone. */
export function fill(ground: Ground, legal: Legal | null, tasks: Record<string, Task>, plans: Plans): Filled {
  const found: Filled = { tasks: [], plans: {} };
  for (const [unit, plan] of Object.entries(plans)) {
    const group = groupsOf(unitLegal(legal, unit)).find((one) => one.kind === plan.kind);
    const domain = group?.options.find((option) => option.path)?.path;
    if (!group || !domain) {
      found.plans[unit] = plan;
      continue;
    }
    const goals = ahead(plan, startOf(domain));
    if (!goals.length) continue;
    found.plans[unit] = { ...plan, goals };
    const next = tasks[unit] ? null : leg(ground, unit, group, goals);
    if (next?.task) found.tasks.push(next.task);
  }
  return found;
}

const key = (match: string, side: string | null) => `hulldown.plans.${match}.${side ?? ""}`;

export function keptPlans(match: string, side: string | null): Plans {
  try {
    return (JSON.parse(localStorage.getItem(key(match, side)) ?? "{}") as Plans) ?? {};
  } catch {
    return {};
  }
}

export function keepPlans(match: string, side: string | null, plans: Plans): void {
  if (Object.keys(plans).length) localStorage.setItem(key(match, side), JSON.stringify(plans));
  else localStorage.removeItem(key(match, side));
}
