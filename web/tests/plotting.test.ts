import { describe, expect, it } from "vitest";
import { reach, wayTo } from "../src/lib/reach";
import type { Option, PathDomain, Piece, Task, View } from "../src/lib/types";
import {
  asks, clickCell, clickPath, dragPath, fault, groupsFor, groupsOf, mayExit, runningCosts, shorten, shunnedIn, withChoice, withFacing, without,
  type Group,
} from "../src/table/plot/plotting";
import { cheapest } from "../src/table/plot/route";
import { at, costs, plain } from "./board";

const plane = plain();
const ground = { plane, tables: costs(plane, { "0304": 2, "0302": 0 }) };
const cell = (label: string) => at(plane, label);
const labels = (cells: number[] | undefined) => (cells ?? []).map((one) => plane.label(one));
const domain = (change: Partial<PathDomain> = {}): PathDomain => ({ start: cell("0303"), allowance: 4, table: "vehicle", ...change });
const group = (kind: string, ...options: Partial<Option>[]): Group => ({
  kind, rule: "9.1", options: options.map((option) => ({ kind, rule: "9.1", ...option })),
});
const taskOf = (answer: ReturnType<typeof clickPath>): Task => {
  if (!("task" in answer)) throw new Error(answer.refusal.why);
  return answer.task;
};

describe("reach", () => {
  it("pays the cheapest way around", () => {
    const found = reach(plane, ground.tables, domain());
    expect(found.get(cell("0304"))?.cost).toBe(2);
    expect(found.has(cell("0302"))).toBe(false);
    expect(found.get(cell("0301"))?.cost).toBe(3);
    expect(labels(wayTo(found, cell("0301")))).toHaveLength(3);
  });
  it("counts steps where they are limited", () => {
    const found = reach(plane, ground.tables, domain({ steps: 2 }));
    expect([...found.keys()].every((one) => plane.distance(one, cell("0303")) <= 2)).toBe(true);
    expect(found.has(cell("0305"))).toBe(true);
  });
  it("charges turns where turning costs", () => {
    const turns = plane.board.cells.reduce<number[][]>((all, one) => ((all[one.cell] = [1]), all), []);
    const tables = { ...costs(plane), turn: turns };
    const found = reach(plane, tables, domain({ facing: 0, turns: "turn", free: 1 }));
    expect(found.get(cell("0302"))?.cost).toBe(1);
    expect(found.get(cell("0304"))?.cost).toBe(2);
  });
});

