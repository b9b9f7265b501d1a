// Orders for several units at once: a move that keeps their shape, the same order for all, last turn's order again. Pure.

import { reach, startOf, wayTo } from "../../lib/reach";
import type { Cell, Option, PathDomain, Piece, Task } from "../../lib/types";
import { bare, carefully, clickCell, clickPath, dragPath, groupsOf, pathOption, type Ground, type Group } from "./plotting";
import type { UnitLegal } from "../../lib/types";

const drives = (option: Option) => Boolean(option.path && !option.path.straight_end);

/** Where a path of the domain begins on the map: its start, or where it comes on. */
function begins(domain: PathDomain): Cell | null {
  const at = startOf(domain);
  return at >= 0 ? at : (domain.entries?.[0] ?? null);
}

export interface Marched {
  tasks: Task[];
  /** Units that found no way. */
  left: string[];
}

/**
 * A move of several units after the first one's: each goes as far from its hex as the first goes from its own, by its own
 * cheapest legal way. Where that hex cannot be reached or is taken, it goes to the nearest one that is free.
 */
export function march(ground: Ground, lead: { unit: string; group: Group; task: Task }, others: UnitLegal[], stand: ReadonlySet<Cell>): Marched {
  const own = pathOption(ground, lead.group, lead.task)?.path;
  const from = own ? begins(own) : null;
  const to = lead.task.cells?.at(-1);
  if (!own || from === null || to === undefined) return { tasks: [], left: others.map((unit) => unit.unit) };
  const taken = new Set<Cell>([...stand, to]);
  const found: Marched = { tasks: [], left: [] };
  const { plane } = ground;
  const away = (unit: UnitLegal) => {
    const domain = groupOf(unit, lead.group.kind)?.options.find(drives)?.path;
    const at = domain ? begins(domain) : null;
    return at === null ? Infinity : plane.distance(at, to);
  };
  // The foremost go first: those behind find out what is left.
  for (const unit of [...others].sort((a, b) => away(a) - away(b))) {
    const task = follow(ground, unit, lead.group.kind, to - from, taken);
    if (task) taken.add(task.cells?.at(-1) as Cell);
    if (task) found.tasks.push(task);
    else found.left.push(unit.unit);
  }
  return found;
}

function groupOf(unit: UnitLegal, kind: string): Group | undefined {
  return groupsOf(unit).find((group) => group.kind === kind);
}

interface Near {
  cells: Cell[];
  off: number;
  cost: number;
}

function follow(ground: Ground, unit: UnitLegal, kind: string, shift: number, taken: ReadonlySet<Cell>): Task | null {
  let best: Near | null = null;
  for (const option of groupOf(unit, kind)?.options.filter(drives) ?? []) {
    for (const domain of carefully(ground, option.path as PathDomain, [])) {
      const found = nearest(ground, domain, shift, taken);
      if (found && (!best || found.off < best.off || (found.off === best.off && found.cost < best.cost))) best = found;
      if (found) break;
    }
  }
  return best && { unit: unit.unit, kind, cells: best.cells };
}

/** The way to the free hex nearest to where a domain's start would be shifted to; null where none is nearer than the start. */
function nearest(ground: Ground, domain: PathDomain, shift: number, taken: ReadonlySet<Cell>): Near | null {
  const { plane, tables } = ground;
  const at = begins(domain);
  if (at === null) return null;
  const wish = at + shift;
  // Beside the map there is no such hex: as near to it as its neighbours on the map allow.
  const off = (cell: Cell) => (plane.has(wish) ? plane.distance(cell, wish) : plane.distance(cell, at));
  const reached = reach(plane, tables, domain);
  const now = plane.has(wish) ? plane.distance(at, wish) : 0;
  let best: Near | null = null;
  for (const one of reached.values()) {
    if (one.cell < 0 || one.cell === startOf(domain) || taken.has(one.cell) || domain.shut?.includes(one.cell)) continue;
    const far = off(one.cell);
    if (far >= now || (best && (far > best.off || (far === best.off && one.cost >= best.cost)))) continue;
    const cells = [...(domain.via ?? []), ...wayTo(reached, one.cell)];
    if (cells.length >= (domain.minimum ?? 1)) best = { cells, off: far, cost: one.cost };
  }
  return best;
}

/** The same order for another unit, where it may be given one: fire, facings and choices as they are, no path. A `free` choice is written, not picked. */
export function alike(ground: Ground, task: Task, unit: UnitLegal, pieces: Piece[], free = false): Task | null {
  const group = groupOf(unit, task.kind);
  if (!group || group.options.some((option) => option.path)) return null;
  const copy = (more: Partial<Task> = {}): Task => ({ unit: unit.unit, kind: task.kind, ...more });
  if (task.targets?.length) {
    const options = group.options.filter((option) => task.targets?.every((target) => option.targets?.includes(target)));
    return options.length ? copy({ targets: task.targets, ...(free && task.choice ? { choice: task.choice } : {}) }) : null;
  }
  if (task.cells?.length) {
    const answer = clickCell(ground, unit.unit, group, null, task.cells[0] as Cell, pieces, task.facing ?? -1);
    return "task" in answer ? answer.task : null;
  }
  if (task.choice) return group.options.some((option) => (free ? option.choices?.length : option.choices?.includes(task.choice as string))) ? copy({ choice: task.choice }) : null;
  if (task.facing !== undefined && task.facing >= 0) {
    return group.options.some((option) => option.facings?.includes(task.facing as number)) ? copy({ facing: task.facing }) : null;
  }
  return group.options.some((option) => bare(option) || option.choices?.length) ? copy() : null;
}

/** Last turn's order given again: a path is driven once more in the same directions, as far as it is legal. */
export function again(ground: Ground, before: Task, unit: UnitLegal, pieces: Piece[], started: Cell | null, free = false): Task | null {
  const group = groupOf(unit, before.kind);
  const domain = group?.options.find(drives)?.path;
  if (!group || !domain) return alike(ground, before, unit, pieces, free);
  const cells = before.cells ?? [];
  const from = started ?? cells[0];
  if (from === undefined || !cells.length || domain.start < 0) return null;
  const { plane } = ground;
  const steps = [from, ...cells].slice(0, -1).map((cell, k) => plane.directionTo(cell, [from, ...cells][k + 1] as Cell)).filter((way) => way >= 0);
  const drawn: Cell[] = [];
  let at: Cell | null = domain.start;
  for (const way of steps) {
    at = plane.neighbour(at, way);
    if (at === null) break;
    drawn.push(at);
  }
  return drawn.length ? dragPath(ground, unit.unit, group, drawn).task : null;
}

/** A click on a hex for one of several units, where a task names a hex or target. */
export function clickedBy(ground: Ground, unit: UnitLegal, kind: string, cell: Cell, pieces: Piece[], facing: number): Task | null {
  const group = groupOf(unit, kind);
  if (!group) return null;
  const answer = group.options.some((option) => option.path)
    ? clickPath(ground, unit.unit, group, null, cell)
    : clickCell(ground, unit.unit, group, null, cell, pieces, facing);
  return "task" in answer ? answer.task : null;
}
