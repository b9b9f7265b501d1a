// Counters as cached sprites, and where they stand: stacks, fans, facing arrows, markers.

import { DIRECTIONS, HEIGHT, type Plane, type Point } from "../lib/hexgeo";
import { markedOrder, markerName, shapeOf, shortType, taskFace, type GameFace, stateMarks, type UnitData } from "../lib/face";
import type { Cell, Marker } from "../lib/types";
import type { Palette, SideColours } from "./palette";
import { silhouette } from "./silhouettes";
import type { StagedPiece } from "./stage.svelte";

/** World size of a counter; on the screen it never gets smaller than LEAST pixels. */
export const COUNTER = 28;
const LEAST = 17;
const BUCKETS = [18, 26, 36, 50, 70, 98, 140, 200];

export interface Look {
  face: GameFace;
  palette: Palette;
  data: Map<string, UnitData>;
}
export interface Chip {
  text: string;
  tone: string;
}
export interface Placed {
  piece: StagedPiece;
  x: number;
  y: number;
  size: number;
  fanned: boolean;
}

export function counterSize(zoom: number): number {
  return Math.max(LEAST, COUNTER * zoom) / zoom;
}

/** Where pieces stand: one in the middle of its hex, several as a stack, a fanned stack side by side. */
export function arrange(plane: Plane, pieces: StagedPiece[], zoom: number, fan: Cell | null): Placed[] {
  const size = counterSize(zoom);
  const stacks = new Map<Cell, StagedPiece[]>();
  const moving: Placed[] = [];
  for (const piece of pieces) {
    if (!plane.has(piece.cell) && !(piece.to !== undefined && plane.has(piece.to))) continue;
    if (piece.to !== undefined && piece.progress !== undefined) {
      const to = plane.centre(piece.to);
      const from = plane.has(piece.cell) ? plane.centre(piece.cell) : to;
      const t = piece.progress;
      moving.push({ piece, x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t, size, fanned: false });
      continue;
    }
    const known = stacks.get(piece.cell);
    if (known) known.push(piece);
    else stacks.set(piece.cell, [piece]);
  }
  const still: Placed[] = [];
  const fanned: Placed[] = [];
  for (const [cell, stack] of stacks) {
    const at = plane.centre(cell);
    const open = cell === fan && stack.length > 1;
    stack.forEach((piece, k) => {
      if (open) {
        const row = Math.floor(k / 4);
        const inRow = Math.min(4, stack.length - row * 4);
        const x = at.x + ((k % 4) - (inRow - 1) / 2) * size * 1.12;
        fanned.push({ piece, x, y: at.y + row * size * 1.12, size, fanned: true });
      } else {
        const shift = Math.min(3, k) * size * 0.13;
        const lift = ((Math.min(4, stack.length) - 1) * size * 0.13) / 2;
        still.push({ piece, x: at.x + shift - lift, y: at.y - shift + lift, size, fanned: false });
      }
    });
  }
  return [...still, ...moving, ...fanned];
}

/** The piece under a world point; the topmost first. */
export function pieceAt(placed: Placed[], at: Point): Placed | null {
  for (let k = placed.length - 1; k >= 0; k--) {
    const one = placed[k] as Placed;
    if (Math.abs(at.x - one.x) <= one.size / 2 && Math.abs(at.y - one.y) <= one.size / 2) return one;
  }
  return null;
}

/** The colours of a side as the face gives them. */
export function coloursOf(look: Look, side: string): SideColours {
  return look.palette.sides[look.face.sides[side]?.colour ?? ""] ?? look.palette.neutral;
}

/** Whether a side's counters have cut corners; others are round. */
export function isCut(look: Look, side: string): boolean {
  return look.face.sides[side]?.frame === "cut";
}

/** Numbers of the faces seen, for the keys of sprites. */
const faces = new WeakMap<GameFace, number>();
let counted = 0;
function numberOf(face: GameFace): number {
  const known = faces.get(face);
  if (known !== undefined) return known;
  faces.set(face, ++counted);
  return counted;
}

