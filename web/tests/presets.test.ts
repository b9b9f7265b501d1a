import { describe, expect, it } from "vitest";
import { actsByPreset, asked, choicesOf, read, told, unconditioned, within, written } from "../src/lib/presets";
import { gameFace } from "../src/lib/face";
import type { Preset } from "../src/lib/wire";

const preset: Preset = {
  unit: "reactions", kind: "PRESET", choice: "show", always: "any", never: "hold",
  fields: [
    { key: "odds", label: "From a chance of", kind: "number", suffix: "%" }, { key: "range", label: "Up to", kind: "number", suffix: "hexes" }, { key: "aspect", label: "", kind: "choice" },
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
  it("say in words what they mean", () => {
    expect(told(preset, "odds 30 range 8")).toBe("from a chance of 30 %, up to 8 hexes");
    expect(told(preset, "any")).toBe("");
  });
});

describe("presets with keys and values of several words", () => {
  const wide: Preset = {
    ...preset,
    fields: [
      { key: "odds", label: "From a chance of", kind: "number", suffix: "%" },
      { key: "weapon", label: "With", kind: "choice", among: "arms", choices: [{ key: "", name: "any weapon" }] },
      { key: "hold for vehicles", label: "vehicles only", kind: "flag" }, { key: "small arms", label: "small arms only", kind: "flag" },
      { key: "hold", label: "never", kind: "flag", alone: true },
    ],
  };
  it("are read back", () => {
    for (const text of ["any", "hold", "hold for vehicles", "small arms", "weapon 76.2mm L/43", "odds 30 weapon small arms hold for vehicles small arms"]) {
      expect(written(wide, read(wide, text))).toBe(text);
    }
    expect(read(wide, "weapon German HMG odds 30")).toEqual({ weapon: "German HMG", odds: "30" });
    expect(read(wide, "hold for vehicles")).toEqual({ "hold for vehicles": "hold for vehicles" });
  });
  it("offer what the view names for the unit", () => {
    const view = { arms: { S1: ["76.2mm L/43", "hull MG"] } } as never;
    const field = wide.fields[1]!;
    expect(choicesOf(field, view, "S1").map((one) => one.key)).toEqual(["", "76.2mm L/43", "hull MG"]);
    expect(choicesOf(field, view, "S2").map((one) => one.key)).toEqual([""]);
    expect(choicesOf(field, null, "S1").map((one) => one.key)).toEqual([""]);
  });
});

describe("a side that reacts by itself", () => {
  const face = gameFace({ tasks: [{ kind: "OW", name: "Overwatch", family: "watch", chip: "OW", tone: "opportunity", preset }] });
  const mode = { unit: "reactions", kind: "PRESET", choice: "show" };
  const tasks = { S1: { unit: "S1", kind: "OW", choice: "odds 40" }, S2: { unit: "S2", kind: "OW" } };
  it("says nothing for a unit that has been told nothing, and knows which those are", () => {
    expect(unconditioned(face, { ...tasks, reactions: mode })).toEqual([tasks.S2]);
    expect(unconditioned(face, tasks)).toEqual([]);
  });
  it("is asked again without presets", () => {
    const all = { ...tasks, reactions: mode };
    expect(actsByPreset(preset, "OW", all)).toBe(true);
    const after = asked(preset, "OW", all);
    expect(actsByPreset(preset, "OW", after)).toBe(false);
    expect(after).toEqual({ S1: { unit: "S1", kind: "OW" }, S2: { unit: "S2", kind: "OW" } });
  });
  it("is asked where it says so itself, without words", () => {
    const own: Preset = { ...preset, unit: "fire", kind: "WH" };
    expect(actsByPreset(own, "WH", { fire: { unit: "fire", kind: "WH" } })).toBe(false);
    expect(actsByPreset(own, "WH", { fire: { unit: "fire", kind: "WH", choice: "range 5" } })).toBe(true);
  });
});
