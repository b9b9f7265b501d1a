// Plots by the clock, in writing, and fire combined: on the board of reach.json.
import { describe, expect, it } from "vitest";
import { EMPTY, gameFace, type GameFace } from "../src/lib/face";
import { Plane } from "../src/lib/hexgeo";
import { inPoints, pointsText } from "../src/lib/points";
import type { Area, Board, Cell, CostTables, Legal, PathDomain, Task, View, Volley } from "../src/lib/types";
import { areaOverlays, hatchedOverlays, lyingIn, struckBy } from "../src/table/plot/areas";
import { clockOverlays, lastTick, placeAt, waysOf } from "../src/table/plot/clock";
import { read, written } from "../src/table/plot/directions";
import { clickPath, fault, groupsOf, targetsFor, withTarget, takenBy, withWait } from "../src/table/plot/plotting";
import { openPairs, partnerOf, withPartner } from "../src/table/plot/pairs";
import { chosenWay, leading, presetWay, ranked, volleysOf, wayTasks } from "../src/table/prompt/volleys";
import data from "./reach.json";

const file = data as unknown as { board: Board; tables: CostTables };
const plane = new Plane(file.board);
const ground = { plane, tables: file.tables, ticks: 2 };
const cell = (label: string) => plane.byLabel.get(label) as Cell;
const start = cell("0606");
const next = (from: Cell, way: number) => plane.neighbour(from, way) as Cell;
const domain: PathDomain = { start, allowance: 9, table: "cross T", waits: 2 };
const legalFor = (path: PathDomain, kind = "MV"): Legal => ({
  decision: { id: "1.plot", kind: "plot", side: "first", rule: "5.1", prompt: "" }, units: [{ unit: "1", options: [{ kind, rule: "5.1", path }] }],
});
const face = gameFace({ ticks: 2, areas: [{ kind: "zone", name: "zone", stops: true, tone: "bad" }] });

describe("points", () => {
  it("are told in halves", () => {
    expect([0, 0.5, 1, 3.5].map(pointsText)).toEqual(["0", "½", "1", "3½"]);
    expect(inPoints(7, 2)).toBe(3.5);
    expect(pointsText(7 / 3)).toBe("2.3");
  });
});

describe("a path in writing", () => {
  const path = [next(start, 0), next(start, 0), next(next(start, 0), 1)];
  it("is directions and counts with waits, and back", () => {
    expect(written(plane, domain, path, "MV")).toBe("A1 S1 B1");
    expect(read(plane, domain, "a1 S1, B", "MV")).toEqual({ cells: path });
  });
  it("begins with the entry hex off the map", () => {
    const off: PathDomain = { start: -1, allowance: 5, table: "cross T", entries: [cell("0106")] };
    expect(written(plane, off, [cell("0106"), next(cell("0106"), 2)], "MV")).toBe("0106 C1");
    expect(read(plane, off, "0106 C1", "MV")).toEqual({ cells: [cell("0106"), next(cell("0106"), 2)] });
    expect(read(plane, off, "C1", "MV")).toEqual({ wrong: "C1" });
  });
  it("ends with the sign of an overrun and its direction", () => {
    const before = next(start, 3);
    const over = next(before, 2);
    const beyond = next(over, 2);
    const charge: PathDomain = { ...domain, straight_end: true, through: [over] };
    expect(written(plane, charge, [before, over, beyond], "V")).toBe("D1 VC");
    expect(read(plane, charge, "D1 vc", "V")).toEqual({ cells: [before, over, beyond] });
    expect(written(plane, charge, [before, over], "V")).toBe("D1 C1");
    expect(read(plane, charge, "D1 V", "V")).toEqual({ wrong: "V" });
    expect(read(plane, domain, "D1 VC", "V")).toEqual({ wrong: "VC" });
  });
  it("names the word that makes no sense", () => {
    expect(read(plane, domain, "A1 Q3", "MV")).toEqual({ wrong: "Q3" });
    expect(read(plane, domain, "A40", "MV")).toEqual({ wrong: "A40" });
  });
});

describe("waits", () => {
  const group = groupsOf(legalFor(domain).units![0]!)[0]!;
  it("stand after a step, and no path ends with one", () => {
    expect(withWait(ground, group, null)).toBeNull();
    const task: Task = { unit: "1", kind: "MV", cells: [next(start, 0)] };
    const waited = withWait(ground, group, task)!;
    expect(waited.cells).toEqual([next(start, 0), next(start, 0)]);
    expect(fault(ground, group, waited)?.why).toContain("wait");
    const on = clickPath(ground, "1", group, waited, next(next(start, 0), 0));
    expect("task" in on && written(plane, domain, on.task.cells!, "MV")).toBe("A1 S1 A1");
  });
});

