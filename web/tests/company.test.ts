// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { after, endFacing, endWays } from "../src/lib/reach";
import type { Legal, Option, PathDomain, Task, UnitLegal } from "../src/lib/types";
import { meaning, type Clicked } from "../src/table/plot/clicks";
import { again, alike, march } from "../src/table/plot/company";
import { ahead, fill, keepPlans, keptPlans, leg } from "../src/table/plot/plans";
import { groupsOf, type Group } from "../src/table/plot/plotting";
import { planOverlays, orderOverlays, askOverlays, type Scene } from "../src/table/plot/scene";
import { EMPTY } from "../src/lib/face";
import { at, costs, plain } from "./board";

const plane = plain();
const ground = { plane, tables: costs(plane) };
const cell = (label: string) => at(plane, label);
const label = (task: Task | null | undefined) => plane.label(task?.cells?.at(-1) ?? -1);
const mover = (unit: string, start: string, more: Partial<PathDomain> = {}): UnitLegal => ({
  unit, options: [{ kind: "MV", rule: "9", path: { start: cell(start), allowance: 3, table: "vehicle", ...more } }, { kind: "HO", rule: "9" }],
});
const gun = (unit: string, ...cells: string[]): UnitLegal => ({ unit, options: [{ kind: "DF", rule: "8", cells: cells.map(cell) }] });
const groupOf = (unit: UnitLegal, kind: string): Group => groupsOf(unit).find((group) => group.kind === kind) as Group;

describe("a move of several units", () => {
  const lead = mover("A1", "0303");
  const task: Task = { unit: "A1", kind: "MV", cells: [cell("0403"), cell("0503")] };
  it("keeps their shape", () => {
    const found = march(ground, { unit: "A1", group: groupOf(lead, "MV"), task }, [mover("A2", "0304"), mover("A3", "0302")], new Set());
    expect(found.left).toEqual([]);
    expect(Object.fromEntries(found.tasks.map((one) => [one.unit, label(one)]))).toEqual({ A2: "0504", A3: "0502" });
  });
  it("goes each its own legal way, as near as it can, and never two to one hex", () => {
    const slow = mover("A2", "0304", { allowance: 1 });
    const found = march(ground, { unit: "A1", group: groupOf(lead, "MV"), task }, [slow, mover("A3", "0302")], new Set([cell("0502")]));
    const ends = found.tasks.map((one) => label(one));
    expect(found.tasks.find((one) => one.unit === "A2")?.cells).toHaveLength(1);
    expect(ends).not.toContain("0502");
    expect(new Set([...ends, "0503"]).size).toBe(3);
  });
  it("leads nobody into what is shunned", () => {
    const wary = { ...ground, shunned: { vehicle: [cell("0504"), cell("0404")] } };
    const found = march(wary, { unit: "A1", group: groupOf(lead, "MV"), task }, [mover("A2", "0304"), mover("A3", "0302")], new Set());
    const [second] = found.tasks.filter((one) => one.unit === "A2");
    expect(second?.cells?.some((one) => wary.shunned.vehicle.includes(one))).toBe(false);
    expect(plane.distance(second?.cells?.at(-1) ?? -1, cell("0504"))).toBe(1);
    expect(label(found.tasks.find((one) => one.unit === "A3"))).toBe("0502");
  });
  it("leaves out who cannot move so", () => {
    const stuck: UnitLegal = { unit: "A4", options: [{ kind: "HO", rule: "9" }] };
    expect(march(ground, { unit: "A1", group: groupOf(lead, "MV"), task }, [stuck], new Set()).left).toEqual(["A4"]);
  });
});

