// The ground of a map, drawn once into bitmaps from the Board. Everything is placed by repeatable noise.

import type { GameFace } from "../lib/face";
import { CORNERS, DIRECTIONS, SIDE_CORNERS, SIZE, hexPath, type Plane, type Point } from "../lib/hexgeo";
import type { BoardCell, BoardSide, Cell } from "../lib/types";
import { MARGIN } from "./camera";
import type { Palette } from "./palette";
import { noise, outlines, smoothPath, wayPath } from "./regions";

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** How strongly terrain is drawn that counts for nothing. */
const FAINT = 0.22;
const strength = (entry: { faint?: boolean } | undefined) => (entry?.faint ? FAINT : 1);

/** Draws the whole ground in world units. */
export function drawTerrain(context: Context, plane: Plane, palette: Palette, face: GameFace): void {
  const { board } = plane;
  context.save();
  context.lineJoin = "round";
  context.lineCap = "round";
  ground(context, plane, palette, board.cells);
  areas(context, plane, palette, face);
  for (const cell of board.cells) cover(context, plane, palette, face, cell, false);
  ways(context, plane, palette, face);
  for (const side of board.hexsides) hexside(context, plane, palette, face, side);
  for (const cell of board.cells) cover(context, plane, palette, face, cell, true);
  context.globalAlpha = 1;
  buildings(context, plane, palette, face);
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

/** Trees by style: how many stand in a hex, and which of the woods' colours lies under them. */
const TREES: Record<string, { count: number; weight: number }> = {
  saplings: { count: 5, weight: 0 }, trees: { count: 9, weight: 1 }, firs: { count: 13, weight: 2 },
};

/** Patches of colour under what stands on them, water last. */
function areas(context: Context, plane: Plane, palette: Palette, face: GameFace): void {
  const of = (terrain: string) =>
    smoothPath(outlines(plane, new Set(plane.board.cells.filter((c) => c.terrain === terrain).map((c) => c.cell))));
  const present = new Set(plane.board.cells.map((cell) => cell.terrain));
  const found = Object.values(face.hexes).filter((entry) => present.has(entry.terrain));
  for (const entry of found) {
    const trees = TREES[entry.style];
    const colour = trees ? palette.woods[Math.min(2, trees.weight + (entry.dense ? 1 : 0))] : entry.style === "stones" ? palette.rough : undefined;
    if (!colour) continue;
    context.globalAlpha = strength(entry);
    context.fillStyle = colour;
    context.fill(of(entry.terrain));
  }
  for (const entry of found.filter((one) => one.style === "water")) {
    const water = of(entry.terrain);
    context.globalAlpha = strength(entry);
    context.fillStyle = palette.water;
    context.fill(water);
    context.strokeStyle = palette.waterEdge;
    context.lineWidth = 1;
    context.stroke(water);
  }
  context.globalAlpha = 1;
}

function cover(context: Context, plane: Plane, palette: Palette, face: GameFace, entry: BoardCell, above: boolean): void {
  const told = face.hexes[entry.terrain];
  if (!told) return;
  const centre = plane.centre(entry.cell);
  const spot = (index: number, reach: number): Point => {
    const angle = noise(entry.cell, index) * Math.PI * 2;
    const away = Math.sqrt(noise(entry.cell, index + 500)) * reach;
    return { x: centre.x + Math.cos(angle) * away, y: centre.y + Math.sin(angle) * away };
  };
  const trees = TREES[told.style];
  context.globalAlpha = strength(told);
  if (trees && above) clump(context, palette, entry.cell, trees, told.dense ?? false, spot);
  else if (!above) (LOW[told.style] ?? nothing)(context, palette, entry.cell, told.dense ?? false, spot);
  context.globalAlpha = 1;
}

type Spot = (index: number, reach: number) => Point;
type DrawLow = (context: Context, palette: Palette, cell: Cell, dense: boolean, spot: Spot) => void;
const nothing: DrawLow = () => {};

/** What covers the ground of a hex without rising from it, by style. */
const LOW: Record<string, DrawLow> = {
  stones: (context, palette, cell, dense, spot) => {
    context.fillStyle = palette.stones;
    for (let k = 0; k < 13; k++) {
      const at = spot(k, SIZE * 0.85);
      const size = 0.6 + noise(cell, k + 900) * (dense ? 1.5 : 1);
      context.beginPath();
      context.ellipse(at.x, at.y, size * 1.3, size, noise(cell, k) * 3, 0, Math.PI * 2);
      context.fill();
    }
  },
  bushes: (context, palette, _cell, _dense, spot) => tufts(context, palette.scrub, spot, 3),
  reeds: (context, palette, _cell, _dense, spot) => tufts(context, palette.reeds, spot, 4.5),
  craters: (context, palette, cell, _dense, spot) => {
    context.fillStyle = palette.craters;
    for (let k = 0; k < 5; k++) {
      const at = spot(k, SIZE * 0.7);
      const size = 1.6 + noise(cell, k + 900) * 1.2;
      context.beginPath();
      context.ellipse(at.x, at.y, size * 1.3, size, 0, 0, Math.PI * 2);
      context.fill();
    }
  },
};

function tufts(context: Context, colour: string, spot: Spot, high: number): void {
  context.strokeStyle = colour;
  context.lineWidth = 0.8;
  context.beginPath();
  for (let k = 0; k < 8; k++) {
    const at = spot(k, SIZE * 0.8);
    for (const lean of [-1.6, 0, 1.6]) {
      context.moveTo(at.x, at.y);
      context.lineTo(at.x + lean, at.y - high + Math.abs(lean) * 0.5);
    }
  }
  context.stroke();
}

function clump(
  context: Context, palette: Palette, cell: Cell, { count, weight }: { count: number; weight: number }, dense: boolean, spot: Spot,
): void {
  const many = dense ? Math.round(count * 1.5) : count;
  const deep = (weight > 1 ? 1 : 0) + (dense ? 1 : 0);
  const spots = Array.from({ length: many }, (_, k) => ({
    ...spot(k, SIZE * 0.86), r: 2.3 + noise(cell, k + 300) * 2.2, k,
  })).sort((a, b) => a.y - b.y);
  context.fillStyle = palette.treeShade;
  context.beginPath();
  for (const tree of spots) {
    context.moveTo(tree.x + tree.r + 0.9, tree.y + 1.1);
    context.arc(tree.x + 0.9, tree.y + 1.1, tree.r, 0, Math.PI * 2);
  }
  context.fill();
  for (const tree of spots) {
    context.fillStyle = palette.trees[Math.min(2, deep + (noise(cell, tree.k + 40) > 0.6 ? 1 : 0))] as string;
    context.beginPath();
    context.arc(tree.x, tree.y, tree.r, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = palette.dark ? "rgba(255,255,220,0.07)" : "rgba(255,255,225,0.20)";
    context.beginPath();
    context.arc(tree.x - tree.r * 0.3, tree.y - tree.r * 0.35, tree.r * 0.5, 0, Math.PI * 2);
    context.fill();
  }
}

function ways(context: Context, plane: Plane, palette: Palette, face: GameFace): void {
  const { lines } = plane.board;
  const outs = plane.board.outs ?? {};
  const stroke = (path: Path2D, colour: string, width: number, dash: number[] = []) => {
    context.setLineDash(dash);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke(path);
    context.setLineDash([]);
  };
  // Lines are drawn in the order of the face, those it does not know first.
  const order = Object.keys(face.lines);
  for (const [name, segments] of Object.entries(lines).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))) {
    const path = wayPath(plane, segments, outs[name]);
    const style = face.lines[name]?.style ?? "road";
    if (style === "water") {
      stroke(path, palette.waterEdge, 5.4);
      stroke(path, palette.water, 4);
    } else if (style === "ditch") {
      stroke(path, palette.gully, 5);
      stroke(path, palette.levels[0] as string, 3);
    } else if (style === "track") {
      stroke(path, palette.track, 1.6, [4, 2.6]);
    } else {
      stroke(path, palette.roadEdge, 5.6);
      stroke(path, palette.road, 3.8);
    }
  }
  for (const { cell, terrain } of plane.board.cells) {
    const style = face.hexes[terrain]?.style;
    if (style === "ford") ford(context, plane, palette, cell);
    else if (style === "bridge") bridge(context, plane, palette, face, cell);
    else if (style === "hollow" && !lines[terrain]?.some((s) => s.cells.includes(cell))) {
      context.fillStyle = palette.gully;
      const at = plane.centre(cell);
      context.beginPath();
      context.ellipse(at.x, at.y, 9, 4, 0.4, 0, Math.PI * 2);
      context.fill();
    }
  }
}

