import { describe, expect, it } from "vitest";
import type { Odds, Option, Sighting, Task } from "../src/lib/types";
import type { Group } from "../src/table/plot/plotting";
import { profileOf, profileWords } from "../src/table/odds/profile";
import { cheapest, clickRoute, farEdge } from "../src/table/plot/route";
import { changesOf, chanceWords, differences, type ToolFlag } from "../src/table/odds/whatif";
import { at, costs, plain } from "./board";
import { face } from "./face";

describe("the height profile", () => {
  const point = (range: number, ground: number, obstacle = ground, more = {}) => ({ hex: `010${range + 1}`, range, terrain: "clear", ground, obstacle, hexside: null, line: "1/2", ...more });
  const blocked: Sighting = {
    clear: false, blocked_by: { hex: "0103", terrain: "woods", height: 3, rule: "4.1.4.2.1" },
    profile: [point(0, 0), point(1, 0), point(2, 0, 3, { terrain: "woods" }), point(2, 0, 0, { hex: "0203" }), point(3, 1)],
  };
  it("marks where the line is blocked", () => {
    const chart = profileOf(blocked, 200, 80)!;
    expect(chart.obstacles).toHaveLength(1);
    expect(chart.obstacles[0]?.bad).toBe(true);
    expect(chart.block?.y).toBe(chart.obstacles[0]?.y);
    expect(chart.ends).toHaveLength(2);
    expect(profileWords(blocked, (name) => name)).toContain("woods in 0103, height 3");
    expect(profileWords(blocked, (name) => name)).toContain("Blocked at 0103");
  });
  it("stands a hexside between its hexes", () => {
    const wall: Sighting = {
      clear: false, blocked_by: { hexside: ["0102", "0103"], terrain: "hedgerow", height: 1, rule: "4.1.4.2.1" },
      profile: [point(0, 0), point(1, 0), point(2, 0, 0, { hexside: 1 }), point(3, 0)],
    };
    const chart = profileOf(wall, 200, 80)!;
    expect(chart.walls).toEqual([expect.objectContaining({ bad: true, x: chart.block?.x })]);
  });
  it("has nothing to draw for a neighbour or without heights", () => {
    expect(profileOf({ clear: true, blocked_by: null })).toBeNull();
    expect(profileOf({ clear: true, blocked_by: null, profile: [point(0, 0), point(1, 0)] })).toBeNull();
  });
});

describe("what would change the odds", () => {
  const flags: ToolFlag[] = [
    { flag: "--attacker", type: "str" }, { flag: "--range", type: "int" }, { flag: "--aspect", type: "str", default: "front", choices: ["front", "side", "rear"] },
    { flag: "--moved", type: "int", default: 0 }, { flag: "--panic", type: "int", default: 0 }, { flag: "--short-halt", type: "bool", default: false },
  ];
  it("asks for other aspects, movement and a nearer hex", () => {
    const found = changesOf(face, flags, { attacker: "T-62", range: 9, aspect: "front", moved: 0 });
    expect(found.map((one) => one.label)).toEqual(["at its side", "at its rear", "if it moves 4 points", "if it moves 8 points", "from 5 hexes nearer", "from a Short Halt"]);
    expect(found[4]?.args).toEqual({ attacker: "T-62", range: 4, aspect: "front", moved: 0 });
    expect(changesOf(face, flags, { range: 1, aspect: "rear" }).map((one) => one.label)).not.toContain("from the next hex");
  });
  it("moves nobody further than its card says", () => {
    const limited = { ...face, changes: [{ argument: "moved", words: "if it moves {value} points", values: [4, 8], of: "target", most: "ma" }] };
    const cards = [{ name: "PzIVh", ma: 5 }, { name: "76AT", ma: 0 }, { name: "T62", ma: 7 }];
    const told = (target: string) => changesOf(limited, flags, { target, moved: 0 }, cards).map((one) => one.label);
    expect(told("PzIVh")).toEqual(["if it moves 4 points", "if it moves 5 points"]);
    expect(told("76AT")).toEqual([]);
    expect(told("T62")).toEqual(["if it moves 4 points", "if it moves 7 points"]);
  });
  it("tells only those that differ, at most four", () => {
    const base: Odds = { probability: "1/2" };
    const asked = ["1/2", "2/3", "1/3", "1", "0", "0", "5/6"].map((probability, k) => ({ change: { name: k < 5 ? String(k) : "4", label: String(k), args: {} }, odds: { probability } as Odds }));
    const found = differences(face, base, asked);
    expect(found.map((one) => [one.label, one.better])).toEqual([["1", true], ["2", false], ["3", true], ["4", false]]);
    expect(differences(face, base, asked.slice(3)).map((one) => one.label)).toEqual(["3", "4", "6"]);
  });
  it("tells what a hit does where the game says", () => {
    expect(chanceWords(face, { hit: "2/5", outcomes: { none: "3/5", damaged: "0", ko: "2/5", bu: "0" } })).toBe("40 % knocked out");
    expect(chanceWords(face, { hit: "2/5", outcomes: { none: "1", ko: "0" } })).toBe("40 % without effect");
  });
});