const sprites = new Map<string, HTMLCanvasElement>();
/** New pictures for each frame; the others come from another size until their turn comes: none while zooming. */
const PER_FRAME = 8;
const made = { left: PER_FRAME, late: false };

/** Begins a frame. */
export function newFrame(zooming = false): void {
  made.left = zooming ? 0 : PER_FRAME;
  made.late = false;
}

export function lateSprites(): boolean {
  return made.late;
}

/** The picture of a counter at about `pixels`, from the cache. */
export function sprite(look: Look, piece: StagedPiece, chip: Chip | undefined, pixels: number): HTMLCanvasElement {
  const size = BUCKETS.find((bucket) => bucket >= pixels) ?? 200;
  const marks = stateMarks(look.face, piece).join(",");
  const key = `${numberOf(look.face)}|${look.palette.dark}|${piece.side}|${piece.id}|${piece.type ?? ""}|${
    piece.face_down ? 1 : 0}|${marks}|${chip ? chip.text + chip.tone : ""}|${look.data.size > 0}|`;
  const known = sprites.get(key + size);
  if (known) return known;
  if (made.left <= 0) {
    for (const bucket of BUCKETS) {
      const other = sprites.get(key + bucket);
      if (!other) continue;
      made.late = true;
      return other;
    }
  }
  made.left -= 1;
  if (sprites.size > 1500) sprites.clear();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const context = canvas.getContext("2d");
  if (context) {
    context.scale(size / 100, size / 100);
    draw(context, look, piece, chip, size);
  }
  sprites.set(key + size, canvas);
  return canvas;
}

function frame(context: CanvasRenderingContext2D, cut: boolean, inset: number): void {
  const a = 5 + inset;
  const b = 95 - inset;
  context.beginPath();
  if (cut) {
    const off = 17;
    context.moveTo(a + off, a);
    for (const [x, y] of [[b - off, a], [b, a + off], [b, b - off], [b - off, b], [a + off, b], [a, b - off], [a, a + off]]) {
      context.lineTo(x as number, y as number);
    }
    context.closePath();
  } else {
    context.roundRect(a, a, b - a, b - a, 15);
  }
}

function draw(
  context: CanvasRenderingContext2D, look: Look, piece: StagedPiece, chip: Chip | undefined, size: number,
): void {
  const cut = isCut(look, piece.side);
  const side = coloursOf(look, piece.side);
  const colours = piece.face_down ? { ...look.palette.neutral, deep: side.paper } : side;
  const small = size < 26;
  frame(context, cut, 0);
  context.fillStyle = look.palette.dark ? "rgba(0,0,0,0.55)" : "rgba(0,0,0,0.28)";
  context.save();
  context.translate(2, 3);
  context.fill();
  context.restore();
  frame(context, cut, 0);
  context.fillStyle = colours.paper;
  context.fill();
  if (look.face.sides[piece.side]?.pattern === "stripes") {
    // Stripes tell a side apart without colour.
    context.save();
    context.clip();
    context.strokeStyle = piece.face_down ? side.paper : side.stripe;
    context.lineWidth = 5;
    context.beginPath();
    for (let x = -90; x < 100; x += 17) {
      context.moveTo(x, 100);
      context.lineTo(x + 100, 0);
    }
    if (!small) context.stroke();
    context.restore();
  }
  frame(context, cut, 2.5);
  context.strokeStyle = piece.face_down ? side.paper : colours.deep;
  context.lineWidth = small ? 8 : piece.face_down ? 8 : 5;
  context.stroke();
  context.fillStyle = colours.ink;
  context.textAlign = "center";
  context.textBaseline = "middle";
  if (piece.face_down) back(context, piece, size);
  else front(context, look, piece, size, chip !== undefined);
  marks(context, look, piece, size);
  if (chip && size >= 26) drawChip(context, look, chip);
  else if (chip) dot(context, look.palette.tones[chip.tone] ?? look.palette.select);
}

function back(context: CanvasRenderingContext2D, piece: StagedPiece, size: number): void {
  const number = piece.id.replace(/^.*\?/, "");
  context.font = "700 52px system-ui, sans-serif";
  context.fillText("?", 50, size < 36 ? 54 : 42);
  if (size >= 36) {
    context.font = "600 22px system-ui, sans-serif";
    context.fillText(number, 50, 78, 80);
  }
}

