// The ground of a map, drawn once into bitmaps from the Board. Everything is placed by repeatable noise.

import { CORNERS, DIRECTIONS, SIDE_CORNERS, SIZE, hexPath, type Plane, type Point } from "../lib/hexgeo";
import type { BoardCell, BoardSide, Cell } from "../lib/types";
import { MARGIN } from "./camera";
import type { Palette } from "./palette";
import { noise, outlines, smoothPath, wayPath } from "./regions";

/** How a scenario looks at the ground: some terrain counts for nothing in open country, and for more in closed. */
export type Mode = "open" | "mixed" | "closed";
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export function modeOf(fact: unknown): Mode {
  return fact === "open" || fact === "closed" ? fact : "mixed";
}

const GHOST: Record<Mode, number> = { open: 0.22, mixed: 1, closed: 1 };

/** Draws the whole ground in world units. */
export function drawTerrain(context: Context, plane: Plane, palette: Palette, mode: Mode): void {
  const { board } = plane;
  context.save();
  context.lineJoin = "round";
  context.lineCap = "round";
  ground(context, plane, palette, board.cells);
  const ghost = GHOST[mode];
  context.globalAlpha = ghost;
  areas(context, plane, palette, mode);
  for (const cell of board.cells) cover(context, plane, palette, cell, mode, false);
  context.globalAlpha = 1;
  ways(context, plane, palette);
  for (const side of board.hexsides) hexside(context, plane, palette, side, ghost, mode === "closed");
  context.globalAlpha = ghost;
  for (const cell of board.cells) cover(context, plane, palette, cell, mode, true);
  context.globalAlpha = 1;
  buildings(context, plane, palette, board.cells);
  grid(context, plane, palette, board.cells);
  edgeLetters(context, plane, palette);
  context.restore();
}

function ground(context: Context, plane: Plane, palette: Palette, cells: BoardCell[]): void {
  const lowest = Math.min(...cells.map((cell) => cell.elevation));
  const highest = Math.max(...cells.map((cell) => cell.elevation));
  const colour = (level: number) => palette.levels[Math.min(level - lowest, palette.levels.length - 1)] as string;
  context.fillStyle = colour(lowest);
  context.strokeStyle = colour(lowest);
  context.lineWidth = 1;
  context.beginPath();
  for (const cell of cells) hexPath(context as CanvasRenderingContext2D, plane.centre(cell.cell));
  context.fill();
  context.stroke();
  context.save();
  context.clip();
  for (let level = lowest + 1; level <= highest; level++) {
    const higher = new Set(cells.filter((cell) => cell.elevation >= level).map((cell) => cell.cell));
    const shape = smoothPath(outlines(plane, higher));
    context.fillStyle = colour(level);
    context.fill(shape);
    context.strokeStyle = palette.contour;
    context.lineWidth = 0.9;
    context.stroke(shape);
  }
  context.restore();
}

function areas(context: Context, plane: Plane, palette: Palette, mode: Mode): void {
  const of = (test: (terrain: string) => boolean) =>
    smoothPath(outlines(plane, new Set(plane.board.cells.filter((c) => test(c.terrain)).map((c) => c.cell))));
  context.fillStyle = palette.rough;
  context.fill(of((terrain) => terrain === "rough"));
  const dense = mode === "closed" ? 1 : 0;
  for (const [weight, test] of [
    [0, (t: string) => t === "light_woods"],
    [1, (t: string) => t === "woods"],
    [2, (t: string) => t === "heavy_woods"],
  ] as [number, (t: string) => boolean][]) {
    context.fillStyle = palette.woods[Math.min(2, weight + dense)] as string;
    context.fill(of(test));
  }
  const water = of((terrain) => terrain === "water");
  context.save();
  context.globalAlpha = 1;
  context.fillStyle = palette.water;
  context.fill(water);
  context.strokeStyle = palette.waterEdge;
  context.lineWidth = 1;
  context.stroke(water);
  context.restore();
}

const TREES: Record<string, number> = { light_woods: 5, woods: 9, heavy_woods: 13 };

