// The clock of a plot: where every unit of one's own is after so many points, and where it would be stopped. Pure.
//
// It holds as long as the enemy stands still: his plots are not known.

import type { GameFace } from "../../lib/face";
import { inPoints } from "../../lib/points";
import type { Area, Cell, Legal, PathDomain, Side, Task, View } from "../../lib/types";
import type { Overlay } from "../../map/overlays";
import { groupsOf, pathOption, runningCosts, unitLegal, type Ground } from "./plotting";

/** A stop that the clock foresees. */
export interface Halt {
  unit: string;
  /** Ticks after which it happens, and the hex where the unit stays. */
  tick: number;
  cell: Cell;
  /** The hex that it cannot enter because it would go from one zone to another; null where it has come into a zone. */
  barred: Cell | null;
  /** Whose zone it is. */
  enemies: string[];
}
/** A unit's way by the clock: the tick of each entry; the first is where it stands. */
export interface Way {
  unit: string;
  entries: { tick: number; cell: Cell }[];
  halt: Halt | null;
}

/** When a path's cells are entered, in ticks. */
function entriesOf(ground: Ground, domain: PathDomain, cells: Cell[]): { tick: number; cell: Cell }[] {
  const found: { tick: number; cell: Cell }[] = [{ tick: 0, cell: domain.start }];
  for (const [k, tick] of runningCosts({ ...ground, ticks: 1 }, domain, cells).entries()) {
    const cell = cells[k] as Cell;
    if (found.at(-1)!.cell !== cell) found.push({ tick, cell });
  }
  return found;
}

/** The units of others whose zone a cell is in, but those that stand in a spared cell. */
function holders(zones: Area[], view: View, cell: Cell, spared: Cell | null): string[] {
  return zones
    .filter((zone) => zone.cells.includes(cell) && (spared === null || view.pieces.find((piece) => piece.id === zone.unit)?.cell !== spared))
    .map((zone) => zone.unit ?? "")
    .filter(Boolean);
}

function haltOf(unit: string, way: Way["entries"], zones: Area[], view: View, domain: PathDomain): Halt | null {
  // Whoever drives through an enemy minds neither his zone nor any other in his hex.
  const over = domain.through?.length ? (way.at(-2)?.cell ?? null) : null;
  for (const [k, entry] of way.entries()) {
    const before = way[k - 1];
    if (!before || entry.cell === over || before.cell === over) continue;
    const enemies = holders(zones, view, entry.cell, over);
    if (!enemies.length) continue;
    const left = before.cell >= 0 ? holders(zones, view, before.cell, over) : [];
    if (left.length) return { unit, tick: entry.tick, cell: before.cell, barred: entry.cell, enemies };
    if (k < way.length - 1) return { unit, tick: entry.tick, cell: entry.cell, barred: null, enemies };
  }
  return null;
}

/** The ways of all units that a draft moves. */
export function waysOf(ground: Ground, face: GameFace, view: View, legal: Legal | null, side: Side | null, tasks: Record<string, Task>): Way[] {
  const areas = Array.isArray(view["areas"]) ? (view["areas"] as Area[]) : [];
  const zones = areas.filter((area) => area.side !== side && face.areas[area.kind]?.stops);
  const found: Way[] = [];
  for (const task of Object.values(tasks)) {
    const group = groupsOf(unitLegal(legal, task.unit)).find((one) => one.kind === task.kind);
    const domain = group && task.cells?.length ? pathOption(ground, group, task)?.path : undefined;
    if (!domain) continue;
    const entries = entriesOf(ground, domain, task.cells ?? []);
    found.push({ unit: task.unit, entries, halt: haltOf(task.unit, entries, zones, view, domain) });
  }
  return found;
}

/** The last tick at which something happens. */
export const lastTick = (ways: Way[]): number => Math.max(0, ...ways.map((way) => way.entries.at(-1)?.tick ?? 0));

/** Where a unit is after so many ticks: on its way, or where it was stopped. */
export function placeAt(way: Way, tick: number): Cell {
  if (way.halt && tick >= way.halt.tick) return way.halt.cell;
  return way.entries.filter((entry) => entry.tick <= tick).at(-1)?.cell ?? -1;
}

/** What the clock lays on the map at a tick. */
export function clockOverlays(ways: Way[], tick: number): Overlay[] {
  const found: Overlay[] = [];
  for (const way of ways) {
    const cell = placeAt(way, tick);
    if (cell < 0) continue;
    const halted = way.halt !== null && tick >= way.halt.tick;
    found.push({ kind: "hex", cell, tone: halted ? "bad" : "select" }, { kind: "text", cell, text: way.unit, tone: halted ? "bad" : "plan" });
  }
  return found;
}

/** A tick in points, for people. */
export const pointOf = (ground: Ground, tick: number): number => inPoints(tick, ground.ticks);