function ford(context: Context, plane: Plane, palette: Palette, cell: Cell): void {
  const at = plane.centre(cell);
  context.fillStyle = palette.road;
  for (let k = 0; k < 7; k++) {
    context.beginPath();
    context.arc(at.x - 6 + k * 2, at.y + (noise(cell, k) - 0.5) * 6, 1.1, 0, Math.PI * 2);
    context.fill();
  }
}

function bridge(context: Context, plane: Plane, palette: Palette, face: GameFace, cell: Cell): void {
  const at = plane.centre(cell);
  // The way that crosses: a road before a track.
  const dry = Object.values(face.lines).filter((line) => ["road", "track"].includes(line.style)).reverse();
  const roads = dry.flatMap((line) => plane.board.lines[line.terrain] ?? []).filter((s) => s.cells.includes(cell));
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

function hexside(context: Context, plane: Plane, palette: Palette, face: GameFace, side: BoardSide): void {
  const told = face.hexsides[side.terrain];
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
  context.globalAlpha = strength(told);
  switch (told?.style) {
    case "hachures":
      ticks(6, 4.6, palette.hachure, 0.9);
      break;
    case "ridge":
      line(palette.contour, 3.4);
      line(palette.cliff, 1.4, [5, 2.5]);
      break;
    case "cliff":
      line(palette.cliff, 2.4);
      ticks(5, 4.6, palette.cliff, 1.6);
      break;
    case "wall":
      line(palette.wall, 2.8);
      line(palette.halo, 1, [2, 2]);
      break;
    case "hedge":
      hedge(1.7);
      break;
    case "bank":
      line(palette.berm, 4.2);
      line(palette.bermLight, 1.8);
      if (told.dense) hedge(1.5);
      break;
    case "water":
      line(palette.waterEdge, 4);
      line(palette.water, 2.6);
      break;
    default:
      line(palette.contour, 2);
  }
  context.globalAlpha = 1;
}

function buildings(context: Context, plane: Plane, palette: Palette, face: GameFace): void {
  const roofs: Record<string, string> = palette.roofs;
  for (const { cell, terrain } of plane.board.cells) {
    const roof = roofs[face.hexes[terrain]?.style ?? ""];
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

type Level = { scale: number; bitmap?: HTMLCanvasElement };
export type Sheet = { scale: number; bitmap: HTMLCanvasElement };

/** The ground as bitmaps of several sizes, each drawn when it is first needed for a map, face and theme, then only copied. */
export class Ground {
  private levels: Level[] = [];

  constructor(
    readonly plane: Plane,
    readonly palette: Palette,
    readonly face: GameFace,
  ) {
    const pixels = (plane.width + 2 * MARGIN) * (plane.height + 2 * MARGIN);
    // Big enough to stay sharp when zoomed in, small enough for a tablet's memory.
    const most = Math.min(3.2, Math.sqrt(16_000_000 / pixels));
    this.levels.push({ scale: most });
    for (let scale = most / 2; scale > 0.2; scale /= 2) this.levels.push({ scale });
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
    drawTerrain(context, plane, this.palette, this.face);
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
  at(scale: number): Sheet {
    return this.made(this.wanted(scale));
  }

  /** The best bitmap among those that are there; the smallest sharp one if there is none yet. */
  present(scale: number): Sheet {
    const wanted = this.wanted(scale);
    // A larger one is sharp as well; of smaller ones the largest is the least blurred.
    const larger = this.levels.findLastIndex((level, index) => index <= wanted && level.bitmap);
    return this.made(larger >= 0 ? larger : Math.max(wanted, this.levels.findIndex((level) => level.bitmap)));
  }

  /** Whether a bitmap of this scale is not sharp here and a larger one would be. */
  blurred(scale: number, drawn: number): boolean {
    return drawn < this.levels[this.wanted(scale)]!.scale;
  }

  private wanted(scale: number): number {
    return Math.max(0, this.levels.findLastIndex((level) => level.scale >= scale * 0.9));
  }

  private made(index: number): Sheet {
    const level = this.levels[index]!;
    const above = this.levels.findLastIndex((other, at) => at < index && other.bitmap);
    level.bitmap ??= above < 0 ? this.render(level.scale) : this.shrink(this.made(index - 1).bitmap);
    return level as Sheet;
  }
}
