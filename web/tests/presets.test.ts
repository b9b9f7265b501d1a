import { describe, expect, it } from "vitest";
import { read, within, written } from "../src/lib/presets";
import type { Preset } from "../src/lib/wire";

const preset: Preset = {
  unit: "reactions", kind: "PRESET", choice: "show", always: "any",
  fields: [
    { key: "odds", label: "", kind: "number" }, { key: "range", label: "", kind: "number" }, { key: "aspect", label: "", kind: "choice" },
    { key: "type", label: "", kind: "choice" }, { key: "join", label: "", kind: "flag" }, { key: "hold", label: "", kind: "flag", alone: true },
  ],
};

describe("presets", () => {
  it("are written in the words of the rules", () => {
    expect(written(preset, {})).toBe("any");
    const all = { odds: "40", range: "12", aspect: "rear", type: "tank", join: "join" };
    expect(written(preset, all)).toBe("odds 40 range 12 aspect rear type tank join");
    expect(written(preset, { odds: "40", hold: "hold" })).toBe("hold");
  });
  it("are read back", () => {
    for (const text of ["any", "hold", "odds 30", "odds 50 join", "range 8", "aspect rear", "type tank", "odds 25 range 12"]) {
      expect(written(preset, read(preset, text))).toBe(text);
    }
    expect(read(preset, "odds 30%, range 5")).toEqual({ odds: "30", range: "5" });
  });
  it("take whole numbers from 1 to 100 only", () => {
    expect([Number.NaN, 0, -3, 12.4, 500].map(within)).toEqual(["", "", "", "12", "100"]);
  });
});
