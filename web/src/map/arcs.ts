// Sectors and links: the arc that a unit fires or is covered in, and the lines between units that keep together.

import { DIRECTIONS, HEIGHT, type Point } from "../lib/hexgeo";
import type { Brush } from "./drawing";
import type { Overlay } from "./overlays";
import { sign } from "./signs";

type Of<K extends Overlay["kind"]> = Extract<Overlay, { kind: K }>;

/** The angle of a facing on the canvas. */
export function angleOf(facing: number): number {
  const way = DIRECTIONS[((facing % 6) + 6) % 6] as Point;
  return Math.atan2(way.y, way.x);
}

export function drawLink(brush: Brush, { from, to, tone, broken }: Of<"link">): void {
  const { context, plane, palette } = brush;
  const [a, b] = [plane.centre(from), plane.centre(to)];
  for (const [colour, width] of [[palette.halo, 4.5], [brush.tone(tone), 2.2]] as const) {
    context.beginPath();
    context.setLineDash(broken ? [6, 6] : []);
    context.moveTo(a.x, a.y);
    context.lineTo(b.x, b.y);
    context.strokeStyle = colour;
    context.lineWidth = brush.least(width, width);
    context.stroke();
  }
}

export function drawWedge(brush: Brush, { cell, facing, left, right, hexes, name, tone, strong }: Of<"wedge">): void {
  const { context, plane, palette } = brush;
  const at = plane.centre(cell);
  const [from, to] = [angleOf(facing) - (left * Math.PI) / 180, angleOf(facing) + (right * Math.PI) / 180];
  const far = HEIGHT * (hexes + 0.5);
  context.beginPath();
  context.moveTo(at.x, at.y);
  context.arc(at.x, at.y, far, from, to);
  context.closePath();
  context.fillStyle = context.strokeStyle = brush.tone(tone);
  context.globalAlpha = strong ? 0.28 : 0.08;
  context.fill();
  context.globalAlpha = strong ? 0.95 : 0.7;
  context.setLineDash(strong ? [] : [5, 4]);
  context.lineWidth = strong ? brush.least(1.6, 2) : brush.least(1, 1.2);
  context.stroke();
  if (brush.zoom < 0.55) return;
  const scale = context.getTransform().a;
  const letters = { style: "600", family: "system-ui, sans-serif", size: Math.round(brush.least(7, 10) * scale), fill: palette.reachText, halo: palette.halo, wide: 0.23 };
  const picture = sign(name, letters);
  const middle = (from + to) / 2;
  const [width, height] = [picture.width / scale, picture.height / scale];
  context.globalAlpha = 1;
  context.drawImage(picture, at.x + Math.cos(middle) * far - width / 2, at.y + Math.sin(middle) * far - height / 2, width, height);
}