describe("the way of a column", () => {
  const plane = plain();
  const tables = costs(plane, { "0302": 0, "0303": 1000 });
  const ground = { plane, tables };
  const cell = (label: string) => at(plane, label);
  const left = plane.board.cells.filter((one) => one.column === 1).map((one) => one.cell);
  const group: Group = { kind: "COL", rule: "17.3-1", options: [{ kind: "COL", rule: "17.3-1", cells: left } as Option] };
  const go = (task: Task | null, label: string) => {
    const found = clickRoute(ground, "column", group, task, cell(label), "vehicle");
    if (!("task" in found)) throw new Error(found.refusal.why);
    return found.task;
  };
  it("begins on the edge, goes on by the cheapest way and is cut back", () => {
    expect("refusal" in clickRoute(ground, "column", group, null, cell("0404"), "vehicle")).toBe(true);
    const entry = go(null, "0102");
    expect(entry.cells).toEqual([cell("0102")]);
    const on = go(entry, "0503");
    const end = go(on, "0803");
    expect(end.cells?.slice(0, on.cells?.length)).toEqual(on.cells);
    expect(end.cells?.at(-1)).toBe(cell("0803"));
    expect(end.cells?.every((one, k, all) => k === 0 || plane.directionTo(all[k - 1] as number, one) >= 0)).toBe(true);
    expect(end.cells).not.toContain(cell("0303"));
    expect(go(end, "0503").cells).toEqual(on.cells);
    expect(go(end, "0105").cells).toEqual([cell("0105")]);
  });
  it("finds no way into what cannot be entered", () => {
    expect(cheapest(ground, "vehicle", cell("0102"), cell("0302"))).toBeNull();
  });
  it("knows the edge it must lead to", () => {
    const edges = { X: left, Z: plane.board.cells.filter((one) => one.column === 8).map((one) => one.cell), W: plane.board.cells.filter((one) => one.row === 1).map((one) => one.cell) };
    const found = farEdge(Object.assign(Object.create(plane), { board: { ...plane.board, edges } }) as typeof plane, group);
    expect(found).toEqual(edges.Z);
  });
});

it("marks bare ground that blocks", () => {
  const point = (range: number, ground: number) => ({ hex: `010${range + 1}`, range, terrain: "clear", ground, obstacle: ground, hexside: null, line: "0" });
  const hill: Sighting = { clear: false, blocked_by: { hex: "0102", terrain: "hill", height: 2, rule: "4.1.4.2.1" }, profile: [point(0, 0), point(1, 2), point(2, 0)] };
  const chart = profileOf(hill, 200, 80)!;
  expect(chart.hill?.y).toBe(chart.block?.y);
  expect(chart.obstacles).toEqual([]);
});
