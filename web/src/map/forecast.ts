// What is foreseen: where units will be, and how likely hexes are struck.

import { HEIGHT } from "../lib/hexgeo";
import type { Brush } from "./drawing";
import type { Overlay } from "./overlays";
import { sign } from "./signs";
import { drawSilhouette } from "./silhouettes";

type Of<K extends Overlay["kind"]> = Extract<Overlay, { kind: K }>;
/** A share from which on a hex is struck for certain. */
const CERTAIN = 0.99;

export function drawGhost({ context, plane, palette }: Brush, { cell, facing, drawn, colour }: Of<"ghost">): void {
  const at = plane.centre(cell);
  context.globalAlpha = 0.62;
  context.fillStyle = palette.sides[colour]?.line ?? palette.select;
  drawSilhouette(context, drawn, at.x, at.y, HEIGHT * 0.78, facing >= 0 ? facing : null, palette.halo);
}

export function drawShares(brush: Brush, { cells, tone }: Of<"shares">): void {
  const { context, plane, palette } = brush;
  context.fillStyle = context.strokeStyle = brush.tone(tone);
  for (const { cell, share } of cells) {
    const sure = share > CERTAIN;
    context.globalAlpha = 0.12 + 0.4 * share;
    brush.hexes([cell], 0.96);
    context.fill();
    context.globalAlpha = sure ? 0.95 : 0.5;
    context.lineWidth = brush.least(sure ? 1.8 : 0.8, sure ? 1.6 : 0.8);
    context.stroke();
  }
  // Where nothing is left to chance, the hexes say it all.
  if (brush.zoom < 0.55 || cells.every(({ share }) => share > CERTAIN)) return;
  const scale = context.getTransform().a;
  const size = Math.round(brush.least(7, 9) * scale);
  const letters = { style: "600", family: "system-ui, sans-serif", size, fill: palette.reachText, halo: palette.halo, wide: 0.23 };
  context.globalAlpha = 1;
  for (const { cell, share } of cells) {
    const at = plane.centre(cell);
    const picture = sign(`${Math.round(100 * share)} %`, letters);
    const [width, height] = [picture.width / scale, picture.height / scale];
    context.drawImage(picture, at.x - width / 2, at.y + HEIGHT * 0.3 - height / 2, width, height);
  }
}
