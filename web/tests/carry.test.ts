import { describe, expect, it } from "vitest";
import { carried } from "../src/lib/carry";
import type { Legal, Order } from "../src/lib/types";
import { at, costs, plain } from "./board";

const plane = plain();
const tables = costs(plane);
const cell = (label: string) => at(plane, label);
const decision = { id: "2.move.g4", kind: "move", side: "german", rule: "4.5a", prompt: "" };
const path = (start: string, allowance = 5) => ({ start: cell(start), allowance, table: "vehicle" });
const drive = (unit: string, start: string, allowance = 5) => ({
  unit, options: [{ kind: "STAY", rule: "" }, { kind: "MOVE", rule: "", path: path(start, allowance) }],
});
const before: Order[] = [{
  kind: "move",
  tasks: [
    { unit: "G1", kind: "MOVE", cells: ["0202", "0203", "0204"].map(cell) },
    { unit: "G2", kind: "MOVE", cells: ["0403", "0404"].map(cell), facing: 2 },
  ],
}];

describe("orders that were interrupted", () => {
  it("come back: the rest of the way, and what was plotted behind it", () => {
    const legal: Legal = { decision, units: [drive("G1", "0203"), drive("G2", "0402")] };
    expect(carried(plane, tables, legal, before).tasks).toEqual({
      G1: { unit: "G1", kind: "MOVE", cells: [cell("0204")] },
      G2: before[0]!.tasks![1],
    });
  });
  it("come back one vehicle later, from the order in which they were last named", () => {
    const legal: Legal = { decision, units: [drive("G2", "0402")] };
    const again: Order[] = [...before, { kind: "move", tasks: [{ unit: "G1", kind: "STAY" }] }];
    expect(Object.keys(carried(plane, tables, legal, again).tasks)).toEqual(["G2"]);
  });
  it("stay away where they are impossible now, or done", () => {
    const legal: Legal = { decision, units: [drive("G1", "0204"), drive("G2", "0402", 1)] };
    expect(carried(plane, tables, legal, before).tasks).toEqual({});
    const fire: Legal = { decision, units: [{ unit: "G1", options: [{ kind: "FIRE", rule: "", targets: ["S2"] }] }] };
    const shot = (target: string): Order[] => [{ kind: "fire", tasks: [{ unit: "G1", kind: "FIRE", targets: [target] }] }];
    expect(carried(plane, tables, fire, shot("S1")).tasks).toEqual({});
    expect(Object.keys(carried(plane, tables, fire, shot("S2")).tasks)).toEqual(["G1"]);
  });
  it("stay away where what they chose is spent", () => {
    const call = (...choices: string[]): Legal => ({ decision, units: [{ unit: "S2", options: [{ kind: "CALL", rule: "", cells: [cell("0204")], choices }] }] });
    const given: Order[] = [{ kind: "indirect", tasks: [{ unit: "S2", kind: "CALL", cells: [cell("0204")], choice: "GP open by SB1" }] }];
    expect(carried(plane, tables, call("GP open by SB2"), given).tasks).toEqual({});
    expect(Object.keys(carried(plane, tables, call("GP open by SB1", "GP open by SB2"), given).tasks)).toEqual(["S2"]);
  });
  it("let all others stay again", () => {
    const legal: Legal = { decision, units: [drive("G2", "0402")], choices: ["stay"] };
    expect(carried(plane, tables, legal, [{ kind: "move", choice: "stay" }])).toEqual({ tasks: {}, choice: "stay" });
    expect(carried(plane, tables, { ...legal, choices: [] }, [{ kind: "move", choice: "stay" }]).choice).toBe("");
  });
});