describe("a click while a path is drawn", () => {
  const move = group("MV", { path: domain() });
  it("routes, goes on and shortens", () => {
    const first = taskOf(clickPath(ground, "A1", move, null, cell("0404")));
    expect(first.cells?.at(-1)).toBe(cell("0404"));
    const longer = taskOf(clickPath(ground, "A1", move, first, cell("0504")));
    expect(longer.cells?.length).toBeGreaterThan(first.cells?.length ?? 0);
    const back = taskOf(clickPath(ground, "A1", move, longer, longer.cells?.[0] as number));
    expect(back.cells).toEqual(longer.cells?.slice(0, 1));
    expect(shorten(ground, move, longer)?.cells).toEqual(longer.cells?.slice(0, -1));
    expect(shorten(ground, move, back)).toBeNull();
  });
  it("leads round what its units shun, unless there is no other way or the hex itself is meant", () => {
    const marked = [{ kind: "mines", cell: cell("0304") }, { kind: "smoke", cell: cell("0404") }];
    const told = { markers: { mines: { kind: "mines", name: "mines", style: "mines" as const, shunned_by: ["vehicle"] } } };
    const wary = { plane, tables: costs(plane), shunned: shunnedIn(told, { markers: marked } as unknown as View) };
    expect(wary.shunned).toEqual({ vehicle: [cell("0304")] });
    const south = cell("0305");
    const open = taskOf(clickPath({ plane, tables: wary.tables }, "A1", move, null, south)).cells ?? [];
    const round = taskOf(clickPath(wary, "A1", move, null, south)).cells ?? [];
    expect(labels(open)).toEqual(["0304", "0305"]);
    expect(labels(round)).not.toContain("0304");
    expect(round.at(-1)).toBe(south);
    const planned = labels(cheapest(wary, "vehicle", cell("0303"), south) ?? []);
    expect([planned.at(-1), planned.includes("0304")]).toEqual(["0305", false]);
    // Who walks has another cost table and goes straight on.
    const foot = { plane, tables: { foot: wary.tables.vehicle! }, shunned: wary.shunned };
    expect(taskOf(clickPath(foot, "A1", group("MV", { path: domain({ table: "foot" }) }), null, south)).cells).toEqual(open);
    // Two points suffice only straight through; and a click into the mines is taken at its word.
    const short = group("MV", { path: domain({ allowance: 2 }) });
    expect(taskOf(clickPath(wary, "A1", short, null, south)).cells).toEqual(open);
    expect(labels(taskOf(clickPath(wary, "A1", move, null, cell("0304"))).cells)).toEqual(["0304"]);
  });
  it("says why a hex is out of reach", () => {
    const answer = clickPath(ground, "A1", move, null, cell("0806"));
    expect("refusal" in answer && answer.refusal.why).toContain("0806");
    expect("refusal" in answer && answer.refusal.rule).toBe("9.1");
  });
  it("begins with the cells of a column's entry", () => {
    const enter = group("MV", { path: domain({ start: -1, via: [cell("0101")], allowance: 2 }) });
    expect(labels(taskOf(clickPath(ground, "column", enter, null, cell("0101"))).cells)).toEqual(["0101"]);
    const task = taskOf(clickPath(ground, "column", enter, null, cell("0103")));
    expect(labels(task.cells)).toEqual(["0101", "0102", "0103"]);
    expect(runningCosts(ground, enter.options[0]?.path as PathDomain, task.cells ?? [])).toEqual([0, 1, 2]);
  });
  it("ends an overrun straight beyond its target", () => {
    const overrun = group("OV", { path: domain({ minimum: 2, straight_end: true }) });
    const task = taskOf(clickPath(ground, "A1", overrun, null, cell("0505")));
    const [a, b, c] = [cell("0303"), ...(task.cells ?? [])].slice(-3) as [number, number, number];
    expect(plane.directionTo(a, b)).toBe(plane.directionTo(b, c));
    expect(fault(ground, overrun, task)).toBeNull();
    expect(fault(ground, overrun, { unit: "A1", kind: "OV", cells: [cell("0403")] })).not.toBeNull();
  });
  it("may not end in a shut cell", () => {
    const answer = clickPath(ground, "A1", group("MV", { path: domain({ shut: [cell("0404")] }) }), null, cell("0404"));
    expect("refusal" in answer && answer.refusal.why).toContain("0404");
  });
});

describe("a path drawn by hand", () => {
  const move = group("MV", { path: domain() });
  it("keeps what is possible and says what is not", () => {
    const hand = ["0303", "0403", "0503", "0603", "0703", "0803"].map(cell);
    const { task, refusal } = dragPath(ground, "A1", move, hand);
    expect(task?.cells).toHaveLength(4);
    expect(refusal?.why).toContain("0803");
    expect(dragPath(ground, "A1", move, [cell("0303"), cell("0302")]).refusal?.why).toContain("0302");
    expect(dragPath(ground, "A1", move, [cell("0303"), cell("0606")]).refusal?.why).toContain("next");
  });
});

