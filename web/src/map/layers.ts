// The three layers of a map: the ground copied from its bitmap, the overlays, the counters.

import { HEIGHT, type Plane } from "../lib/hexgeo";
import type { Marker } from "../lib/types";
import { MARGIN, toScreen, toWorld, type Camera } from "./camera";
import { coverArc, facingArrow, lateSprites, markChip, newFrame, sprite, type Chip, type Look, type Placed } from "./counters";
import { Brush } from "./drawing";
import { drawMarker } from "./markers";
import { placeNames } from "./names";
import type { Overlay } from "./overlays";
import type { Palette } from "./palette";
import { drawOverlay } from "./stamps";
import type { Ground } from "./terrain";

/** The canvas cleared, in device pixels; resized when the window is. */
function prepare(canvas: HTMLCanvasElement, camera: Camera, ratio: number, opaque = false): CanvasRenderingContext2D | null {
  const width = Math.round(camera.width * ratio);
  const height = Math.round(camera.height * ratio);
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext("2d", opaque ? { alpha: false } : undefined);
  if (!context) return null;
  context.setTransform(1, 0, 0, 1, 0, 0);
  if (!opaque) context.clearRect(0, 0, width, height);
  return context;
}

function worldTransform(context: CanvasRenderingContext2D, camera: Camera, ratio: number): void {
  const scale = camera.zoom * ratio;
  context.setTransform(
    scale, 0, 0, scale, (camera.width / 2 - camera.x * camera.zoom) * ratio, (camera.height / 2 - camera.y * camera.zoom) * ratio,
  );
}

/** Draws the ground, during a zoom from the bitmaps that are there; whether it will be sharper when the zoom has settled. */
export function drawGround(
  canvas: HTMLCanvasElement, soil: Ground, camera: Camera, ratio: number, plane: Plane, zooming: boolean,
): boolean {
  const context = prepare(canvas, camera, ratio, true);
  if (!context) return false;
  const wanted = camera.zoom * ratio;
  const { scale, bitmap } = zooming ? soil.present(wanted) : soil.at(wanted);
  context.fillStyle = soil.palette.beside;
  context.fillRect(0, 0, canvas.width, canvas.height);
  // Only the part that is seen is copied.
  const low = toWorld(camera, { x: 0, y: 0 });
  const high = toWorld(camera, { x: camera.width, y: camera.height });
  const left = Math.max(0, (low.x + MARGIN) * scale);
  const top = Math.max(0, (low.y + MARGIN) * scale);
  const right = Math.min(bitmap.width, (high.x + MARGIN) * scale);
  const bottom = Math.min(bitmap.height, (high.y + MARGIN) * scale);
  if (right > left && bottom > top) {
    const at = toScreen(camera, { x: left / scale - MARGIN, y: top / scale - MARGIN });
    const factor = (camera.zoom * ratio) / scale;
    context.imageSmoothingQuality = "low";
    context.drawImage(
      bitmap, left, top, right - left, bottom - top, at.x * ratio, at.y * ratio, (right - left) * factor, (bottom - top) * factor,
    );
  }
  names(context, soil.palette, camera, ratio, plane);
  labels(context, soil.palette, camera, ratio, plane);
  return zooming && soil.blurred(wanted, scale);
}

/** Sizes of letters in whole pixels: every other size would be a new font, drawn anew at each step of a zoom. */
const whole = (size: number) => Math.round(size);

function names(context: CanvasRenderingContext2D, palette: Palette, camera: Camera, ratio: number, plane: Plane): void {
  const scale = camera.zoom * ratio;
  context.setTransform(1, 0, 0, 1, 0, 0);
  for (const { picture, box: [left, right, top, bottom] } of placeNames(plane, palette, camera.zoom, scale)) {
    const at = toScreen(camera, { x: left, y: top });
    if (at.x < -(right - left) * camera.zoom || at.y < -(bottom - top) * camera.zoom || at.x > camera.width || at.y > camera.height) continue;
    context.drawImage(picture, Math.round(at.x * ratio), Math.round(at.y * ratio));
  }
}

