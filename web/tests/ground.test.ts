// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { GameFace } from "../src/lib/face";
import type { Plane } from "../src/lib/hexgeo";
import type { Palette } from "../src/map/palette";
import { Ground } from "../src/map/terrain";

let made: number[] = [];

beforeEach(() => {
  made = [];
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(function (this: HTMLCanvasElement) {
    made.push(this.width);
    return null;
  });
});

const ground = () => new Ground({ width: 904, height: 904 } as Plane, {} as Palette, {} as GameFace);

describe("the bitmaps of the ground", () => {
  test("are drawn when they are needed, and once", () => {
    const soil = ground();
    expect(made).toEqual([]);
    const first = soil.at(0.7);
    expect(first.scale).toBeCloseTo(0.8);
    expect(soil.at(0.6)).toBe(first);
    expect(made).toHaveLength(1);
    expect(first.bitmap.width).toBe(made[0]);
  });

  test("are sharp, as far as there are pixels", () => {
    const soil = ground();
    for (const scale of [0.1, 0.3, 0.5, 0.9, 1.5, 2.5, 3.5]) expect(soil.at(scale).scale).toBeGreaterThanOrEqual(scale * 0.9);
    expect(soil.at(9).scale).toBeCloseTo(3.2);
  });

  test("stay those that are there during a zoom, and a blurred one is told", () => {
    const soil = ground();
    const small = soil.at(0.7);
    expect(soil.present(2)).toBe(small);
    expect(soil.blurred(2, small.scale)).toBe(true);
    const large = soil.at(2);
    expect(soil.blurred(2, large.scale)).toBe(false);
    expect(soil.present(2)).toBe(large);
    expect(soil.present(0.7)).toBe(small);
    // A larger one serves a smaller picture, and it is sharp.
    expect(soil.present(1.2)).toBe(large);
    expect(soil.blurred(1.2, large.scale)).toBe(false);
    expect(made).toHaveLength(2);
  });

  test("are made smaller from a larger one", () => {
    const soil = ground();
    const large = soil.at(3);
    const small = soil.at(0.7);
    expect(small.bitmap.width).toBe(Math.round(Math.round(large.bitmap.width / 2) / 2));
    expect(made).toHaveLength(3);
  });
});
