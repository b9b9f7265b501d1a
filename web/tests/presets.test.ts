import { describe, expect, it } from "vitest";
import { ALWAYS, read, within, written } from "../src/lib/presets";

describe("presets", () => {
  it("are written in the words of the rules", () => {
    expect(written(ALWAYS)).toBe("any");
    expect(written({ ...ALWAYS, odds: 40, range: 12, aspect: "rear", type: "tank", join: true })).toBe("odds 40 range 12 aspect rear type tank join");
    expect(written({ ...ALWAYS, odds: 40, hold: true })).toBe("hold");
  });
  it("are read back", () => {
    for (const text of ["any", "hold", "odds 30", "odds 50 join", "range 8", "aspect rear", "type tank", "odds 25 range 12"]) {
      expect(written(read(text))).toBe(text);
    }
    expect(read("odds 30%, range 5")).toEqual({ ...ALWAYS, odds: 30, range: 5 });
  });
  it("take whole numbers from 1 to 100 only", () => {
    expect([Number.NaN, 0, -3, 12.4, 500].map(within)).toEqual([0, 0, 0, 12, 100]);
  });
});