describe("other tasks", () => {
  const foes: Piece[] = [{ id: "B1", side: "bravo", cell: cell("0505") }];
  it("takes a cell, with a facing where one is asked", () => {
    const place = group("DP", { cells: [cell("0202")], facings: [0, 1, 2, 3, 4, 5] });
    const answer = clickCell(ground, "B1", place, null, cell("0202"), [], 4);
    expect(answer).toEqual({ task: { unit: "B1", kind: "DP", cells: [cell("0202")], facing: 4 } });
    expect(withFacing("B1", place, null, 2)).toBeNull();
    expect(withFacing("B1", place, taskOf(answer), 2)?.facing).toBe(2);
    expect(asks(place, null)).toBe("cells");
    expect(asks(place, taskOf(answer))).toBe("facings");
  });
  it("takes a target by the counter in the hex", () => {
    const fire = group("FIRE", { targets: ["B1"] });
    expect(clickCell(ground, "A1", fire, null, cell("0505"), foes, 0)).toEqual({ task: { unit: "A1", kind: "FIRE", targets: ["B1"] } });
    expect("refusal" in clickCell(ground, "A1", fire, null, cell("0101"), foes, 0)).toBe(true);
  });
  it("takes a choice beside cells of the same kind", () => {
    const watch = group("OF", { cells: [cell("0505")] }, { choices: ["adjacent"] });
    expect(withChoice("B1", watch, { unit: "B1", kind: "OF", cells: [cell("0505")] }, "adjacent")).toEqual({ unit: "B1", kind: "OF", choice: "adjacent" });
    expect(withChoice("B1", watch, null, "exit")).toBeNull();
  });
  it("has a direction where its choice has one, and loses it with another choice", () => {
    const cells = [cell("0505")];
    const call = group("CALL", { cells, choices: ["closed"] }, { cells, facings: [0, 1, 2, 3, 4, 5], choices: ["linear"] });
    const closed: Task = { unit: "B1", kind: "CALL", cells, choice: "closed" };
    expect(asks(call, closed)).toBe("done");
    expect(withFacing("B1", call, closed, 2)).toBeNull();
    const linear = withChoice("B1", call, closed, "linear")!;
    expect(linear).toMatchObject({ cells, choice: "linear", facing: 0 });
    expect(asks(call, linear)).toBe("facings");
    expect(withChoice("B1", call, withFacing("B1", call, linear, 4), "linear")?.facing).toBe(4);
    expect(withChoice("B1", call, linear, "closed")?.facing).toBeUndefined();
  });
  it("leaves the map only from an exit it can still pay", () => {
    const leave = group("MV", { choices: ["exit"], path: domain({ exits: [cell("0301"), cell("0303")], exit_cost: 1, allowance: 3 }) });
    expect(mayExit(ground, leave, null)).toEqual({ choice: "exit", cost: 1 });
    expect(mayExit(ground, leave, { unit: "A1", kind: "MV", cells: [cell("0403")] })).toBeNull();
    const there = taskOf(clickPath(ground, "A1", leave, null, cell("0301")));
    expect(mayExit(ground, leave, there)).toBeNull();
  });
  it("chooses the task that a click means", () => {
    const groups = [group("DF", { cells: [cell("0505")] }), group("MV", { path: domain() })];
    expect(groupsFor(ground, groups, cell("0505"), foes).map((one) => one.kind)).toEqual(["DF", "MV"]);
    expect(groupsFor(ground, groups, cell("0806"), foes)).toEqual([]);
  });
});

it("lists required units first among those without an order", () => {
  const unit = (name: string, required = false) => ({ unit: name, options: [{ kind: "MV", rule: "9" }], required });
  const legal = { decision: { id: "1", kind: "plot", side: "alpha", rule: "4", prompt: "" }, units: [unit("A1"), unit("A2", true), unit("A3")] };
  expect(without(legal, { A3: { unit: "A3", kind: "MV" } })).toEqual(["A2", "A1"]);
  expect(without(legal, {}, new Set(["A1"]))).toEqual(["A2", "A3"]);
  expect(groupsOf(legal.units[0] ?? null).map((one) => one.kind)).toEqual(["MV"]);
});
