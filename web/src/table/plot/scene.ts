// What the table lays on the map, from the draft, the selection and what is asked: pure, as data.

import type { Roster, GameFace } from "../../lib/face";
import { severalIn, sideLook, taskFace } from "../../lib/face";
import type { Reach } from "../../lib/groups";
import type { Plane } from "../../lib/hexgeo";
import { inPoints } from "../../lib/points";
import { texts } from "../../lib/texts";
import { startOf } from "../../lib/reach";
import type { Cell, Legal, Piece, Task, View } from "../../lib/types";
import { chipOf, type Chip } from "../../map/counters";
import type { Overlay, Tone } from "../../map/overlays";
import { typeSilhouette } from "../../map/silhouettes";
import { leg, type Plans } from "./plans";
import { countedCells, groupsOf, mayExit, pathOption, reachAfter, runningCosts, unitLegal, type Ground, type Group } from "./plotting";

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
  /** Whether the rules would refuse the selected unit this kind of task in a cell. */
  refused?: (kind: string, cell: Cell) => boolean;
}

export function chipsOf(face: GameFace, tasks: Record<string, Task>, sharers: (task: Task) => string[] = () => []): Record<string, Chip> {
  return Object.fromEntries(Object.values(tasks).flatMap((task) => [task.unit, ...sharers(task)].map((unit) => [unit, chipOf(face, task.kind)])));
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
  if (taskFace(face, task.kind).ahead && task.cells?.length && (task.facing ?? -1) >= 0) {
    return [{ kind: "path", start: null, cells: straightOn(ground.plane, task.cells, task.facing as number), tone: tone as Tone, faded }];
  }
  if (severalIn(face, task.kind)) {
    const named = countedCells(task.cells ?? []);
    const counts = named.filter(([, count]) => count > 1).map(([cell, count]): Overlay => ({ kind: "text", cell, text: `×${count}`, tone: "plan", rise: -0.6 }));
    return [{ kind: "cells", cells: named.map(([cell]) => cell), tone: faded ? "plan" : "warn" }, ...counts];
  }
  if ((task.cells?.length ?? 0) > 1) return [{ kind: "path", start: null, cells: task.cells ?? [], tone: tone as Tone, faded }];
  const to = task.cells?.[0] ?? scene.view.pieces.find((piece) => piece.id === task.targets?.[0])?.cell;
  if (from !== null && to !== undefined && to !== from && (tone === "fire" || tone === "opportunity")) {
    const lane: Overlay = { kind: "lane", from, to, cells: scene.lines.get(`${from}-${to}`), tone, faded };
    return taskFace(face, task.kind).around ? [lane, { kind: "hex", cell: to, tone }, { kind: "ring", cell: to, tone, faded }] : [lane];
  }
  if (from !== null && to !== undefined && to !== from && taskFace(face, task.kind).paired) {
    return [{ kind: "path", start: from, cells: [to], tone: tone as Tone, faded }];
  }
  if (from !== null && task.choice === "adjacent") return [{ kind: "ring", cell: from, tone: "opportunity", faded }];
  // A unit that is not on the map yet: the hex chosen for it, unless its counter is drawn there.
  const shown = scene.units.has(task.unit);
  if (to !== undefined && (to !== from || !shown)) return [{ kind: "hex", cell: to, tone: "plan" }];
  return [];
}

/** The hexes straight on from the first one named: to the second, where it turns, else to the edge of the map. */
function straightOn(plane: Plane, [from, turn]: Cell[], facing: number): Cell[] {
  const way: Cell[] = [];
  for (let at: Cell | null = from ?? null; at !== null && (turn === undefined || way.at(-1) !== turn); at = plane.neighbour(at, facing)) way.push(at);
  return way;
}

/** The ways of units that follow an order for several, and where each will stand at the end. */
export function followOverlays(scene: Scene, follows: Task[]): Overlay[] {
  const found: Overlay[] = [];
  const { plane } = scene.ground;
  for (const task of follows) {
    const piece = scene.view.pieces.find((one) => one.id === task.unit && one.side === scene.view.side);
    const cells = task.cells ?? [];
    const end = cells.at(-1);
    if (!piece || end === undefined || scene.tasks[task.unit]) continue;
    found.push({ kind: "path", start: piece.cell, cells, tone: taskFace(scene.face, task.kind).tone as Tone, faded: true });
    const drawn = typeSilhouette(scene.face, piece.type ?? "");
    found.push({ kind: "ghost", cell: end, facing: plane.directionTo(cells.at(-2) ?? piece.cell, end), drawn, colour: sideLook(scene.face, piece.side).colour });
  }
  return found;
}

