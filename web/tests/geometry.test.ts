import { describe, expect, it } from "vitest";
import { HEIGHT, SIZE } from "../src/lib/hexgeo";
import { clamp, fit, panned, sees, toScreen, toWorld, zoomed } from "../src/map/camera";
import { nearestOn } from "../src/map/drawing";
import { noise, outlines } from "../src/map/regions";
import { at, plain } from "./board";

describe("the plane", () => {
  const plane = plain();
  it("finds the cell under a point, for every cell", () => {
    for (const { cell } of plane.board.cells) {
      const centre = plane.centre(cell);
      expect(plane.cellAt(centre.x, centre.y)).toBe(cell);
      expect(plane.cellAt(centre.x + SIZE * 0.4, centre.y - HEIGHT * 0.3)).toBe(cell);
    }
    expect(plane.cellAt(-100, -100)).toBeNull();
  });
  it("has neighbours one hex height away in each direction", () => {
    const here = at(plane, "0403");
    for (let direction = 0; direction < 6; direction++) {
      const ahead = plane.neighbour(here, direction);
      expect(ahead).not.toBeNull();
      const [a, b] = [plane.centre(here), plane.centre(ahead as number)];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(HEIGHT, 5);
      expect(plane.directionAt(here, b.x, b.y)).toBe(direction);
      expect(plane.distance(here, ahead as number)).toBe(1);
    }
  });
});

describe("outlines", () => {
  const plane = plain();
  it("go once around one hex", () => {
    const loops = outlines(plane, new Set([at(plane, "0403")]));
    expect(loops.map((loop) => loop.length)).toEqual([6]);
  });
  it("leave a hole where a hex is missing", () => {
    const middle = at(plane, "0403");
    const ring = new Set([0, 1, 2, 3, 4, 5].map((d) => plane.neighbour(middle, d) as number));
    expect(outlines(plane, ring).map((loop) => loop.length).sort((a, b) => a - b)).toEqual([6, 18]);
  });
});

describe("the camera", () => {
  const world = { width: 1840, height: 1264 };
  it("fits the whole map", () => {
    const camera = fit(world, 960, 590);
    for (const corner of [{ x: 0, y: 0 }, { x: 1840, y: 1264 }]) expect(sees(camera, corner, 0)).toBe(true);
  });
  it("keeps the point under the pointer while zooming", () => {
    const camera = { x: 900, y: 600, zoom: 1, width: 960, height: 590 };
    const about = { x: 300, y: 200 };
    const before = toWorld(camera, about);
    const after = toWorld(zoomed(camera, 1.6, about, world), about);
    expect(after.x).toBeCloseTo(before.x, 6);
    expect(after.y).toBeCloseTo(before.y, 6);
  });
  it("never leaves the map", () => {
    const camera = panned({ x: 900, y: 600, zoom: 2, width: 960, height: 590 }, -1e6, 1e6, world);
    expect(camera.x).toBeLessThan(world.width);
    expect(camera.y).toBeGreaterThan(0);
    expect(clamp({ ...camera, zoom: 0.0001 }, world).zoom).toBeGreaterThan(0.1);
  });

  it("lets every corner of a large map come out from under the panels", () => {
    const camera = { x: 900, y: 600, zoom: 1, width: 960, height: 590 };
    const near = clamp({ ...camera, zoom: 2, x: -1000, y: 100000 }, world);
    const corner = toScreen(near, { x: 0, y: world.height });
    expect(corner.x).toBeGreaterThan(0.25 * near.width);
    expect(corner.y).toBeLessThan(0.75 * near.height);
    const whole = fit(world, camera.width, camera.height);
    expect(clamp({ ...whole, x: -1000 }, world).x).toBeCloseTo(whole.x, -1);
  });
  it("goes to the screen and back", () => {
    const camera = { x: 900, y: 600, zoom: 1.3, width: 960, height: 590 };
    const point = { x: 123, y: 456 };
    const back = toWorld(camera, toScreen(camera, point));
    expect(back.x).toBeCloseTo(point.x, 9);
    expect(back.y).toBeCloseTo(point.y, 9);
  });
});

it("noise is repeatable and between 0 and 1", () => {
  const values = Array.from({ length: 200 }, (_, k) => noise(k, k % 7));
  expect(values).toEqual(Array.from({ length: 200 }, (_, k) => noise(k, k % 7)));
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...values)).toBeLessThan(1);
  expect(new Set(values).size).toBeGreaterThan(150);
});

it("the nearest point stays on the segment", () => {
  expect(nearestOn({ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 4, y: 7 })).toEqual({ x: 4, y: 0 });
  expect(nearestOn({ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 40, y: 7 })).toEqual({ x: 10, y: 0 });
});