function cover(context: Context, plane: Plane, palette: Palette, entry: BoardCell, mode: Mode, above: boolean): void {
  const centre = plane.centre(entry.cell);
  const spot = (index: number, reach: number): Point => {
    const angle = noise(entry.cell, index) * Math.PI * 2;
    const away = Math.sqrt(noise(entry.cell, index + 500)) * reach;
    return { x: centre.x + Math.cos(angle) * away, y: centre.y + Math.sin(angle) * away };
  };
  const trees = TREES[entry.terrain];
  if (trees !== undefined) {
    if (above) clump(context, palette, entry, trees, mode, spot);
  } else if (!above && entry.terrain === "rough") {
    context.fillStyle = palette.stones;
    for (let k = 0; k < 13; k++) {
      const at = spot(k, SIZE * 0.85);
      const size = 0.6 + noise(entry.cell, k + 900) * (mode === "closed" ? 1.5 : 1);
      context.beginPath();
      context.ellipse(at.x, at.y, size * 1.3, size, noise(entry.cell, k) * 3, 0, Math.PI * 2);
      context.fill();
    }
  } else if (!above && entry.terrain === "scrub") {
    context.strokeStyle = palette.scrub;
    context.lineWidth = 0.8;
    context.beginPath();
    for (let k = 0; k < 8; k++) {
      const at = spot(k, SIZE * 0.8);
      for (const lean of [-1.6, 0, 1.6]) {
        context.moveTo(at.x, at.y);
        context.lineTo(at.x + lean, at.y - 3 + Math.abs(lean) * 0.5);
      }
    }
    context.stroke();
  }
}