describe("straight through an enemy", () => {
  const over = next(next(start, 0), 0);
  const through: PathDomain = { ...domain, minimum: 2, straight_end: true, through: [over], toll: 2 };
  const group = groupsOf(legalFor(through, "V").units![0]!)[0]!;
  it("is drawn by a click on him or beyond him", () => {
    for (const goal of [over, next(over, 0)]) {
      const answer = clickPath(ground, "1", group, null, goal);
      expect("task" in answer && answer.task.cells).toEqual([next(start, 0), over, next(over, 0)]);
    }
    expect("refusal" in clickPath(ground, "1", group, null, next(start, 3))).toBe(true);
    expect(fault(ground, group, { unit: "1", kind: "V", cells: [next(start, 3), next(next(start, 3), 3)] })?.why).toContain("straight through");
  });
  it("ends beyond him where nobody stands and where a path may end, if it can", () => {
    const beyond = next(over, 0);
    const ends = (crowded: Cell[], shut: Cell[] = []) => {
      const option = groupsOf(legalFor({ ...through, shut }, "V").units![0]!)[0]!;
      const answer = clickPath({ ...ground, taken: new Set(crowded) }, "1", option, null, over);
      return "task" in answer ? answer.task.cells!.at(-1) : null;
    };
    expect(ends([])).toBe(beyond);
    expect(ends([beyond])).not.toBe(beyond);
    expect(ends([], [beyond])).not.toBe(beyond);
    const all = [0, 1, 2, 3, 4, 5].map((way) => next(over, way));
    expect(ends(all)).toBe(beyond);
    expect(takenBy({ pieces: [{ cell: over }] } as unknown as View, { "1": { unit: "1", kind: "MV", cells: [start] }, "2": { unit: "2", kind: "MV", cells: [beyond] } }, "1")).toEqual(new Set([over, beyond]));
  });
  it("costs its toll on entering him", () => {
    const tasks = { "1": { unit: "1", kind: "V", cells: [next(start, 0), over, next(over, 0)] } };
    const [way] = waysOf(ground, face, { pieces: [] } as unknown as View, legalFor(through, "V"), "first", tasks);
    const plain = file.tables["cross T"]!;
    const first = plain[start]![0]!;
    const second = first + plain[next(start, 0)]![0]! + 2;
    expect(way!.entries.map((one) => one.tick)).toEqual([0, first, second, second + plain[over]![0]!]);
  });
});