describe("an order for others", () => {
  it("is the same where it may be given", () => {
    const fire: Task = { unit: "A1", kind: "DF", cells: [cell("0505")] };
    expect(alike(ground, fire, gun("A2", "0505"), [])).toEqual({ unit: "A2", kind: "DF", cells: [cell("0505")] });
    expect(alike(ground, fire, gun("A3", "0506"), [])).toBeNull();
    expect(alike(ground, { unit: "A1", kind: "HO" }, mover("A2", "0304"), [])).toEqual({ unit: "A2", kind: "HO" });
    const watch = (unit: string): UnitLegal => ({ unit, options: [{ kind: "OW", rule: "4", choices: ["any", "hold"] }] });
    const told: Task = { unit: "A1", kind: "OW", choice: "odds 40 join" };
    expect(alike(ground, told, watch("A2"), [], true)).toEqual({ unit: "A2", kind: "OW", choice: "odds 40 join" });
    expect(alike(ground, told, watch("A2"), [])).toBeNull();
    const targets: UnitLegal = { unit: "A5", options: [{ kind: "FI", rule: "8", targets: ["B1"] }] };
    expect(alike(ground, { unit: "A1", kind: "FI", targets: ["B1"] }, targets, [])?.targets).toEqual(["B1"]);
    expect(alike(ground, { unit: "A1", kind: "FI", targets: ["B2"] }, targets, [])).toBeNull();
  });
  it("is driven again in the same directions", () => {
    const before: Task = { unit: "A1", kind: "MV", cells: [cell("0304"), cell("0305")] };
    const now = mover("A1", "0503");
    expect(again(ground, before, now, [], cell("0303"))?.cells?.map((one) => plane.label(one))).toEqual(["0504", "0505"]);
    expect(again(ground, before, mover("A1", "0506"), [], cell("0303"))).toBeNull();
  });
});

describe("a way over several turns", () => {
  beforeEach(() => localStorage.clear());
  const unit = mover("A1", "0103");
  const group = groupOf(unit, "MV");
  const legal = (one: UnitLegal): Legal => ({ decision: { id: "1", kind: "plot", side: "a", rule: "6", prompt: "" }, units: [one] }) as Legal;
  it("is begun this turn and filled in the next ones", () => {
    const first = leg(ground, "A1", group, [cell("0803")]);
    expect(first?.way).toHaveLength(7);
    expect(first?.task?.cells).toHaveLength(3);
    expect(first?.turns).toBe(3);
    const there = plane.label(first?.task?.cells?.at(-1) as number);
    const next = fill(ground, legal(mover("A1", there)), {}, { A1: { kind: "MV", goals: [cell("0803")] } });
    expect(next.tasks[0]?.cells).toHaveLength(3);
    expect(next.plans["A1"]).toBeDefined();
  });
  it("goes by its hexes and ends where it is to end", () => {
    expect(leg(ground, "A1", group, [cell("0105"), cell("0303")])?.way.map((one) => plane.label(one))).toContain("0105");
    expect(ahead({ kind: "MV", goals: [cell("0105"), cell("0303")] }, cell("0105"))).toEqual([cell("0303")]);
    const done = fill(ground, legal(mover("A1", "0303")), {}, { A1: { kind: "MV", goals: [cell("0303")] } });
    expect(done).toEqual({ tasks: [], plans: {} });
  });
  it("gives way to an order and waits where it does not fit", () => {
    const plans = { A1: { kind: "MV", goals: [cell("0803")] } };
    expect(fill(ground, legal(unit), { A1: { unit: "A1", kind: "HO" } }, plans).tasks).toEqual([]);
    expect(fill(ground, legal(gun("A1", "0505")), {}, plans)).toEqual({ tasks: [], plans });
  });
  it("is kept for a match and a side", () => {
    keepPlans("m", "a", { A1: { kind: "MV", goals: [1] } });
    expect(keptPlans("m", "a")["A1"]?.goals).toEqual([1]);
    expect(keptPlans("m", "b")).toEqual({});
    keepPlans("m", "a", {});
    expect(localStorage.length).toBe(0);
  });
});

describe("a click", () => {
  const click = (change: Partial<Clicked>): Clicked => ({ shift: false, pick: false, own: 0, friends: 0, lit: false, wide: false, done: false, ...change });
  it("does what is lit, whoever stands there", () => {
    expect(meaning(click({ lit: true, own: 1, friends: 1 }))).toBe("task");
  });
  it("selects the friend the second time, or with Ctrl", () => {
    expect(meaning(click({ lit: true, own: 1, friends: 1, done: true }))).toBe("select");
    expect(meaning(click({ lit: true, own: 1, friends: 1, pick: true }))).toBe("select");
  });
  it("adds the friend with Shift", () => {
    expect(meaning(click({ lit: true, own: 1, friends: 1, shift: true }))).toBe("add");
    expect(meaning(click({ lit: true, shift: true }))).toBe("task");
  });
  it("picks up counters in a wide zone", () => {
    expect(meaning(click({ lit: true, wide: true, own: 1, friends: 1 }))).toBe("select");
    expect(meaning(click({ lit: true, wide: true }))).toBe("task");
  });
});

