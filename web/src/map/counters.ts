// Counters as cached sprites, and where they stand: stacks, fans, facing arrows, markers.

import { angleOf } from "./arcs";
import { DIRECTIONS, HEIGHT, type Plane, type Point } from "../lib/hexgeo";
import { markedOrder, shortType, taskFace, type GameFace, stateMarks, type UnitData } from "../lib/face";
import type { Cell } from "../lib/types";
import type { TypeFace } from "../lib/wire";
import type { Palette, SideColours } from "./palette";
import { drawSilhouette, typeSilhouette } from "./silhouettes";
import type { StagedPiece } from "./stage.svelte";

/** World size of a counter; on the screen it never gets smaller than LEAST pixels. */
export const COUNTER = 30;
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
    piece.face_down ? 1 : 0}|${piece.facing ?? ""}|${marks}|${chip ? chip.text + chip.tone : ""}|${look.data.size > 0}|`;
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
    // The middle stays plain, so that names and silhouettes can be read.
    context.fillStyle = colours.paper;
    context.beginPath();
    context.roundRect(15, 15, 70, 70, 8);
    context.fill();
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
  // The order's chip covers the lower left corner: the name of the unit makes way for it.
  const [idX, idWidth] = chipped ? [72, 44] : [50, 78];
  const type = piece.type ?? "";
  const one = typeSilhouette(look.face, type);
  const facing = piece.facing ?? null;
  const paper = coloursOf(look, piece.side).paper;
  if (size < 26) {
    drawSilhouette(context, one, 50, 50, 82, facing, paper);
    return;
  }
  if (size < 50) {
    drawSilhouette(context, one, 50, 40, 64, facing, paper);
    context.font = "700 28px system-ui, sans-serif";
    context.fillText(piece.id, idX, 80, idWidth);
    return;
  }
  const data = look.data.get(type);
  const told = look.face.types[type];
  if (told?.printed?.length && size >= 98) return printed(context, look, piece, told, [idX, idWidth]);
  const label = labelOf(look.face, piece);
  const strong = label ? [label] : size >= 98 ? look.face.strengths.map((name) => strength(data?.[name])).filter(Boolean) : [];
  // Cut corners leave less room; small counters have larger letters.
  const letters = size < 98 ? 20 : 16;
  drawSilhouette(context, one, 50, strong.length ? 44 : 51, strong.length ? 58 : 62, facing, paper);
  context.font = `600 ${letters}px system-ui, sans-serif`;
  context.fillText(shortType(look.face, type), 50, size < 98 ? 18 : 17, isCut(look, piece.side) ? 64 : 80);
  if (strong.length) {
    context.font = `${label && size < 98 ? "700 17px" : "600 13px"} system-ui, sans-serif`;
    context.fillText(strong.join(" · "), 50, 72, 72);
  }
  context.font = `700 ${letters}px system-ui, sans-serif`;
  context.fillText(piece.id, idX, size < 98 ? 84 : 86, Math.min(idWidth, isCut(look, piece.side) ? 60 : 78));
}

/** A counter with the lines of figures that the printed one has. */
function printed(context: CanvasRenderingContext2D, look: Look, piece: StagedPiece, told: TypeFace, [idX, idWidth]: [number, number]): void {
  const cut = isCut(look, piece.side);
  drawSilhouette(context, typeSilhouette(look.face, told.type), 50, 37, 46, piece.facing ?? null, coloursOf(look, piece.side).paper);
  context.font = "600 15px system-ui, sans-serif";
  context.fillText(shortType(look.face, told.type), 50, 17, cut ? 62 : 76);
  if (told.nation) {
    context.font = "700 11px system-ui, sans-serif";
    context.fillText(told.nation, 17, 40, 18);
  }
  context.font = "700 13px system-ui, sans-serif";
  const label = labelOf(look.face, piece);
  const lines = [...(told.printed ?? []), ...(label ? [label] : [])];
  lines.forEach((line, k) => context.fillText(line, 50, 74 - 13 * (lines.length - 1 - k), 72));
  context.font = "700 15px system-ui, sans-serif";
  context.fillText(piece.id, idX, 88, Math.min(idWidth, cut ? 56 : 76));
}

function strength(value: unknown): string {
  return Array.isArray(value) ? String(value[0] ?? "") : value === undefined || value === null ? "" : String(value);
}

/** Where badges are: at the edges, between the name above and the number below. */
const BADGES = [[89, 37], [89, 60], [11, 37]] as const;

function marks(context: CanvasRenderingContext2D, look: Look, piece: StagedPiece, size: number): void {
  if (size < 26) return;
  const all = stateMarks(look.face, piece);
  const count = all.map((mark) => look.face.marks[mark]).find((mark) => mark?.drawn === "count");
  if (count) headcount(context, count.sign);
  badgesOf(look.face, all).slice(0, BADGES.length).forEach((mark, k) => {
    const known = look.face.marks[mark] ?? { sign: mark.charAt(0).toUpperCase(), tone: "quiet" as const };
    const [x, y] = BADGES[k] as readonly [number, number];
    context.beginPath();
    context.arc(x, y, 10.5, 0, Math.PI * 2);
    context.fillStyle = { bad: "#c0261c", warn: "#ffd666", good: "#1c7a3a", quiet: "#f4f1e4" }[known.tone];
    context.fill();
    context.strokeStyle = "#1d1d18";
    context.lineWidth = 2;
    context.stroke();
    context.fillStyle = known.tone === "bad" || known.tone === "good" ? "#ffffff" : "#1d1d18";
    context.font = "700 15px system-ui, sans-serif";
    context.fillText(known.sign, x, y + 1, 18);
  });
}

const WEIGHTS = { bad: 0, warn: 1, good: 2, quiet: 3 } as const;

/** The marks that are badges, those that matter most first. */
export function badgesOf(face: GameFace, marks: string[]): string[] {
  const weight = (mark: string) => WEIGHTS[face.marks[mark]?.tone ?? "quiet"];
  const badges = marks.filter((mark) => (face.marks[mark]?.drawn ?? "badge") === "badge");
  const counts = marks.some((mark) => face.marks[mark]?.drawn === "count");
  return counts || badges.length > BADGES.length ? [...badges].sort((a, b) => weight(a) - weight(b)) : badges;
}

/** What stands on a counter in words: what it has besides its type. */
function labelOf(face: GameFace, piece: StagedPiece): string {
  return stateMarks(face, piece).map((mark) => face.marks[mark]).filter((mark) => mark?.drawn === "label").map((mark) => mark?.sign).join("+");
}

/** How many vehicles or men a counter stands for. */
function headcount(context: CanvasRenderingContext2D, text: string): void {
  context.beginPath();
  context.roundRect(0, 48, 24, 24, 5);
  context.fillStyle = "#1d1d18";
  context.fill();
  context.fillStyle = "#ffffff";
  context.font = "800 20px system-ui, sans-serif";
  context.fillText(text, 12, 61, 22);
}

/** The arc around the hexsides that cover a counter. */
export function coverArc(context: CanvasRenderingContext2D, palette: Palette, look: Look, one: Placed, alpha: number): void {
  for (const mark of one.piece.marks ?? []) {
    const known = look.face.marks[mark];
    if (known?.drawn !== "arc" || known.facing === undefined || known.facing < 0) continue;
    const middle = angleOf(known.facing);
    const far = Math.max(one.size * 0.62, HEIGHT * 0.42);
    context.globalAlpha = alpha;
    context.lineCap = "round";
    for (const [colour, width] of [[palette.dark ? "#10120b" : "#fffdf4", 0.13], [palette.tones["good"] ?? "#1c7a3a", 0.075]] as const) {
      context.beginPath();
      context.arc(one.x, one.y, far, middle - Math.PI / 2, middle + Math.PI / 2);
      context.strokeStyle = colour;
      context.lineWidth = one.size * width;
      context.stroke();
    }
    context.lineCap = "butt";
    context.globalAlpha = 1;
  }
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
