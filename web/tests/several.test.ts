import { describe, expect, it } from "vitest";
import { choiceName, chosenOf, EMPTY, severalIn, type GameFace } from "../src/lib/face";
import { ringOverlays } from "../src/table/plot/scene";
import { at, plain } from "./board";
import { clickCell, countedCells, joinChoice, withoutCell, type Group, type Ground } from "../src/table/plot/plotting";

const ground = { plane: { label: (cell: number) => String(cell) }, tables: {} } as unknown as Ground;
const lay: Group = { kind: "LAY", rule: "29", options: [{ kind: "LAY", rule: "29", cells: [1, 2, 3] }] };
const laid = (cells: number[]) => ({ unit: "m", kind: "LAY", cells });
const face: GameFace = {
  ...EMPTY,
  tasks: {
    LAY: { kind: "LAY", name: "Lay", family: "place", chip: "L", tone: "hold", most: 3, stacks: true },
    AF: { kind: "AF", name: "Fire", family: "fire", chip: "F", tone: "fire", joined: ",", alone: "none" },
  },
  choices: { "1": "turn 1", "2 smoke": "turn 2, smoke", "PT 1": "1 ahead" },
};

describe("a task that names several hexes", () => {
  it("is told by the face", () => {
    expect([severalIn(face, "LAY"), severalIn(face, "AF")]).toEqual([{ most: 3, stacks: true }, null]);
  });

  it("takes one hex after the other, and one twice where that is allowed", () => {
    const click = (task: ReturnType<typeof laid> | null, cell: number, stacks = true) => clickCell(ground, "m", lay, task, cell, [], 0, { most: 3, stacks });
    expect(click(null, 1)).toEqual({ task: laid([1]) });
    expect(click(laid([1]), 1)).toEqual({ task: laid([1, 1]) });
    expect(click(laid([1, 2]), 1, false)).toEqual({ task: laid([2]) });
    expect("refusal" in click(laid([1, 1, 2]), 3)).toBe(true);
    expect("refusal" in click(laid([1]), 9)).toBe(true);
  });

  it("gives one back, and counts what is left", () => {
    expect(withoutCell(laid([1, 2, 1]), 1)?.cells).toEqual([1, 2]);
    expect(withoutCell(laid([1]), 2)).toBeNull();
    expect(countedCells([3, 1, 3])).toEqual([[3, 2], [1, 1]]);
  });
});

describe("a task with several choices", () => {
  const offered = ["none", "1", "2", "1 smoke", "2 smoke"];

  it("adds and takes out, in the order in which they are offered", () => {
    expect(joinChoice(offered, ["2 smoke"], "1", ",", "none")).toBe("1,2 smoke");
    expect(joinChoice(offered, ["1", "2 smoke"], "1", ",", "none")).toBe("2 smoke");
    expect(joinChoice(offered, ["1"], "none", ",", "none")).toBe("none");
    expect(joinChoice(offered, ["none"], "2", ",", "none")).toBe("2");
  });

  it("is read out choice by choice; a word means what it means in its task", () => {
    expect(chosenOf(face, "AF", "1,2 smoke")).toEqual(["1", "2 smoke"]);
    expect(choiceName(face, "1,2 smoke", "AF")).toBe("turn 1, turn 2, smoke");
    expect([choiceName(face, "1", "PT"), choiceName(face, "1")]).toEqual(["1 ahead", "turn 1"]);
  });
});

describe("rings around a unit", () => {
  it("show how far it reaches, and how near is too near", () => {
    const plane = plain();
    const here = at(plane, "0403");
    const rings = ringOverlays(plane, [{ unit: "A1", name: "Snapper", most: 2, least: 2 }], here);
    const limits = rings.filter((one) => one.kind === "limit");
    expect(limits.map((one) => [one.cells.length, one.tone, one.broken ?? false])).toEqual([[19, "opportunity", false], [7, "bad", true]]);
    expect(rings.filter((one) => one.kind === "text").map((one) => one.text)).toEqual(["Snapper 2", "Snapper: not below 2"]);
  });

  it("need no inner one where there is no minimum", () => {
    const plane = plain();
    expect(ringOverlays(plane, [{ unit: "A1", name: "HE", most: 1 }], at(plane, "0403")).map((one) => one.kind)).toEqual(["limit", "text"]);
  });
});
