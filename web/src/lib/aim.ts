// The arguments of a game's free odds tool, worked out from a view: for games whose server has no odds of their own.

import { DIRECTIONS, type Plane, type Point } from "./hexgeo";
import type { Piece, View } from "./types";

/** How far (in degrees) the line to a point leaves a facing. */
function off(plane: Plane, at: Piece, to: Piece): number {
  const a = plane.centre(at.cell);
  const b = plane.centre(to.cell);
  const way = DIRECTIONS[at.facing ?? 0] as Point;
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const cos = ((b.x - a.x) * way.x + (b.y - a.y) * way.y) / length;
  return (Math.acos(Math.min(1, Math.max(-1, cos))) * 180) / Math.PI;
}

export function aspectOf(plane: Plane, target: Piece, firer: Piece): "front" | "side" | "rear" {
  if (target.facing === undefined || target.facing < 0) return "front";
  const angle = off(plane, target, firer);
  return angle <= 60.01 ? "front" : angle <= 120.01 ? "side" : "rear";
}

/** The feature of the target's hexside that faces the firer, when it shelters the target. */
function shelter(plane: Plane, target: Piece, firer: Piece): string {
  const from = plane.centre(firer.cell);
  const direction = plane.directionAt(target.cell, from.x, from.y);
  const beyond = plane.neighbour(target.cell, direction);
  const side = plane.board.hexsides.find((one) => beyond !== null && one.cells.includes(target.cell) && one.cells.includes(beyond));
  return side && (side.down === undefined || side.down === target.cell) ? side.terrain : "none";
}

/** Arguments of the free odds tool for a shot, or null when the target's type is not known. */
export function aimArguments(plane: Plane, view: View, firer: Piece, target: Piece): Record<string, unknown> | null {
  if (!firer.type || !target.type) return null;
  const common = { attacker: firer.type, target: target.type, range: plane.distance(firer.cell, target.cell) };
  if (view.game !== "tank") {
    const angle = target.facing === undefined || target.facing < 0 ? 0 : off(plane, target, firer);
    return { ...common, aspect: angle < 89.99 ? "front" : angle > 90.01 ? "rear" : "either" };
  }
  const aspect = aspectOf(plane, target, firer);
  const ground = plane.byCell.get(target.cell)?.terrain ?? "clear";
  const marked = (kind: string) => view.markers.some((marker) => marker.cell === target.cell && marker.kind === kind);
  const through = shelter(plane, target, firer);
  const since = Number(view.facts[`${firer.side} at preservation since`] ?? 0);
  return {
    ...common,
    aspect,
    panic: Number(view.facts[`${firer.side} panic level`] ?? 0),
    terrain: marked("improved position") ? "ip" : marked("wreck") ? "wreck" : ["rough", "woods"].includes(ground) ? ground : "clear",
    through: ["berm", "slope"].includes(through) ? through : "none",
    preservation: since > 0 && since < view.turn,
  };
}
