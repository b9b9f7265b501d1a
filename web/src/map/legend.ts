// What a board has on it, for the legend, and a tiny board for each entry on which the map's own code draws a sample.

import { Plane } from "../lib/hexgeo";
import type { Board, BoardCell, BoardSide, Cell } from "../lib/types";
import type { Palette } from "./palette";
import { drawTerrain, type Mode } from "./terrain";

export type LegendGroup = "hex" | "side" | "line";
export interface LegendEntry {
  group: LegendGroup;
  terrain: string;
}

const ORDER = [
  "clear", "scrub", "rough", "shellhole", "light_woods", "woods", "heavy_woods", "wood_building", "brick_building",
  "stone_building", "water", "bridge", "ford", "slope", "crest", "cliff", "berm", "wall", "hedgerow", "road", "path", "stream", "gully",
];
const rank = (terrain: string) => (ORDER.includes(terrain) ? ORDER.indexOf(terrain) : ORDER.length);

/** The terrains, hexsides and lines that a board really has, each once. */
export function legendOf(board: Board): LegendEntry[] {
  const lines = Object.keys(board.lines).filter((name) => board.lines[name]?.length);
  const hexes = new Set(board.cells.map((cell) => cell.terrain));
  const sides = new Set(board.hexsides.map((side) => side.terrain));
  const made = (group: LegendGroup, names: Iterable<string>) =>
    [...names].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b)).map((terrain) => ({ group, terrain }));
  // A stream is hexes and a line through them: it is told once.
  return [...made("hex", [...hexes].filter((name) => !lines.includes(name))), ...made("side", sides), ...made("line", lines)];
}

export function levelsOf(board: Board): [number, number] {
  const all = board.cells.map((cell) => cell.elevation);
  return [Math.min(...all), Math.max(...all)];
}

const STRIDE = 40;
const place = (column: number, row: number): Cell => column * STRIDE + row - Math.floor((column - 1) / 2) + 10;
const CENTRE = place(2, 2);

/** Nine hexes with the entry in their middle; null stands for the levels of the ground. */
export function sampleBoard(entry: LegendEntry | null): Board {
  const { group, terrain } = entry ?? { group: "levels", terrain: "" };
  const high = (row: number) => group === "side" && ["slope", "crest", "cliff"].includes(terrain) && row < 2;
  const cells: BoardCell[] = [];
  for (let column = 1; column <= 3; column++) {
    for (let row = 1; row <= 3; row++) {
      const cell = place(column, row);
      cells.push({
        cell, label: "", column, row, q: column, r: cell - column * STRIDE,
        terrain: group === "hex" && cell === CENTRE ? terrain : "clear",
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
  if (terrain === "bridge" || terrain === "ford") lines["stream"] = way(5, 2);
  if (terrain === "bridge" || terrain === "ford") lines[terrain === "bridge" ? "road" : "path"] = way(0, 3);
  return {
    name: "", title: "", columns: 3, rows: 3, high_columns: "odd", stride: STRIDE, size: 5 * STRIDE, offsets, meta: {}, cells, hexsides,
    lines, edges: {}, regions: {}, names: [],
  };
}

/** Draws an entry with the map's own brush, its hex in the middle of the canvas. */
export function drawSample(canvas: HTMLCanvasElement, entry: LegendEntry | null, palette: Palette, mode: Mode, zoom = 1): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const plane = new Plane(sampleBoard(entry));
  const at = plane.centre(CENTRE);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = palette.beside;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(zoom, 0, 0, zoom, canvas.width / 2 - at.x * zoom, canvas.height / 2 - at.y * zoom);
  drawTerrain(context, plane, palette, mode);
}