function front(context: CanvasRenderingContext2D, look: Look, piece: StagedPiece, size: number, chipped: boolean): void {
  // The order's chip covers the lower left corner.
  const [idX, idWidth] = chipped ? [70, 46] : [50, 78];
  const type = piece.type ?? "";
  const data = look.data.get(type);
  const kind = shapeOf(look.face, type);
  if (size < 36) {
    silhouette(context, kind, 50, size < 26 ? 54 : 42, size < 26 ? 78 : 68);
    if (size >= 26) {
      context.font = "700 27px system-ui, sans-serif";
      context.fillText(piece.id, idX, 76, idWidth);
    }
    return;
  }
  context.font = "600 19px system-ui, sans-serif";
  context.fillText(shortType(look.face, type), 50, 21, 74);
  silhouette(context, kind, 50, 50, 60);
  const strong = size >= 70 ? look.face.strengths.map((name) => strength(data?.[name])).filter(Boolean) : [];
  if (strong.length) {
    context.font = "600 15px system-ui, sans-serif";
    context.fillText(strong.join(" · "), 50, 70, 80);
    context.font = "700 17px system-ui, sans-serif";
    context.fillText(piece.id, idX, 86, idWidth);
  } else {
    context.font = "700 21px system-ui, sans-serif";
    context.fillText(piece.id, idX, 79, idWidth);
  }
}

function strength(value: unknown): string {
  return Array.isArray(value) ? String(value[0] ?? "") : value === undefined || value === null ? "" : String(value);
}

function marks(context: CanvasRenderingContext2D, look: Look, piece: StagedPiece, size: number): void {
  const found = stateMarks(look.face, piece);
  if (size < 26) return;
  found.slice(0, 3).forEach((mark, k) => {
    const known = look.face.marks[mark] ?? { sign: mark.charAt(0).toUpperCase(), tone: "quiet" as const };
    const x = 86;
    const y = 15 + k * 24;
    context.beginPath();
    context.arc(x, y, 12, 0, Math.PI * 2);
    context.fillStyle = { bad: "#c0261c", warn: "#ffd666", good: "#1c7a3a", quiet: "#f4f1e4" }[known.tone];
    context.fill();
    context.strokeStyle = "#1d1d18";
    context.lineWidth = 2;
    context.stroke();
    context.fillStyle = known.tone === "bad" || known.tone === "good" ? "#ffffff" : "#1d1d18";
    context.font = "700 17px system-ui, sans-serif";
    context.fillText(known.sign, x, y + 1);
  });
}

function drawChip(context: CanvasRenderingContext2D, look: Look, chip: Chip): void {
  context.font = "700 23px system-ui, sans-serif";
  const width = Math.max(30, context.measureText(chip.text).width + 10);
  context.beginPath();
  context.roundRect(1.5, 70, width, 28, 7);
  context.fillStyle = "#fffdf4";
  context.fill();
  context.strokeStyle = look.palette.dark ? "#1d1d18" : (look.palette.tones[chip.tone] ?? "#1d1d18");
  context.lineWidth = 3;
  context.stroke();
  context.fillStyle = "#1d1d18";
  context.textAlign = "center";
  context.fillText(chip.text, 1.5 + width / 2, 85);
}

function dot(context: CanvasRenderingContext2D, colour: string): void {
  context.beginPath();
  context.arc(18, 82, 16, 0, Math.PI * 2);
  context.fillStyle = "#fffdf4";
  context.fill();
  context.beginPath();
  context.arc(18, 82, 10, 0, Math.PI * 2);
  context.fillStyle = colour;
  context.fill();
}

