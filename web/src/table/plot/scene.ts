// What the table lays on the map, from the draft, the selection and what is asked: pure, as data.

import type { Roster, GameFace } from "../../lib/face";
import { taskFace } from "../../lib/face";
import { startOf } from "../../lib/reach";
import type { Cell, Legal, Piece, Task, View } from "../../lib/types";
import { chipOf, type Chip } from "../../map/counters";
import type { Overlay, Tone } from "../../map/overlays";
import { groupsOf, mayExit, pathOption, reachAfter, runningCosts, unitLegal, type Ground, type Group } from "./plotting";

export interface Scene {
  ground: Ground;
  view: View;
  legal: Legal | null;
  face: GameFace;
  units: Map<string, Roster>;
  tasks: Record<string, Task>;
  selected: string | null;
  group: Group | null;
  /** Cells of lines already asked for, by "from-to". */
  lines: ReadonlyMap<string, Cell[]>;
}

export function chipsOf(face: GameFace, tasks: Record<string, Task>): Record<string, Chip> {
  return Object.fromEntries(Object.values(tasks).map((task) => [task.unit, chipOf(face, task.kind)]));
}

/** Pieces that stand on the map only in the draft: a deployment. */
export function ghostsOf(view: View, units: Map<string, Roster>, legal: Legal | null, tasks: Record<string, Task>): Piece[] {
  const there = new Set(view.pieces.filter((piece) => piece.side === view.side).map((piece) => piece.id));
  const found: Piece[] = [];
  for (const task of Object.values(tasks)) {
    const known = units.get(task.unit);
    const cell = task.cells?.[0];
    const option = unitLegal(legal, task.unit)?.options.find((one) => one.kind === task.kind);
    if (there.has(task.unit) || !known || cell === undefined || option?.path) continue;
    found.push({ id: task.unit, side: known.side, cell, type: known.type, facing: task.facing ?? -1 });
  }
  return found;
}

/** Where a unit stands: on the map, or as drafted. */
export function cellOf(scene: Pick<Scene, "view" | "tasks" | "legal">, unit: string): Cell | null {
  const piece = scene.view.pieces.find((one) => one.id === unit && one.side === scene.view.side);
  if (piece) return piece.cell;
  const option = unitLegal(scene.legal, unit)?.options.find((one) => one.path);
  if (option?.path) return startOf(option.path) >= 0 ? startOf(option.path) : null;
  return scene.tasks[unit]?.cells?.[0] ?? null;
}

/** The orders given so far, drawn faintly but for the selected unit's. */
export function orderOverlays(scene: Scene): Overlay[] {
  const found: Overlay[] = [];
  for (const task of Object.values(scene.tasks)) found.push(...taskOverlays(scene, task));
  return found;
}

function taskOverlays(scene: Scene, task: Task): Overlay[] {
  const { legal, face, ground } = scene;
  const faded = task.unit !== scene.selected;
  const tone = taskFace(face, task.kind).tone;
  const group = groupsOf(unitLegal(legal, task.unit)).find((one) => one.kind === task.kind);
  const option = group && pathOption(ground, group, task);
  const from = cellOf(scene, task.unit);
  if (option?.path) {
    const domain = option.path;
    return [{
      kind: "path", start: domain.start >= 0 ? domain.start : null, cells: task.cells ?? [],
      costs: faded ? undefined : runningCosts(ground, domain, task.cells ?? []), tone: tone as Tone,
      exit: Boolean(task.choice) && (domain.exits?.length ?? 0) > 0, faded,
    }];
  }
  if ((task.cells?.length ?? 0) > 1) return [{ kind: "path", start: null, cells: task.cells ?? [], tone: tone as Tone, faded }];
  const to = task.cells?.[0] ?? scene.view.pieces.find((piece) => piece.id === task.targets?.[0])?.cell;
  if (from !== null && to !== undefined && to !== from && (tone === "fire" || tone === "opportunity")) {
    return [{ kind: "lane", from, to, cells: scene.lines.get(`${from}-${to}`), tone, faded }];
  }
  if (from !== null && task.choice === "adjacent") return [{ kind: "ring", cell: from, tone: "opportunity", faded }];
  if (to !== undefined && to !== from) return [{ kind: "hex", cell: to, tone: "plan" }];
  return [];
}

/** What the chosen task of the selected unit could do: reach, targets, zones. */
export function askOverlays(scene: Scene): Overlay[] {
  const { group, ground, selected, tasks, view } = scene;
  if (!group || !selected) return [];
  const task = tasks[selected]?.kind === group.kind ? (tasks[selected] as Task) : null;
  const found: Overlay[] = [];
  const shown = new Set<Cell>();
  for (const option of group.options) {
    if (option.path) {
      const domain = option.path;
      const chosen = task && pathOption(ground, group, task) === option;
      const drawn = chosen ? (task.cells ?? []) : [...(domain.via ?? [])];
      if (task && !chosen) continue;
      const here = drawn.at(-1) ?? startOf(domain);
      const cells = [...reachAfter(ground, domain, drawn).values()]
        .filter((one) => one.cell !== here && one.cell >= 0 && !shown.has(one.cell))
        .map((one) => ({ cell: one.cell, cost: one.cost, shut: domain.shut?.includes(one.cell) }));
      for (const one of cells) shown.add(one.cell);
      found.push({ kind: "reach", cells });
      if (domain.entries?.length && !task) found.push({ kind: "cells", cells: domain.entries, tone: "plan", outline: true });
      if (domain.via?.length && !task) found.push({ kind: "cells", cells: domain.via, tone: "plan" });
      if (mayExit(ground, group, task) || (domain.exits?.length && !task)) {
        const able = new Set(cells.map((one) => one.cell));
        const exits = (domain.exits ?? []).filter((cell) => able.has(cell) || cell === here);
        if (exits.length) found.push({ kind: "cells", cells: exits, tone: "good", outline: true });
      }
    }
    if (option.cells?.length) {
      const wide = option.cells.length > 40;
      const tone = taskFace(scene.face, group.kind).tone;
      found.push({ kind: "cells", cells: option.cells, tone: wide ? (tone === "opportunity" ? "opportunity" : "zone") : tone === "fire" ? "target" : "plan" });
    }
    if (option.targets?.length) {
      const cells = view.pieces.filter((piece) => option.targets?.includes(piece.id)).map((piece) => piece.cell);
      if (cells.length) found.push({ kind: "cells", cells, tone: "target" });
    }
  }
  return found;
}