describe("the clock", () => {
  const path = [next(start, 0), next(next(start, 0), 0), next(next(next(start, 0), 0), 0)];
  const tasks = { "1": { unit: "1", kind: "MV", cells: path } };
  const view = (zone: Cell[]) => ({ pieces: [{ id: "9", side: "second", cell: 0 }], areas: [{ kind: "zone", side: "second", cells: zone, unit: "9" }] }) as unknown as View;
  it("tells where a unit is after each tick", () => {
    const [way] = waysOf(ground, face, view([]), legalFor(domain), "first", tasks);
    expect(placeAt(way!, 0)).toBe(start);
    expect(placeAt(way!, lastTick([way!]))).toBe(path[2]);
    expect(way!.halt).toBeNull();
  });
  it("stops a unit that comes into a zone", () => {
    const [way] = waysOf(ground, face, view([path[1]!]), legalFor(domain), "first", tasks);
    expect(way!.halt).toMatchObject({ unit: "1", cell: path[1], barred: null, enemies: ["9"] });
    expect(placeAt(way!, 99)).toBe(path[1]);
    expect(clockOverlays([way!], 99)[0]).toMatchObject({ kind: "hex", cell: path[1], tone: "bad" });
  });
  it("bars the way from one zone to another", () => {
    const [way] = waysOf(ground, face, view([start, path[0]!]), legalFor(domain), "first", tasks);
    expect(way!.halt).toMatchObject({ cell: start, barred: path[0] });
  });
  it("does not mind one's own zones, nor the end of the path", () => {
    expect(waysOf(ground, face, view([path[2]!]), legalFor(domain), "first", tasks)[0]!.halt).toBeNull();
    expect(waysOf(ground, face, view([path[0]!]), legalFor(domain), "second", tasks)[0]!.halt).toBeNull();
  });
  it("draws areas of the enemy filled and one's own as outlines", () => {
    expect(areaOverlays(view([start]), face, "first")).toEqual([{ kind: "cells", cells: [start], tone: "bad", outline: false }]);
    expect(areaOverlays(view([start]), face, "second")).toMatchObject([{ outline: true }]);
    expect(areaOverlays(null, EMPTY, null)).toEqual([]);
  });
  it("outlines areas that are always shown, with their name where nobody stands", () => {
    const [kind] = Object.keys(face.areas);
    const shown = { ...face, areas: { [kind!]: { ...face.areas[kind!]!, shown: true } } };
    expect(hatchedOverlays(view([start, 0]), shown, plane)).toEqual([{ kind: "limit", cells: [start, 0], tone: "bad" }, { kind: "text", cell: start, text: "zone", tone: "bad" }]);
    expect(areaOverlays(view([start]), shown, "first")).toEqual([]);
    // As far as can be from counters.
    const far = path[2]!;
    const crowded = { ...view([start, far]), pieces: [{ id: "X1", side: "first", cell: path[0]! }] };
    expect(hatchedOverlays(crowded, shown, plane)[1]).toMatchObject({ kind: "text", cell: far });
  });
  it("names areas of one kind once, and finds the one that a task strikes at a hex", () => {
    const [kind] = Object.keys(face.areas);
    const shown = { ...face, areas: { [kind!]: { ...face.areas[kind!]!, shown: true } } };
    const [near, far] = [view([start]), view([path[2]!])];
    const two = { ...near, areas: [...(near["areas"] as Area[]), ...(far["areas"] as Area[])] };
    const [limit, ...names] = hatchedOverlays(two, shown, plane);
    expect([limit, names.length]).toEqual([{ kind: "limit", cells: [start, path[2]!], tone: "bad" }, 1]);
    expect([...struckBy(two, kind!, path[2]!).keys()]).toEqual([path[2]!]);
    expect([...struckBy(two, kind!, undefined).keys()]).toEqual([start, path[2]!]);
    expect(struckBy(two, "nothing of the kind", start).size).toBe(0);
  });
  it("has hatched areas on the map at all times, and those alone", () => {
    const [kind] = Object.keys(face.areas);
    const hatched = { ...face, areas: { [kind!]: { ...face.areas[kind!]!, hatch: "dots" as const } } };
    expect(hatchedOverlays(view([start]), hatched, plane)).toEqual([{ kind: "cells", cells: [start], tone: "bad", hatch: "dots" }]);
    // Whoever points at one of its hexes is told what it is.
    expect(lyingIn(view([start]), hatched, start).map((area) => area.name)).toEqual(["zone"]);
    expect([...lyingIn(view([start]), hatched, 0), ...lyingIn(view([start]), hatched, null), ...lyingIn(null, hatched, start)]).toEqual([]);
    expect([areaOverlays(view([start]), hatched, "first"), hatchedOverlays(view([start]), face, plane), hatchedOverlays(null, face, plane)]).toEqual([[], [], []]);
  });
});

describe("fire combined", () => {
  const salvo = (units: string[]) => ({ units, superiority: 1, outcomes: { D1: "1" } });
  const volley: Volley = {
    side: "first", cell: start, firers: ["1", "2"], targets: ["9"], best: 1,
    ways: [
      { groups: "11", salvos: [salvo(["1", "2"])], destroys: "1/6", levels: "2" },
      { groups: "12", salvos: [salvo(["1"]), salvo(["2"])], destroys: "1/3", levels: "1" },
    ],
  };
  const legal: Legal = {
    decision: { id: "1.combine", kind: "combine", side: "first", rule: "9.11a", prompt: "" },
    units: ["1", "2"].map((unit) => ({ unit, options: [{ kind: "GR", rule: "9.11a", choices: ["1", "2"] }] })),
  };
  it("is asked of its own side only", () => {
    const view = { volleys: [volley, { ...volley, side: "second" }] } as unknown as View;
    expect(volleysOf(view, legal, "first")).toEqual([volley]);
    expect(volleysOf(view, null, "first")).toEqual([]);
  });
  it("is answered by the signs of a way, whatever they are called", () => {
    expect(wayTasks(legal, volley, volley.ways[1]!).map((task) => [task.unit, task.kind, task.choice])).toEqual([["1", "GR", "1"], ["2", "GR", "2"]]);
    expect(chosenWay(volley, {})).toBe(0);
    expect(chosenWay(volley, { "1": { unit: "1", kind: "GR", choice: "2" }, "2": { unit: "2", kind: "GR", choice: "1" } })).toBe(1);
  });
  it("has presets, and the most promising ways first", () => {
    expect([presetWay(volley, "together"), presetWay(volley, "apart"), presetWay(volley, "best")]).toEqual([0, 1, 1]);
    expect(ranked(volley)).toEqual([1, 0]);
    expect(leading(volley, 0)).toEqual([1, 0]);
  });
});

