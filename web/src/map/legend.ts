// What a board has on it, for the legend, and a tiny board for each entry on which the map's own code draws a sample.

import type { GameFace, Group } from "../lib/face";
import { Plane } from "../lib/hexgeo";
import type { Board, BoardCell, BoardSide, Cell } from "../lib/types";
import type { Palette } from "./palette";
import { drawTerrain } from "./terrain";

export interface LegendEntry {
  group: Group;
  terrain: string;
}

/** The terrains, hexsides and lines that a board really has, each once, in the order of the face. */
export function legendOf(board: Board, face: GameFace): LegendEntry[] {
  const lines = Object.keys(board.lines).filter((name) => board.lines[name]?.length);
  const hexes = new Set(board.cells.map((cell) => cell.terrain));
  const sides = new Set(board.hexsides.map((side) => side.terrain));
  const made = (group: Group, names: Iterable<string>, told: Record<string, unknown>) => {
    const order = Object.keys(told);
    const rank = (terrain: string) => (order.includes(terrain) ? order.indexOf(terrain) : order.length);
    return [...names].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b)).map((terrain) => ({ group, terrain }));
  };
  // A terrain that is hexes and a line through them is told once. Lines drawn last are told first.
  return [
    ...made("hex", [...hexes].filter((name) => !lines.includes(name)), face.hexes), ...made("side", sides, face.hexsides),
    ...made("line", lines, face.lines).reverse(),
  ];
}

export function levelsOf(board: Board): [number, number] {
  const all = board.cells.map((cell) => cell.elevation);
  return [Math.min(...all), Math.max(...all)];
}

const STRIDE = 40;
const place = (column: number, row: number): Cell => column * STRIDE + row - Math.floor((column - 1) / 2) + 10;
const CENTRE = place(2, 2);

/** Nine hexes with the entry in their middle; null stands for the levels of the ground. */
export function sampleBoard(entry: LegendEntry | null, face: GameFace): Board {
  const { group, terrain } = entry ?? { group: "levels", terrain: "" };
  const style = group === "hex" ? face.hexes[terrain]?.style : face.hexsides[terrain]?.style;
  const high = (row: number) => group === "side" && ["hachures", "ridge", "cliff"].includes(style ?? "") && row < 2;
  const cells: BoardCell[] = [];
  for (let column = 1; column <= 3; column++) {
    for (let row = 1; row <= 3; row++) {
      const cell = place(column, row);
      cells.push({
        cell, label: "", column, row, q: column, r: cell - column * STRIDE,
        terrain: group === "hex" && cell === CENTRE ? terrain : "",
        elevation: group === "levels" ? 3 - row : high(row) || (high(1) && row === 2 && column !== 2) ? 1 : 0,
      });
    }
  }
  const offsets = [-1, STRIDE - 1, STRIDE, 1, -STRIDE + 1, -STRIDE];
  const way = (...directions: number[]) =>
    directions.map((direction) => ({ cell: CENTRE, direction, cells: [CENTRE, CENTRE + (offsets[direction] as number)] as [Cell, Cell] }));
  const hexsides: BoardSide[] = group !== "side" ? [] : [5, 0, 1].map((direction) => ({
    cell: CENTRE, direction, cells: [CENTRE, CENTRE + (offsets[direction] as number)], terrain, down: CENTRE,
  }));
  const lines: Board["lines"] = {};
  if (group === "line") lines[terrain] = way(4, 1);
  if (style === "bridge" || style === "ford") {
    // A crossing is shown with what it crosses, and the way over it.
    for (const [wanted, course] of [["water", way(5, 2)], [style === "bridge" ? "road" : "track", way(0, 3)]] as const) {
      const line = Object.values(face.lines).find((one) => one.style === wanted);
      if (line) lines[line.terrain] = course;
    }
  }
  return {
    name: "", title: "", columns: 3, rows: 3, high_columns: "odd", stride: STRIDE, size: 5 * STRIDE, offsets, meta: {}, cells, hexsides,
    lines, edges: {}, regions: {}, names: [],
  };
}

/** Draws an entry with the map's own brush, its hex in the middle of the canvas. */
export function drawSample(canvas: HTMLCanvasElement, entry: LegendEntry | null, palette: Palette, face: GameFace, zoom = 1): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const plane = new Plane(sampleBoard(entry, face));
  const at = plane.centre(CENTRE);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = palette.beside;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(zoom, 0, 0, zoom, canvas.width / 2 - at.x * zoom, canvas.height / 2 - at.y * zoom);
  drawTerrain(context, plane, palette, face);
}