describe("the end of a way along a road", () => {
  // A fork at 0503: the road comes from the north-west and goes on to the north and to the south-west.
  const kinds: number[][] = Array.from({ length: plane.board.size }, () => []);
  const link = (a: string, way: number) => {
    const to = plane.neighbour(cell(a), way) as number;
    for (const [from, direction] of [[cell(a), way], [to, (way + 3) % 6]] as [number, number][]) {
      if (!kinds[from]?.length) kinds[from] = [0, 0, 0, 0, 0, 0, 0];
      (kinds[from] as number[])[direction] = 1;
    }
  };
  link("0402", 2);
  link("0503", 0);
  link("0503", 4);
  const tables = { ...ground.tables, kinds };
  const domain: PathDomain = { start: cell("0402"), allowance: 5, table: "vehicle", facing: 2, kinds: "kinds", rate: 8 };
  it("faces along the road that goes on, as the rules leave it", () => {
    const stand = after(plane, tables, domain, [plane.neighbour(cell("0402"), 2) as number]);
    if (!stand) throw new Error("no way");
    expect(plane.label(stand.cell)).toBe("0503");
    expect(stand.facings).toEqual([2]);
    expect(endWays(tables, domain, stand)).toEqual([0, 4]);
    expect(endFacing(tables, domain, stand)).toBe(0);
  });
  it("stays as it drove across country", () => {
    const free: PathDomain = { start: cell("0402"), allowance: 5, table: "vehicle", facing: 2 };
    const stand = after(plane, tables, free, [plane.neighbour(cell("0402"), 2) as number]);
    expect(stand && endFacing(tables, free, stand)).toBe(2);
  });
});

describe("what is drawn of it", () => {
  const scene = (change: Partial<Scene>): Scene => ({
    ground, view: { pieces: [], side: "a" } as unknown as Scene["view"], legal: null, face: EMPTY, units: new Map(), tasks: {}, selected: null, group: null,
    lines: new Map(), ...change,
  });
  const legalOf = (unit: string, option: Option): Legal => ({ decision: { id: "1" }, units: [{ unit, options: [option] }] }) as unknown as Legal;
  it("marks the hex where something that is no counter comes on", () => {
    const option: Option = { kind: "EN", rule: "17", cells: [cell("0101"), cell("0102")] };
    const found = orderOverlays(scene({ legal: legalOf("column", option), tasks: { column: { unit: "column", kind: "EN", cells: [cell("0102")] } } }));
    expect(found).toEqual([{ kind: "hex", cell: cell("0102"), tone: "plan" }]);
  });
  it("lights no target that would be refused", () => {
    const option: Option = { kind: "DF", rule: "8", cells: [cell("0101"), cell("0102")] };
    const face = { ...EMPTY, tasks: { DF: { kind: "DF", name: "Fire", family: "fire", chip: "F", tone: "fire" } } } as unknown as Scene["face"];
    const found = askOverlays(scene({
      legal: legalOf("A1", option), selected: "A1", face, group: { kind: "DF", rule: "8", options: [option] }, refused: (_, one) => one === cell("0102"),
    }));
    expect(found).toEqual([
      { kind: "cells", cells: [cell("0101")], tone: "target" },
      { kind: "cells", cells: [cell("0102")], tone: "refused", outline: true },
    ]);
  });
  it("shows the rest of a plan", () => {
    const legal = { decision: { id: "1" }, units: [mover("A1", "0103")] } as unknown as Legal;
    const found = planOverlays(scene({ legal }), { A1: { kind: "MV", goals: [cell("0803")] } });
    expect(found.map((one) => one.kind)).toEqual(["path", "hex"]);
  });
});