/** The arrow on the hexside a piece faces. */
export function facingArrow(context: CanvasRenderingContext2D, palette: Palette, look: Look, one: Placed, alpha: number): void {
  const facing = one.piece.facing;
  if (facing === undefined || facing < 0 || one.piece.face_down) return;
  const d = DIRECTIONS[facing] as Point;
  const away = Math.max(one.size * 0.54, HEIGHT * 0.36);
  const x = one.x + d.x * away;
  const y = one.y + d.y * away;
  const long = one.size * 0.2;
  const wide = one.size * 0.2;
  context.globalAlpha = alpha;
  context.beginPath();
  context.moveTo(x + d.x * long, y + d.y * long);
  context.lineTo(x - d.y * wide - d.x * long * 0.3, y + d.x * wide - d.y * long * 0.3);
  context.lineTo(x + d.y * wide - d.x * long * 0.3, y - d.x * wide - d.y * long * 0.3);
  context.closePath();
  context.fillStyle = coloursOf(look, one.piece.side).deep;
  context.fill();
  context.lineWidth = one.size * 0.035;
  context.strokeStyle = palette.dark ? "#10120b" : "#fffdf4";
  context.stroke();
  context.globalAlpha = 1;
}

/** What lies on the map and is no unit. `time` (seconds) makes smoke drift; it stays 0 when motion is unwanted. */
export function drawMarker(
  context: CanvasRenderingContext2D, plane: Plane, look: Look, marker: Marker, zoom: number, time: number,
): void {
  const at = plane.centre(marker.cell);
  const { palette } = look;
  const style = look.face.markers[marker.kind]?.style ?? "flag";
  const size = counterSize(zoom);
  if (style === "wreck") {
    context.fillStyle = palette.dark ? "#0b0c08" : "#35332c";
    silhouette(context, "turreted", at.x, at.y + size * 0.12, size * 0.8);
    smoke(context, palette, at, marker.cell, time, size);
  } else if (style === "smoke") {
    smoke(context, palette, at, marker.cell, time, size * 1.4);
  } else if (style === "works") {
    context.strokeStyle = palette.berm;
    context.lineWidth = 3.4;
    context.beginPath();
    context.arc(at.x, at.y, HEIGHT * 0.42, Math.PI * 0.85, Math.PI * 2.15);
    context.stroke();
    context.strokeStyle = marker.side ? coloursOf(look, marker.side).paper : palette.bermLight;
    context.lineWidth = 1.4;
    context.setLineDash([3, 2]);
    context.stroke();
    context.setLineDash([]);
  } else {
    context.fillStyle = coloursOf(look, marker.side ?? "").paper;
    context.strokeStyle = palette.dark ? "#fffdf4" : "#1d1d18";
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(at.x - 9, at.y + 12);
    context.lineTo(at.x - 9, at.y - 12);
    context.lineTo(at.x + 7, at.y - 7);
    context.lineTo(at.x - 9, at.y - 2);
    context.stroke();
    context.fill();
    // A flag speaks for itself; things the face does not know are named where the letters can be read.
    if (zoom > 1.4 && !(marker.kind in look.face.markers)) {
      context.fillStyle = palette.label;
      context.font = "600 6.5px system-ui, sans-serif";
      context.textAlign = "center";
      context.fillText(markerName(look.face, marker.kind), at.x, at.y + 17);
    }
  }
}

function smoke(context: CanvasRenderingContext2D, palette: Palette, at: Point, cell: Cell, time: number, size: number): void {
  for (let k = 0; k < 4; k++) {
    const phase = (time * 0.22 + k * 0.25 + (cell % 7) * 0.13) % 1;
    context.globalAlpha = (palette.dark ? 0.4 : 0.34) * (1 - phase);
    context.fillStyle = palette.dark ? "#b9b9ae" : "#4b4a44";
    context.beginPath();
    context.arc(at.x + phase * size * 0.34, at.y - size * (0.1 + phase * 0.62), size * (0.1 + phase * 0.17), 0, Math.PI * 2);
    context.fill();
  }
  context.globalAlpha = 1;
}

/** The chip of an order that is on the map already: one's own in execution, a command shown or face down. */
export function markChip(face: GameFace, piece: StagedPiece): Chip | undefined {
  const order = markedOrder(face, piece);
  return order === null ? undefined : order === "?" ? { text: "?", tone: "hold" } : chipOf(face, order);
}

/** A chip for a kind of task. */
export function chipOf(face: GameFace, kind: string): Chip {
  const task = taskFace(face, kind);
  return { text: task.chip, tone: task.tone };
}