describe("targets and partners", () => {
  const group = { kind: "N", rule: "9.1", options: [{ kind: "N", rule: "9.1", cells: [1, 2] }, { kind: "N", rule: "9.1", cells: [2], targets: ["8", "9"] }] };
  it("names one of two units in the hex chosen, and takes the name away again", () => {
    expect(targetsFor(group, null)).toEqual([]);
    const task: Task = { unit: "1", kind: "N", cells: [2] };
    expect(targetsFor(group, task)).toEqual(["8", "9"]);
    expect(withTarget("1", group, task, "9")).toEqual({ unit: "1", kind: "N", cells: [2], targets: ["9"] });
    expect(withTarget("1", group, { ...task, targets: ["9"] }, "9")!.targets).toBeUndefined();
    expect(withTarget("1", group, null, "9")).toBeNull();
  });
  it("gives a task for two to both", () => {
    const legal = { decision: legalFor(domain).decision, units: [
      { unit: "1", options: [{ kind: "M", rule: "5.31", cells: [7] }] }, { unit: "2", options: [{ kind: "M", rule: "5.31" }] }, { unit: "3", options: [{ kind: "M", rule: "5.31" }] },
    ] } as Legal;
    const where: Record<string, Cell> = { "1": 6, "2": 8, "3": 7 };
    expect(withPartner(legal, { unit: "1", kind: "M", cells: [7] }, (unit) => where[unit] ?? null)).toEqual([{ unit: "1", kind: "M", cells: [7] }, { unit: "3", kind: "M" }]);
  });
  // Two vehicles in 6 and 9 beside the squad in 7; the squad 5 on board of the vehicle 4 in 2.
  const legal = { decision: legalFor(domain).decision, units: [
    { unit: "1", options: [{ kind: "M", rule: "5.31", cells: [7] }] }, { unit: "2", options: [{ kind: "M", rule: "5.31", cells: [7] }] },
    { unit: "3", options: [{ kind: "M", rule: "5.31" }] },
    { unit: "4", options: [{ kind: "D", rule: "5.32", cells: [1, 3] }] }, { unit: "5", options: [{ kind: "D", rule: "5.32" }] },
  ] } as Legal;
  const where: Record<string, Cell> = { "1": 6, "2": 9, "3": 7, "4": 2, "5": 2 };
  const place = (unit: string) => where[unit] ?? null;
  const told = { ...EMPTY, tasks: Object.fromEntries(["M", "D"].map((kind) => [kind, { kind, name: kind, family: "hold", chip: kind, tone: "plan", paired: true }])) } as unknown as GameFace;
  const opened = (unit: string) => openPairs(told, legal, unit, groupsOf(legal.units!.find((one) => one.unit === unit)!), place).map((one) => one.options[0]?.cells);
  it("lets the one who names no hex be told first", () => {
    expect(opened("3")).toEqual([[6, 9]]);
    expect(opened("5")).toEqual([[1, 3]]);
    expect(opened("1")).toEqual([[7]]);
    expect(openPairs(EMPTY, legal, "3", groupsOf(legal.units![2]!), place)[0]?.options[0]?.cells).toBeUndefined();
    expect(withPartner(legal, { unit: "3", kind: "M", cells: [9] }, place)).toEqual([{ unit: "3", kind: "M" }, { unit: "2", kind: "M", cells: [7] }]);
    expect(withPartner(legal, { unit: "5", kind: "D", cells: [3] }, place)).toEqual([{ unit: "5", kind: "D" }, { unit: "4", kind: "D", cells: [3] }]);
    expect(withPartner(legal, { unit: "5", kind: "D", cells: [9] }, place)).toEqual([{ unit: "5", kind: "D" }]);
  });
  it("knows who shares a task, so that both lose it together", () => {
    const tasks = Object.fromEntries(([
      { unit: "2", kind: "M", cells: [7] }, { unit: "3", kind: "M" }, { unit: "4", kind: "D", cells: [3] }, { unit: "5", kind: "D" },
    ] as Task[]).map((task) => [task.unit, task]));
    expect(["2", "3", "4", "5"].map((unit) => partnerOf(told, tasks, unit, place))).toEqual(["3", "2", "5", "4"]);
    expect(partnerOf(told, { "5": tasks["5"]! }, "5", place)).toBeNull();
    expect(partnerOf(EMPTY, tasks, "2", place)).toBeNull();
  });
});
