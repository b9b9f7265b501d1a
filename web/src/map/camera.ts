// Where the map is seen from: a zoom and the world point in the middle. Pure, so that it can be tested without a canvas.

import type { Point } from "../lib/hexgeo";

export interface Camera {
  /** World point in the middle of the window. */
  x: number;
  y: number;
  /** CSS pixels for a world unit. */
  zoom: number;
  /** The window in CSS pixels. */
  width: number;
  height: number;
}
export interface World {
  width: number;
  height: number;
}

export const MARGIN = 26;
export const MOST = 5;

/** The zoom that shows the whole map. */
export function fitZoom(world: World, width: number, height: number): number {
  return Math.max(0.05, Math.min(width / (world.width + 2 * MARGIN), height / (world.height + 2 * MARGIN)));
}

export function fit(world: World, width: number, height: number): Camera {
  return { x: world.width / 2, y: world.height / 2, zoom: fitZoom(world, width, height), width, height };
}

/** How far a map that is larger than the window may be drawn away from its edge, so that no corner stays under a panel. */
export const SLACK = 0.3;

/** The camera kept over the map: never further out than the fit, its middle never beside the map. */
export function clamp(camera: Camera, world: World, loose = SLACK): Camera {
  const least = fitZoom(world, camera.width, camera.height);
  const zoom = Math.min(MOST, Math.max(Math.min(least, MOST), camera.zoom));
  const within = (at: number, size: number, seen: number) => {
    const half = seen / zoom / 2;
    const slack = zoom > least * 1.02 ? loose * 2 * half : 0;
    const low = half - MARGIN - slack;
    const high = size + MARGIN + slack - half;
    return low > high ? size / 2 : Math.min(high, Math.max(low, at));
  };
  return {
    ...camera,
    zoom,
    x: within(camera.x, world.width, camera.width),
    y: within(camera.y, world.height, camera.height),
  };
}

export function toScreen(camera: Camera, at: Point): Point {
  return {
    x: (at.x - camera.x) * camera.zoom + camera.width / 2,
    y: (at.y - camera.y) * camera.zoom + camera.height / 2,
  };
}

export function toWorld(camera: Camera, at: Point): Point {
  return {
    x: (at.x - camera.width / 2) / camera.zoom + camera.x,
    y: (at.y - camera.height / 2) / camera.zoom + camera.y,
  };
}

export function panned(camera: Camera, dx: number, dy: number, world: World): Camera {
  return clamp({ ...camera, x: camera.x - dx / camera.zoom, y: camera.y - dy / camera.zoom }, world);
}

/** Zoomed by a factor about a point of the window, which stays where it is. */
export function zoomed(camera: Camera, factor: number, about: Point, world: World): Camera {
  const fixed = toWorld(camera, about);
  const least = fitZoom(world, camera.width, camera.height);
  const zoom = Math.min(MOST, Math.max(least, camera.zoom * factor));
  return clamp(
    {
      ...camera,
      zoom,
      x: fixed.x - (about.x - camera.width / 2) / zoom,
      y: fixed.y - (about.y - camera.height / 2) / zoom,
    },
    world,
  );
}

/** Whether a world point can be seen, with a border. */
export function sees(camera: Camera, at: Point, border = 40): boolean {
  const point = toScreen(camera, at);
  return (
    point.x >= border && point.y >= border && point.x <= camera.width - border && point.y <= camera.height - border
  );
}

/** The least zoom at which counters can be told apart, and the most that a framing goes in to. */
const READABLE = 0.62;
const CLOSE = 1.5;

/** A camera that shows all these points with a border, or, where they are too far apart, as many as can be read. */
export function framing(camera: Camera, points: Point[], world: World, border = 90): Camera {
  if (!points.length) return camera;
  const [left, right] = [Math.min(...points.map((at) => at.x)), Math.max(...points.map((at) => at.x))];
  const [top, bottom] = [Math.min(...points.map((at) => at.y)), Math.max(...points.map((at) => at.y))];
  const room = (size: number) => Math.max(60, size - 2 * border);
  const zoom = Math.min(room(camera.width) / Math.max(1, right - left), room(camera.height) / Math.max(1, bottom - top));
  const chosen = Math.min(CLOSE, Math.max(READABLE, zoom));
  // Too far apart: where most of them are.
  const mean = (axis: "x" | "y") => points.reduce((sum, at) => sum + at[axis], 0) / points.length;
  const middle = zoom < READABLE ? { x: mean("x"), y: mean("y") } : { x: (left + right) / 2, y: (top + bottom) / 2 };
  return clamp({ ...camera, ...middle, zoom: chosen }, world, 0);
}

/** A force and what it faces: its own points, and of the others those that are near one of them or, if none is, the nearest. */
export function facing(own: Point[], others: Point[], near: number): Point[] {
  if (!own.length) return others;
  const away = (at: Point) => Math.min(...own.map((one) => Math.hypot(one.x - at.x, one.y - at.y)));
  const found = others.map((at) => ({ at, away: away(at) })).sort((a, b) => a.away - b.away);
  const close = found.filter((one) => one.away <= near);
  return [...own, ...(close.length ? close : found.slice(0, 1)).map((one) => one.at)];
}