/** Hex labels, only when hexes are big enough to carry them. */
function labels(context: CanvasRenderingContext2D, palette: Palette, camera: Camera, ratio: number, plane: Plane): void {
  if (camera.zoom < 1.5) return;
  const size = whole(Math.min(12, 5.4 * camera.zoom) * ratio);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.font = `${size}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "top";
  context.fillStyle = palette.label;
  for (const { cell, label } of plane.board.cells) {
    const at = toScreen(camera, plane.centre(cell));
    if (at.x < -20 || at.y < -40 || at.x > camera.width + 20 || at.y > camera.height + 40) continue;
    context.fillText(label, at.x * ratio, (at.y - HEIGHT * 0.46 * camera.zoom) * ratio);
  }
}

/** Draws the overlays; true when some are copies of pictures made for another zoom. */
export function drawOverlays(
  canvas: HTMLCanvasElement, plane: Plane, palette: Palette, camera: Camera, ratio: number, overlays: Overlay[], zooming: boolean,
): boolean {
  const context = prepare(canvas, camera, ratio);
  if (!context) return false;
  worldTransform(context, camera, ratio);
  const standing = overlays.some((one) => one.kind === "area") ? placeNames(plane, palette, camera.zoom, camera.zoom * ratio) : [];
  const brush = new Brush(context, plane, palette, camera.zoom, standing.map(({ box }) => box));
  let late = false;
  for (const overlay of overlays) late = drawOverlay(context, brush, overlay, plane, palette, camera, ratio, zooming) || late;
  return late;
}

export interface CounterScene {
  plane: Plane;
  look: Look;
  camera: Camera;
  ratio: number;
  placed: Placed[];
  markers: Marker[];
  chips: Record<string, Chip>;
  selected: string | null;
  time: number;
  /** While the zoom changes, counters are copied from the pictures there are. */
  zooming: boolean;
  /** Overlays above the counters: shots, bursts, texts of a playback. */
  top: Overlay[];
}

/** Draws the counters; true when some pictures are to be drawn again in their right size. */
export function drawCounters(canvas: HTMLCanvasElement, scene: CounterScene): boolean {
  const { plane, look, camera, ratio, placed, markers, chips, selected, time, top } = scene;
  const context = prepare(canvas, camera, ratio);
  if (!context) return false;
  newFrame(scene.zooming);
  worldTransform(context, camera, ratio);
  const low = toWorld(camera, { x: -40, y: -40 });
  const high = toWorld(camera, { x: camera.width + 40, y: camera.height + 40 });
  const seen = (x: number, y: number) => x > low.x && y > low.y && x < high.x && y < high.y;
  for (const marker of markers) {
    const at = plane.centre(marker.cell);
    if (seen(at.x, at.y)) drawMarker(context, plane, look, marker, camera.zoom, time);
  }
  plate(context, placed, look.palette);
  for (const one of placed) {
    if (!seen(one.x, one.y)) continue;
    const alpha = one.piece.alpha ?? 1;
    coverArc(context, look.palette, look, one, alpha);
    facingArrow(context, look.palette, look, one, alpha);
    const picture = sprite(look, one.piece, chips[one.piece.id] ?? markChip(look.face, one.piece), one.size * camera.zoom * ratio);
    context.globalAlpha = alpha;
    context.drawImage(picture, one.x - one.size / 2, one.y - one.size / 2, one.size, one.size);
    context.globalAlpha = 1;
    if (one.piece.id === selected) {
      context.strokeStyle = look.palette.select;
      context.lineWidth = Math.max(1.6, 2.4 / camera.zoom);
      context.beginPath();
      context.roundRect(one.x - one.size * 0.5, one.y - one.size * 0.5, one.size, one.size, one.size * 0.17);
      context.stroke();
    }
  }
  if (top.length) {
    const brush = new Brush(context, plane, look.palette, camera.zoom);
    for (const overlay of top) brush.draw(overlay);
  }
  return lateSprites();
}

/** A quiet ground under a fanned stack, so that it reads as one thing. */
function plate(context: CanvasRenderingContext2D, placed: Placed[], palette: Palette): void {
  const fanned = placed.filter((one) => one.fanned);
  const first = fanned[0];
  if (!first) return;
  const half = first.size * 0.6;
  const left = Math.min(...fanned.map((one) => one.x)) - half;
  const right = Math.max(...fanned.map((one) => one.x)) + half;
  const top = Math.min(...fanned.map((one) => one.y)) - half;
  const bottom = Math.max(...fanned.map((one) => one.y)) + half;
  context.fillStyle = palette.halo;
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, first.size * 0.2);
  context.fill();
}
