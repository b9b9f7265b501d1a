// The parts of the map that a scenario speaks of, as overlays: whose they are, what they are for, and where the name stands.

import type { GameFace } from "../lib/face";
import { HEIGHT, type Plane, type Point } from "../lib/hexgeo";
import type { Cell, Zone } from "../lib/types";
import type { Overlay } from "./overlays";

export type Area = Extract<Overlay, { kind: "area" }>;

/** How near two names may stand, in world units. */
const APART: Point = { x: HEIGHT * 5, y: HEIGHT };

/** The zones that are of use in a step before play; those of one step alone are left out of the others. */
export function zonesIn(zones: Zone[], step: string): Zone[] {
  return zones.filter((zone) => !zone.step || zone.step === step);
}

/** The overlays of a briefing's zones: those with the same hexes and purpose are one, with all their names. */
export function zoneOverlays(zones: Zone[], plane: Plane, face: GameFace): Area[] {
  const found = new Map<string, { zone: Zone; names: string[] }>();
  for (const zone of zones) {
    const key = `${zone.kind}|${zone.side ?? ""}|${zone.cells.join()}`;
    const known = found.get(key);
    if (known) known.names.push(zone.name);
    else found.set(key, { zone, names: [zone.name] });
  }
  // The names of places stand already.
  const taken: Point[] = plane.board.names.filter(({ cell }) => plane.has(cell)).map(({ cell }) => plane.centre(cell));
  // What scores has its name where it is; the large zones make room.
  const sorted = [...found.values()].sort((a, b) => a.zone.cells.length - b.zone.cells.length);
  return sorted
    .filter(({ zone }) => zone.cells.some((cell) => plane.has(cell)))
    .map(({ zone, names }) => {
      const cells = zone.cells.filter((cell) => plane.has(cell));
      const at = place(plane, cells, taken);
      taken.push(plane.centre(at));
      const colour = zone.side ? (face.sides[zone.side]?.colour ?? "") : "";
      return { kind: "area" as const, zone: zone.kind, cells, colour, name: names.join(", "), at };
    })
    .reverse();
}

/** The cell nearest to the middle whose name would not stand on another. */
function place(plane: Plane, cells: Cell[], taken: Point[]): Cell {
  const points = cells.map((cell) => ({ cell, ...plane.centre(cell) }));
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  points.sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y));
  const free = points.find((one) => taken.every((other) => Math.abs(one.x - other.x) > APART.x || Math.abs(one.y - other.y) > APART.y));
  return (free ?? points[0]!).cell;
}