/** What is left of plans behind this turn's orders: the way to go on, and the hexes to go by. */
export function planOverlays(scene: Scene, plans: Plans): Overlay[] {
  const found: Overlay[] = [];
  for (const [unit, plan] of Object.entries(plans)) {
    const group = groupsOf(unitLegal(scene.legal, unit)).find((one) => one.kind === plan.kind);
    const way = group && leg(scene.ground, unit, group, plan.goals)?.way;
    if (!way) continue;
    const at = cellOf(scene, unit);
    found.push({ kind: "path", start: at, cells: way, tone: "plan", faded: true });
    for (const cell of plan.goals) found.push({ kind: "hex", cell, tone: "plan" });
  }
  return found;
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
        .map((one) => ({ cell: one.cell, cost: inPoints(one.cost, ground.ticks), shut: domain.shut?.includes(one.cell) }));
      for (const one of cells) shown.add(one.cell);
      found.push({ kind: "reach", cells });
      if (domain.through?.length) found.push({ kind: "cells", cells: domain.through, tone: "target" });
      if (domain.entries?.length && !task) found.push({ kind: "cells", cells: domain.entries, tone: "plan", outline: true });
      if (domain.via?.length && !task) found.push({ kind: "cells", cells: domain.via, tone: "plan" });
      if (mayExit(ground, group, task) || (domain.exits?.length && !task)) {
        const able = new Set(cells.map((one) => one.cell));
        const exits = (domain.exits ?? []).filter((cell) => able.has(cell) || cell === here);
        if (exits.length) found.push({ kind: "cells", cells: exits, tone: "good", outline: true });
      }
    }
    // Where every hex will do, none is lit.
    if (option.cells?.length && option.cells.length < ground.plane.byCell.size) {
      const wide = option.cells.length > 40;
      const tone = taskFace(scene.face, group.kind).tone;
      const refused = option.cells.filter((cell) => scene.refused?.(group.kind, cell));
      const open = refused.length ? option.cells.filter((cell) => !refused.includes(cell)) : option.cells;
      if (open.length) found.push({ kind: "cells", cells: open, tone: wide ? (tone === "opportunity" ? "opportunity" : "zone") : tone === "fire" ? "target" : "plan" });
      if (refused.length && !wide) found.push({ kind: "cells", cells: refused, tone: "refused", outline: true });
    }
    if (option.targets?.length) {
      const cells = view.pieces.filter((piece) => option.targets?.includes(piece.id)).map((piece) => piece.cell);
      const open = cells.filter((cell) => !scene.refused?.(group.kind, cell));
      if (open.length) found.push({ kind: "cells", cells: open, tone: "target" });
      if (open.length < cells.length) found.push({ kind: "cells", cells: cells.filter((cell) => !open.includes(cell)), tone: "refused", outline: true });
    }
  }
  return found;
}

/** Rings around a unit for how far it fires, each with its name; red where it is too near. */
export function ringOverlays(plane: Plane, reaches: Reach[], at: Cell): Overlay[] {
  const found: Overlay[] = [];
  const within = (hexes: number) => [...plane.byCell.keys()].filter((cell) => plane.distance(at, cell) <= hexes);
  const named = (text: string, hexes: number, tone: Tone): Overlay[] => {
    const edge = within(hexes).filter((cell) => plane.distance(at, cell) === hexes).sort((a, b) => plane.centre(a).y - plane.centre(b).y)[0];
    return edge === undefined ? [] : [{ kind: "text", cell: edge, text, tone }];
  };
  for (const { name, most, least = 0 } of reaches) {
    found.push({ kind: "limit", cells: within(most), tone: "opportunity" }, ...named(`${name} ${most}`, most, "opportunity"));
    if (least > 1) found.push({ kind: "limit", cells: within(least - 1), tone: "bad", broken: true }, ...named(texts.tooNear(name, least), least - 1, "bad"));
  }
  return found;
}
