// Smooth outlines of sets of hexes, and smooth ways through hex centres: what makes terrain look drawn, not tiled.

import { CORNERS, DIRECTIONS, HEIGHT, SIDE_CORNERS, type Plane, type Point } from "../lib/hexgeo";
import type { Cell } from "../lib/types";

const at = (point: Point) => `${Math.round(point.x * 4)},${Math.round(point.y * 4)}`;

/** The closed outlines of a set of cells, as corner points, clockwise around it. */
export function outlines(plane: Plane, cells: ReadonlySet<Cell>): Point[][] {
  const next = new Map<string, { from: Point; to: Point }>();
  for (const cell of cells) {
    const centre = plane.centre(cell);
    for (let direction = 0; direction < 6; direction++) {
      const beyond = plane.neighbour(cell, direction);
      if (beyond !== null && cells.has(beyond)) continue;
      const [a, b] = SIDE_CORNERS[direction] as [number, number];
      const from = { x: centre.x + (CORNERS[a] as Point).x, y: centre.y + (CORNERS[a] as Point).y };
      const to = { x: centre.x + (CORNERS[b] as Point).x, y: centre.y + (CORNERS[b] as Point).y };
      next.set(at(from), { from, to });
    }
  }
  const loops: Point[][] = [];
  while (next.size) {
    const loop: Point[] = [];
    let key = next.keys().next().value as string;
    for (let edge = next.get(key); edge; edge = next.get(key)) {
      next.delete(key);
      loop.push(edge.from);
      key = at(edge.to);
    }
    if (loop.length > 2) loops.push(loop);
  }
  return loops;
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** A path that runs through the middles of a loop's edges and is bent at its corners. */
export function smoothPath(loops: Point[][]): Path2D {
  const path = new Path2D();
  for (const loop of loops) {
    const count = loop.length;
    const start = middle(loop[count - 1] as Point, loop[0] as Point);
    path.moveTo(start.x, start.y);
    for (let k = 0; k < count; k++) {
      const corner = loop[k] as Point;
      const end = middle(corner, loop[(k + 1) % count] as Point);
      path.quadraticCurveTo(corner.x, corner.y, end.x, end.y);
    }
    path.closePath();
  }
  return path;
}

/** Ways (roads, streams) as curves: in each hex from side to side through the centre, the straightest pair joined. */
export function wayPath(
  plane: Plane, segments: { cell: Cell; direction: number }[], outs: { cell: Cell; direction: number }[] = [],
): Path2D {
  const ends = new Map<Cell, Set<number>>();
  const add = (cell: Cell, direction: number) => {
    if (!plane.has(cell)) return;
    const known = ends.get(cell) ?? new Set<number>();
    known.add(direction);
    ends.set(cell, known);
  };
  for (const { cell, direction } of segments) {
    add(cell, direction);
    const other = plane.neighbour(cell, direction);
    if (other !== null) add(other, (direction + 3) % 6);
  }
  for (const { cell, direction } of outs) add(cell, direction);
  const path = new Path2D();
  for (const [cell, directions] of ends) {
    const centre = plane.centre(cell);
    const side = (direction: number): Point => ({
      x: centre.x + ((DIRECTIONS[direction] as Point).x * HEIGHT) / 2,
      y: centre.y + ((DIRECTIONS[direction] as Point).y * HEIGHT) / 2,
    });
    const left = [...directions];
    const pair = straightest(left);
    if (pair) {
      const [a, b] = pair;
      path.moveTo(side(a).x, side(a).y);
      path.quadraticCurveTo(centre.x, centre.y, side(b).x, side(b).y);
    }
    for (const direction of left.filter((one) => !pair?.includes(one))) {
      const to = side(direction);
      path.moveTo(centre.x, centre.y);
      path.lineTo(to.x, to.y);
    }
  }
  return path;
}

function straightest(directions: number[]): [number, number] | null {
  let best: [number, number] | null = null;
  let most = 0;
  directions.forEach((a, i) => {
    for (const b of directions.slice(i + 1)) {
      const apart = Math.min((a - b + 6) % 6, (b - a + 6) % 6);
      if (apart > most) {
        most = apart;
        best = [a, b];
      }
    }
  });
  return best;
}

/** Repeatable noise: the same number 0–1 for the same cell and index, so that a map looks the same every time. */
export function noise(cell: number, index: number): number {
  let h = Math.imul(cell + 1, 0x9e3779b1) ^ Math.imul(index + 7, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}