function clump(
  context: Context, palette: Palette, entry: BoardCell, count: number, mode: Mode, spot: (i: number, r: number) => Point,
): void {
  const many = mode === "closed" ? Math.round(count * 1.5) : count;
  const deep = (entry.terrain === "heavy_woods" ? 1 : 0) + (mode === "closed" ? 1 : 0);
  const spots = Array.from({ length: many }, (_, k) => ({
    ...spot(k, SIZE * 0.86), r: 2.3 + noise(entry.cell, k + 300) * 2.2, k,
  })).sort((a, b) => a.y - b.y);
  context.fillStyle = palette.treeShade;
  context.beginPath();
  for (const tree of spots) {
    context.moveTo(tree.x + tree.r + 0.9, tree.y + 1.1);
    context.arc(tree.x + 0.9, tree.y + 1.1, tree.r, 0, Math.PI * 2);
  }
  context.fill();
  for (const tree of spots) {
    context.fillStyle = palette.trees[Math.min(2, deep + (noise(entry.cell, tree.k + 40) > 0.6 ? 1 : 0))] as string;
    context.beginPath();
    context.arc(tree.x, tree.y, tree.r, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = palette.dark ? "rgba(255,255,220,0.07)" : "rgba(255,255,225,0.20)";
    context.beginPath();
    context.arc(tree.x - tree.r * 0.3, tree.y - tree.r * 0.35, tree.r * 0.5, 0, Math.PI * 2);
    context.fill();
  }
}

function ways(context: Context, plane: Plane, palette: Palette): void {
  const { lines } = plane.board;
  const outs = plane.board.outs ?? {};
  const stroke = (path: Path2D, colour: string, width: number, dash: number[] = []) => {
    context.setLineDash(dash);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke(path);
    context.setLineDash([]);
  };
  for (const [name, segments] of Object.entries(lines).sort(([a], [b]) => rank(a) - rank(b))) {
    const path = wayPath(plane, segments, outs[name]);
    if (name === "stream") {
      stroke(path, palette.waterEdge, 5.4);
      stroke(path, palette.water, 4);
    } else if (name === "gully") {
      stroke(path, palette.gully, 5);
      stroke(path, palette.levels[0] as string, 3);
    } else if (name === "path") {
      stroke(path, palette.track, 1.6, [4, 2.6]);
    } else {
      stroke(path, palette.roadEdge, 5.6);
      stroke(path, palette.road, 3.8);
    }
  }
  for (const entry of plane.board.cells) {
    if (entry.terrain === "ford") ford(context, plane, palette, entry.cell);
    if (entry.terrain === "bridge") bridge(context, plane, palette, entry.cell);
    if (entry.terrain === "gully" && !lines["gully"]?.some((s) => s.cells.includes(entry.cell))) {
      context.fillStyle = palette.gully;
      const at = plane.centre(entry.cell);
      context.beginPath();
      context.ellipse(at.x, at.y, 9, 4, 0.4, 0, Math.PI * 2);
      context.fill();
    }
  }
}

const rank = (name: string) => ["gully", "stream", "path", "road"].indexOf(name);

function ford(context: Context, plane: Plane, palette: Palette, cell: Cell): void {
  const at = plane.centre(cell);
  context.fillStyle = palette.road;
  for (let k = 0; k < 7; k++) {
    context.beginPath();
    context.arc(at.x - 6 + k * 2, at.y + (noise(cell, k) - 0.5) * 6, 1.1, 0, Math.PI * 2);
    context.fill();
  }
}

function bridge(context: Context, plane: Plane, palette: Palette, cell: Cell): void {
  const at = plane.centre(cell);
  const roads = (plane.board.lines["road"] ?? plane.board.lines["path"] ?? []).filter((s) => s.cells.includes(cell));
  const direction = roads[0] ? plane.directionTo(cell, roads[0].cells.find((c) => c !== cell) ?? cell) : 0;
  context.save();
  context.translate(at.x, at.y);
  context.rotate((Math.PI / 3) * Math.max(0, direction));
  context.fillStyle = palette.road;
  context.fillRect(-3.2, -8, 6.4, 16);
  context.strokeStyle = palette.wall;
  context.lineWidth = 1.4;
  context.beginPath();
  for (const x of [-3.6, 3.6]) {
    context.moveTo(x, -8.5);
    context.lineTo(x, 8.5);
  }
  context.stroke();
  context.restore();
}

function hexside(context: Context, plane: Plane, palette: Palette, side: BoardSide, ghost: number, closed: boolean): void {
  const centre = plane.centre(side.cell);
  const [p, q] = SIDE_CORNERS[side.direction] as [number, number];
  const a = { x: centre.x + (CORNERS[p] as Point).x, y: centre.y + (CORNERS[p] as Point).y };
  const b = { x: centre.x + (CORNERS[q] as Point).x, y: centre.y + (CORNERS[q] as Point).y };
  const outward = DIRECTIONS[side.direction] as Point;
  const low = side.down === undefined ? 0 : side.down === side.cell ? -1 : 1;
  const on = (t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
  const ticks = (count: number, length: number, colour: string, width: number) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    for (let k = 0; k < count; k++) {
      const from = on((k + 0.5) / count);
      const reach = length * (0.7 + noise(side.cell * 6 + side.direction, k) * 0.5) * (low || 1);
      context.moveTo(from.x, from.y);
      context.lineTo(from.x + outward.x * reach, from.y + outward.y * reach);
    }
    context.stroke();
  };
  const line = (colour: string, width: number, dash: number[] = []) => {
    context.setLineDash(dash);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(a.x, a.y);
    context.lineTo(b.x, b.y);
    context.stroke();
    context.setLineDash([]);
  };
  const hedge = (size: number) => {
    context.fillStyle = palette.hedge;
    for (let k = 0; k < 8; k++) {
      const at = on((k + 0.5) / 8);
      context.beginPath();
      context.arc(at.x, at.y, size + noise(side.cell + side.direction, k) * 0.8, 0, Math.PI * 2);
      context.fill();
    }
  };
  if (side.terrain === "slope") {
    ticks(6, 4.6, palette.hachure, 0.9);
  } else if (side.terrain === "crest") {
    line(palette.contour, 3.4);
    line(palette.cliff, 1.4, [5, 2.5]);
  } else if (side.terrain === "cliff") {
    line(palette.cliff, 2.4);
    ticks(5, 4.6, palette.cliff, 1.6);
  } else if (side.terrain === "wall") {
    line(palette.wall, 2.8);
    line(palette.halo, 1, [2, 2]);
  } else if (side.terrain === "hedgerow") {
    hedge(1.7);
  } else if (side.terrain === "berm") {
    context.globalAlpha = ghost;
    line(palette.berm, 4.2);
    line(palette.bermLight, 1.8);
    if (closed) hedge(1.5);
    context.globalAlpha = 1;
  } else {
    line(palette.contour, 2);
  }
}

function buildings(context: Context, plane: Plane, palette: Palette, cells: BoardCell[]): void {
  for (const { cell, terrain } of cells) {
    const roof = palette.roofs[terrain] ?? (terrain.includes("building") ? palette.wall : undefined);
    if (!roof) continue;
    const at = plane.centre(cell);
    const turn = Math.round(noise(cell, 1) * 5) * (Math.PI / 6);
    for (let k = 0; k < 4; k++) {
      const x = (k % 2 ? 6.5 : -6.5) + (noise(cell, k + 10) - 0.5) * 3;
      const y = (k < 2 ? -5.5 : 5.5) + (noise(cell, k + 20) - 0.5) * 3;
      const w = 7 + noise(cell, k + 30) * 3;
      const h = 5 + noise(cell, k + 50) * 2;
      context.save();
      context.translate(at.x, at.y);
      context.rotate(turn);
      context.fillStyle = palette.treeShade;
      context.fillRect(x - w / 2 + 1, y - h / 2 + 1.2, w, h);
      context.fillStyle = roof;
      context.fillRect(x - w / 2, y - h / 2, w, h);
      context.fillStyle = palette.dark ? "rgba(255,255,255,0.08)" : "rgba(255,255,255,0.22)";
      context.fillRect(x - w / 2, y - h / 2, w, h / 2);
      context.restore();
    }
  }
}

function grid(context: Context, plane: Plane, palette: Palette, cells: BoardCell[]): void {
  context.strokeStyle = palette.grid;
  context.lineWidth = 0.7;
  context.beginPath();
  for (const { cell } of cells) hexPath(context as CanvasRenderingContext2D, plane.centre(cell));
  context.stroke();
}

/** The names of the map's edges, beside the map. */
function edgeLetters(context: Context, plane: Plane, palette: Palette): void {
  context.fillStyle = palette.label;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = "600 19px system-ui, sans-serif";
  for (const [name, cells] of Object.entries(plane.board.edges)) {
    const points = cells.map((cell) => plane.centre(cell));
    if (!points.length) continue;
    const x = points.reduce((sum, p) => sum + p.x, 0) / points.length;
    const y = points.reduce((sum, p) => sum + p.y, 0) / points.length;
    const spanX = Math.max(...points.map((p) => p.x)) - Math.min(...points.map((p) => p.x));
    const spanY = Math.max(...points.map((p) => p.y)) - Math.min(...points.map((p) => p.y));
    const text = name.length === 1 ? name : name.toUpperCase();
    for (const t of [0.15, 0.5, 0.85]) {
      context.save();
      if (spanX > spanY) {
        context.translate(plane.width * t, y < plane.height / 2 ? -MARGIN / 2 : plane.height + MARGIN / 2);
      } else {
        context.translate(x < plane.width / 2 ? -MARGIN / 2 : plane.width + MARGIN / 2, plane.height * t);
        if (text.length > 1) context.rotate(x < plane.width / 2 ? -Math.PI / 2 : Math.PI / 2);
      }
      context.fillText(text, 0, 0);
      context.restore();
    }
  }
}

/** The ground as bitmaps of several sizes: drawn once for a map, mode and theme, then only copied. */
export class Ground {
  private levels: { scale: number; bitmap: HTMLCanvasElement }[] = [];

  constructor(
    readonly plane: Plane,
    readonly palette: Palette,
    readonly mode: Mode,
  ) {
    const pixels = (plane.width + 2 * MARGIN) * (plane.height + 2 * MARGIN);
    // Big enough to stay sharp when zoomed in, small enough for a tablet's memory.
    const most = Math.min(3.2, Math.sqrt(16_000_000 / pixels));
    const first = this.render(most);
    this.levels.push({ scale: most, bitmap: first });
    for (let scale = most / 2; scale > 0.2; scale /= 2) {
      this.levels.push({ scale, bitmap: this.shrink(this.levels[this.levels.length - 1]!.bitmap) });
    }
  }

  private canvas(width: number, height: number): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width));
    canvas.height = Math.max(1, Math.round(height));
    return canvas;
  }

  private render(scale: number): HTMLCanvasElement {
    const { plane } = this;
    const bitmap = this.canvas((plane.width + 2 * MARGIN) * scale, (plane.height + 2 * MARGIN) * scale);
    const context = bitmap.getContext("2d", { alpha: false });
    if (!context) return bitmap;
    context.fillStyle = this.palette.beside;
    context.fillRect(0, 0, bitmap.width, bitmap.height);
    context.setTransform(scale, 0, 0, scale, MARGIN * scale, MARGIN * scale);
    drawTerrain(context, plane, this.palette, this.mode);
    return bitmap;
  }

  private shrink(from: HTMLCanvasElement): HTMLCanvasElement {
    const bitmap = this.canvas(from.width / 2, from.height / 2);
    const context = bitmap.getContext("2d", { alpha: false });
    if (context) {
      context.imageSmoothingQuality = "high";
      context.drawImage(from, 0, 0, bitmap.width, bitmap.height);
    }
    return bitmap;
  }

  /** The smallest bitmap that is still sharp at this many pixels for a world unit. */
  at(scale: number): { scale: number; bitmap: HTMLCanvasElement } {
    let best = this.levels[0]!;
    for (const level of this.levels) if (level.scale >= scale * 0.9) best = level;
    return best;
  }
}


