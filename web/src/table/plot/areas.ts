// Areas in which units have an effect, as overlays: zones of control, patterns of shells, lines of fire. Pure.

import type { GameFace } from "../../lib/face";
import type { Plane } from "../../lib/hexgeo";
import type { Area, Cell, Side, View } from "../../lib/types";
import { linksIn } from "../../lib/groups";
import type { AreaFace } from "../../lib/wire";
import type { Overlay } from "../../map/overlays";

export function areasOf(view: View | null): Area[] {
  const all = view?.["areas"];
  return Array.isArray(all) ? (all as Area[]) : [];
}

/** How far from counters a name is sought, in hexes. */
const FREE = 3;

/** Where the name of an area is read best: as far as can be from counters, and away from the names before it. */
function nameAt(plane: Plane, cells: Cell[], taken: Cell[]): Cell {
  const room = (cell: Cell) => Math.min(FREE, ...taken.map((other) => plane.distance(cell, other)));
  return cells.reduce((best, cell) => (room(cell) >= room(best) ? cell : best));
}

/** What lies over a hex, such as smoke or a barrage: each kind once. */
export function lyingIn(view: View | null, face: GameFace, cell: Cell | null): AreaFace[] {
  const kinds = new Set(areasOf(view).filter((area) => cell !== null && area.cells.includes(cell)).map((area) => area.kind));
  return [...kinds].map((kind) => face.areas[kind]).filter((area): area is AreaFace => Boolean(area?.hatch));
}

/** What a task strikes at a hex: the areas of its kind that have it, else all of them. */
export function struckBy(view: View | null, kind: string, cell: Cell | undefined): Map<Cell, number> {
  const all = areasOf(view).filter((area) => area.kind === kind);
  const meant = all.filter((area) => cell !== undefined && area.cells.includes(cell));
  return new Map((meant.length ? meant : all).flatMap((area) => area.cells.map((one) => [one, 1])));
}

/** Areas whose outline is shown, those of one kind and side together; the others as they are. */
function gathered(view: View | null, face: GameFace): Area[] {
  const found = new Map<unknown, Area>();
  for (const area of areasOf(view)) {
    const key = face.areas[area.kind]?.shown ? `${area.kind}|${area.side}` : area;
    const before = found.get(key);
    found.set(key, before ? { ...before, cells: [...new Set([...before.cells, ...area.cells])] } : area);
  }
  return [...found.values()];
}

/** The areas that lie on the map at all times: smoke, barrages, what an aircraft would hit. */
export function hatchedOverlays(view: View | null, face: GameFace, plane: Plane | null): Overlay[] {
  const taken = (view?.pieces ?? []).map((piece) => piece.cell).filter((cell) => plane?.has(cell));
  return gathered(view, face).flatMap((area): Overlay[] => {
    const told = face.areas[area.kind];
    const drawn = plane ? area.cells.filter((cell) => plane.has(cell)) : [];
    if (told?.shown && plane && drawn.length) {
      const cell = nameAt(plane, drawn, taken);
      taken.push(cell);
      return [{ kind: "limit", cells: area.cells, tone: told.tone ?? "zone" }, { kind: "text", cell, text: told.name, tone: told.tone ?? "zone" }];
    }
    return told?.hatch ? [{ kind: "cells", cells: area.cells, tone: told.tone ?? "zone", hatch: told.hatch }] : [];
  });
}

/** The areas of a view: those of the enemy filled, one's own as outlines. `stops` alone: what stops units. */
export function areaOverlays(view: View | null, face: GameFace, side: Side | null): Overlay[] {
  const found = new Map<string, { kind: string; own: boolean; cells: Set<number> }>();
  for (const area of areasOf(view)) {
    if (face.areas[area.kind]?.hatch || face.areas[area.kind]?.shown) continue;
    const key = `${area.kind}|${area.side}`;
    const known = found.get(key) ?? { kind: area.kind, own: area.side === side, cells: new Set<number>() };
    for (const cell of area.cells) known.cells.add(cell);
    found.set(key, known);
  }
  return [...found.values()].map(({ kind, own, cells }) => ({
    kind: "cells" as const, cells: [...cells], tone: own ? ("zone" as const) : (face.areas[kind]?.tone ?? "zone"), outline: own,
  }));
}

/** The links between units that have to keep together; broken ones stand out. */
export function linkOverlays(view: View | null): Overlay[] {
  const at = new Map((view?.pieces ?? []).map((piece) => [piece.id, piece.cell]));
  return linksIn(view).flatMap((link): Overlay[] => {
    const [from, to] = [at.get(link.one), at.get(link.other)];
    return from === undefined || to === undefined || from === to ? [] : [{ kind: "link", from, to, tone: link.broken ? "bad" : "good", broken: link.broken }];
  });
}
