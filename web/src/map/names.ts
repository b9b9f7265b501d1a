// Where names stand on the map: those of places, drawn with the ground, and how another name keeps clear of them.

import { HEIGHT, type Plane } from "../lib/hexgeo";
import type { Palette } from "./palette";
import { sign } from "./signs";

/** A box in world units: left, right, top, bottom. */
export type Box = [number, number, number, number];

/** Further out than this, places have no names. */
const LEGIBLE = 0.55;

/** The names of places as pictures, each with its box. `scale` is how many pixels a world unit has. */
export function placeNames(plane: Plane, palette: Palette, zoom: number, scale: number): { picture: HTMLCanvasElement; box: Box }[] {
  if (zoom < LEGIBLE) return [];
  // Sizes of letters in whole pixels: every other size would be a new font, drawn anew at each step of a zoom.
  const size = Math.round((Math.min(17, Math.max(10, 12 * zoom)) * scale) / zoom);
  const letters = { style: "italic 600", family: 'Georgia, "DejaVu Serif", serif', size, fill: palette.name, halo: palette.halo, wide: 0.24 };
  return plane.board.names.map(({ cell, name }) => {
    const picture = sign(name, letters);
    const centre = plane.centre(cell);
    const [width, height] = [picture.width / scale, picture.height / scale];
    const top = centre.y - HEIGHT * 0.36 - height / 2;
    return { picture, box: [centre.x - width / 2, centre.x + width / 2, top, top + height] };
  });
}

/** The lines of an area's name: one for each that it has. The name of a place that stands there already is not said again. */
export function nameLines(plane: Plane, name: string, zoom: number): string[] {
  const standing = new Set(zoom < LEGIBLE ? [] : plane.board.names.map((one) => one.name));
  return name.split(", ").filter((line) => line && !standing.has(line));
}

/** Where the top of a name stands that would cover none of the others: where it belongs, or some lines up or down. */
export function clearTop(others: Box[], x: number, width: number, top: number, height: number, line = height * 0.8): number {
  const tops = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6].map((steps) => top + steps * line * 1.06);
  const free = tops.find((one) => others.every(([left, right, high, low]) => x >= right || x + width <= left || one >= low || one + height - line * 0.25 <= high));
  return free ?? top;
}
