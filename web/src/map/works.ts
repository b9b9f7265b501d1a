// Works and obstacles of the field: blocks, wire, rubble, fire, trenches and prepared positions. They keep to the rim of the
// hex, so that a counter in the middle hides none of them.

import { HEIGHT, type Point } from "../lib/hexgeo";
import type { Palette } from "./palette";

interface Sheet {
  context: CanvasRenderingContext2D;
  palette: Palette;
  at: Point;
  size: number;
  /** The lighter of the two colours of earth, or that of its owner. */
  light: string;
}

const R = HEIGHT * 0.42;
const dark = (palette: Palette) => (palette.dark ? "#0b0c08" : "#2b2a24");
const pale = (palette: Palette) => (palette.dark ? "#d8d4c4" : "#fffdf4");

/** A tongue of flame that stands on a point. */
export function flame(context: CanvasRenderingContext2D, { x, y }: Point, high: number, wide: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x - wide, y);
  context.quadraticCurveTo(x - wide, y - high * 0.6, x, y - high);
  context.quadraticCurveTo(x + wide, y - high * 0.6, x + wide, y);
  context.closePath();
  context.fill();
}

/** Places on a ring around the middle, from an angle on, in degrees clockwise from the right. */
function around(at: Point, far: number, angles: number[]): Point[] {
  return angles.map((degrees) => ({ x: at.x + Math.cos((degrees * Math.PI) / 180) * far, y: at.y + Math.sin((degrees * Math.PI) / 180) * far }));
}

/** The whole hex burns: flames along its rim. */
function flames({ context, at }: Sheet): void {
  const wide = HEIGHT * 0.1;
  for (const [angles, high, colour] of [[[200, 250, 290, 340, 20, 70, 110, 160], 0.34, "#d9480f"], [[180, 225, 270, 315, 0, 45, 90, 135], 0.24, "#ffa94d"]] as const) {
    for (const place of around(at, R * 0.86, [...angles])) flame(context, { x: place.x, y: place.y + HEIGHT * 0.14 }, HEIGHT * high, wide, colour);
  }
}

/** Crossed beams at the corners. */
function block({ context, palette, at }: Sheet): void {
  const arm = HEIGHT * 0.13;
  context.lineCap = "round";
  for (const [width, colour] of [[4.6, pale(palette)], [2.6, dark(palette)]] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    for (const { x, y } of around(at, R * 0.86, [210, 270, 330, 30, 90, 150])) {
      for (const turn of [0.5, 2.6]) {
        context.moveTo(x - Math.cos(turn) * arm, y - Math.sin(turn) * arm);
        context.lineTo(x + Math.cos(turn) * arm, y + Math.sin(turn) * arm);
      }
    }
    context.stroke();
  }
  context.lineCap = "butt";
}

/** Coils of wire above and below. */
function wire({ context, palette, at }: Sheet): void {
  const r = HEIGHT * 0.1;
  for (const [width, colour] of [[3, pale(palette)], [1.2, dark(palette)]] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    for (const dy of [-0.74, 0.74]) {
      for (let k = -3; k <= 3; k++) {
        context.beginPath();
        context.arc(at.x + k * r * 1.35, at.y + dy * R * 1.05, r, 0, Math.PI * 2);
        context.stroke();
      }
    }
  }
}

/** Broken masonry all over the hex. */
function rubble({ context, palette, at }: Sheet): void {
  context.lineWidth = 0.8;
  context.strokeStyle = dark(palette);
  const stones = [[-0.8, -0.1], [-0.62, 0.5], [-0.45, -0.62], [-0.1, 0.82], [-0.05, -0.8], [0.42, 0.66], [0.48, -0.6], [0.82, 0.16], [0.74, -0.3], [-0.86, 0.28]] as const;
  stones.forEach(([dx, dy], k) => {
    const [x, y] = [at.x + dx * R, at.y + dy * R];
    const half = HEIGHT * (0.06 + 0.025 * (k % 3));
    context.fillStyle = palette.dark ? ["#8c8577", "#6f695d", "#a39a88"][k % 3]! : ["#b8ab93", "#9a8d76", "#cfc3ab"][k % 3]!;
    context.beginPath();
    context.moveTo(x - half, y + half * 0.4);
    context.lineTo(x - half * 0.4, y - half);
    context.lineTo(x + half, y - half * 0.5);
    context.lineTo(x + half * 0.7, y + half);
    context.closePath();
    context.fill();
    context.stroke();
  });
}

/** An earthen wall around the hex: broken for a hasty trench, whole and with a parapet for a prepared position. */
function earth({ context, palette, at, light }: Sheet, whole: boolean): void {
  context.lineCap = "round";
  for (const [width, colour, dashed] of [[whole ? 7 : 4.6, palette.berm, false], [whole ? 2 : 1.6, light, !whole]] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash(dashed ? [3, 3] : []);
    context.beginPath();
    for (const from of whole ? [0] : [20, 140, 260]) {
      context.moveTo(at.x + Math.cos((from * Math.PI) / 180) * R, at.y + Math.sin((from * Math.PI) / 180) * R);
      context.arc(at.x, at.y, R, (from * Math.PI) / 180, ((from + (whole ? 360 : 80)) * Math.PI) / 180);
    }
    context.stroke();
  }
  context.setLineDash([]);
  context.lineCap = "butt";
}

export const WORKS: Partial<Record<string, (sheet: Sheet) => void>> = {
  flames, block, wire, rubble, trench: (sheet) => earth(sheet, false), position: (sheet) => earth(sheet, true),
};
