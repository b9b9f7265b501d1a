// Pictures of large overlays that stay as they are while the map is moved: drawn once for a zoom, then copied.

import { SIZE, type Plane } from "../lib/hexgeo";
import type { Camera } from "./camera";
import { Brush } from "./drawing";
import type { Overlay } from "./overlays";
import type { Palette } from "./palette";

/** Overlays of fewer hexes are quicker drawn than copied. */
const MANY = 12;
/** Pictures with longer sides than this, in pixels, would cost more than they save. */
const LARGE = 3000;
/** What lines and texts may reach beyond the hexes, in world units. */
const RIM = 2 * SIZE;

interface Stamp {
  scale: number;
  palette: Palette;
  canvas: HTMLCanvasElement;
  x: number;
  y: number;
}

const stamps = new WeakMap<Overlay, Stamp>();

/** Draws an overlay, one with many hexes as a copy; true when that was made for another zoom, as while zooming. */
export function drawOverlay(
  context: CanvasRenderingContext2D, brush: Brush, overlay: Overlay, plane: Plane, palette: Palette, camera: Camera, ratio: number, zooming: boolean,
): boolean {
  const scale = camera.zoom * ratio;
  let stamp = stamps.get(overlay);
  if (!stamp || stamp.palette !== palette || (stamp.scale !== scale && !zooming)) {
    stamp = made(overlay, plane, palette, scale, ratio);
    if (stamp) stamps.set(overlay, stamp);
    else stamps.delete(overlay);
  }
  if (!stamp) {
    brush.draw(overlay);
    return false;
  }
  const by = scale / stamp.scale;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  const left = Math.round(((stamp.x - camera.x) * camera.zoom + camera.width / 2) * ratio);
  const top = Math.round(((stamp.y - camera.y) * camera.zoom + camera.height / 2) * ratio);
  context.drawImage(stamp.canvas, left, top, stamp.canvas.width * by, stamp.canvas.height * by);
  context.restore();
  return by !== 1;
}

function made(overlay: Overlay, plane: Plane, palette: Palette, scale: number, ratio: number): Stamp | undefined {
  if (overlay.kind !== "reach") return undefined;
  const points = overlay.cells.filter((one) => plane.has(one.cell)).map((one) => plane.centre(one.cell));
  if (points.length <= MANY) return undefined;
  const x = Math.min(...points.map((at) => at.x)) - RIM;
  const y = Math.min(...points.map((at) => at.y)) - RIM;
  const width = Math.ceil((Math.max(...points.map((at) => at.x)) + RIM - x) * scale);
  const height = Math.ceil((Math.max(...points.map((at) => at.y)) + RIM - y) * scale);
  if (width > LARGE || height > LARGE) return undefined;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  context.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
  new Brush(context, plane, palette, scale / ratio).draw(overlay);
  return { scale, palette, canvas, x, y };
}
