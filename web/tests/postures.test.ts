import { describe, expect, it } from "vitest";
import { gameFace } from "../src/lib/face";
import type { Legal, UnitLegal } from "../src/lib/types";
import { acted, actsOf, choicesOf, facingsOf, together, turned, turnOf } from "../src/table/plot/postures";

const face = gameFace({
  tasks: [
    { kind: "PIVOT", name: "Pivot", family: "face", chip: "PV", tone: "plan", draws: ["facing"], together: true },
    { kind: "COVER", name: "Take cover", family: "face", chip: "FC", tone: "plan", draws: ["facing"], facing_optional: true, together: true },
    { kind: "DIG", name: "Dig in", family: "hold", chip: "DG", tone: "hold", draws: ["facing", "choice"], facing_optional: true, begins: true, together: true },
    { kind: "MOVE", name: "Move", family: "move", chip: "M", tone: "plan" },
  ],
});
const unit: UnitLegal = {
  unit: "G1",
  options: [
    { kind: "PIVOT", rule: "1", facings: [0, 1, 2] }, { kind: "COVER", rule: "2", facings: [0, 1, 2] }, { kind: "DIG", rule: "3", choices: ["cover", "open"] },
  ],
};
const legal = (units: UnitLegal[]): Legal => ({ decision: { id: "1", kind: "adjust", side: "german", rule: "1", prompt: "" }, units });

describe("postures of all units", () => {
  it("are asked on one screen only where nothing else is asked", () => {
    expect(together(face, legal([unit]))).toBe(true);
    expect(together(face, legal([unit, { unit: "G2", options: [{ kind: "MOVE", rule: "4" }] }]))).toBe(false);
    expect(together(face, legal([]))).toBe(false);
    expect(together(face, null)).toBe(false);
  });
  it("are told apart from turns", () => {
    expect(actsOf(face, unit)).toEqual(["COVER", "DIG"]);
    expect(turnOf(face, unit)).toBe("PIVOT");
    expect(facingsOf(face, unit, null)).toEqual([0, 1, 2]);
    expect(facingsOf(face, unit, { unit: "G1", kind: "DIG" })).toEqual([]);
    expect(choicesOf(unit, "DIG")).toEqual(["cover", "open"]);
  });
  it("are taken up and dropped, and the facing stays where it may", () => {
    const covered = acted(face, unit, null, "COVER");
    expect(covered).toEqual({ unit: "G1", kind: "COVER" });
    const both = turned(face, unit, covered, 2);
    expect(both).toEqual({ unit: "G1", kind: "COVER", facing: 2 });
    expect(acted(face, unit, both, "COVER")).toEqual({ unit: "G1", kind: "PIVOT", facing: 2 });
    expect(acted(face, unit, both, "DIG")).toEqual({ unit: "G1", kind: "DIG", choice: "cover" });
    expect(turned(face, unit, both, 2)).toEqual({ unit: "G1", kind: "COVER" });
    expect(acted(face, unit, covered, "COVER")).toBeNull();
  });
  it("turn without a posture too", () => {
    const task = turned(face, unit, null, 1);
    expect(task).toEqual({ unit: "G1", kind: "PIVOT", facing: 1 });
    expect(turned(face, unit, task, 1)).toBeNull();
    expect(turned(face, unit, task, 0)).toEqual({ unit: "G1", kind: "PIVOT", facing: 0 });
  });
});
