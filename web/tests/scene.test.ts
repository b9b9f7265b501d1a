import { describe, expect, it } from "vitest";
import { choiceName, EMPTY, effectOf, markerName, roster, shortType, scenarioLook, sideLook, sideTitle, sideVars, stateMarks, taskFace, terrainName } from "../src/lib/face";
import type { Legal, Piece, View } from "../src/lib/types";
import { arrange, pieceAt } from "../src/map/counters";
import { figure, gravest, hitName, percent, shotTitle } from "../src/table/odds/figures";
import { keysOf } from "../src/table/plot/keys";
import { groupsOf } from "../src/table/plot/plotting";
import { askOverlays, cellOf, chipsOf, ghostsOf, orderOverlays, type Scene } from "../src/table/plot/scene";
import { at, costs, plain } from "./board";
import { face } from "./face";

const plane = plain();
const cell = (label: string) => at(plane, label);
const piece = (id: string, label: string, more: Partial<Piece> = {}): Piece => ({ id, side: id.startsWith("A") ? "alpha" : "bravo", cell: cell(label), type: "PzIVh", facing: 0, ...more });
const view: View = {
  game: "tank", scenario: "tank/intro", side: "alpha", turn: 1, step: "plot", owing: ["alpha"], decision: null,
  pieces: [piece("A1", "0303"), piece("B1", "0505"), { id: "b?2", side: "bravo", cell: cell("0606"), face_down: true }], markers: [], facts: {}, outcome: null,
  own: [{ id: "A1", type: "PzIVh", side: "alpha", cell: cell("0303"), status: "on map" }, { id: "A2", type: "PzIVh", side: "alpha", cell: -1, status: "waiting" }],
};
const legal: Legal = {
  decision: { id: "1.plot", kind: "plot", side: "alpha", rule: "4.1", prompt: "plot" },
  units: [
    { unit: "A1", options: [
      { kind: "DF", rule: "8.0", cells: [cell("0505")] }, { kind: "MV", rule: "9.0", path: { start: cell("0303"), allowance: 3, table: "vehicle" } },
    ] },
    { unit: "A2", options: [{ kind: "DP", rule: "17", cells: [cell("0101")], facings: [0, 3] }] },
  ],
};
const scene = (change: Partial<Scene> = {}): Scene => ({
  ground: { plane, tables: costs(plane) }, view, legal, face, units: roster(view), tasks: {}, selected: null, group: null, lines: new Map(), ...change,
});

describe("what lies on the map", () => {
  it("shows the reach of the chosen task, without the unit's own hex", () => {
    const group = groupsOf(legal.units?.[0] ?? null).find((one) => one.kind === "MV") ?? null;
    const [reach] = askOverlays(scene({ selected: "A1", group }));
    expect(reach?.kind === "reach" && reach.cells.some((one) => one.cell === cell("0302") && one.cost === 1)).toBe(true);
    expect(reach?.kind === "reach" && reach.cells.some((one) => one.cell === cell("0303"))).toBe(false);
  });
  it("draws orders as paths and lanes, faintly for units that are not selected", () => {
    const tasks = { A1: { unit: "A1", kind: "DF", cells: [cell("0505")] } };
    const line = [cell("0303"), cell("0404"), cell("0505")];
    const lines = new Map([[`${cell("0303")}-${cell("0505")}`, line]]);
    expect(orderOverlays(scene({ tasks, lines }))).toEqual([
      { kind: "lane", from: cell("0303"), to: cell("0505"), cells: line, tone: "fire", faded: true },
    ]);
    const moved = { A1: { unit: "A1", kind: "MV", cells: [cell("0302")] } };
    expect(orderOverlays(scene({ tasks: moved, selected: "A1" }))[0]).toMatchObject({ kind: "path", costs: [1], faded: false });
    expect(chipsOf(face, moved)).toEqual({ A1: { text: "MV", tone: "plan" } });
  });
  it("draws what goes straight on to the edge of the map, or to the hex where it turns", () => {
    const flying = { ...face, tasks: { ...face.tasks, FLY: { ...face.tasks["DF"]!, kind: "FLY", tone: "plan" as const, ahead: true } } };
    const way = (...labels: string[]) => orderOverlays(scene({ face: flying, tasks: { P: { unit: "P", kind: "FLY", cells: labels.map(cell), facing: 3 } } }));
    expect(way("0303")).toEqual([{ kind: "path", start: null, cells: ["0303", "0304", "0305", "0306"].map(cell), tone: "plan", faded: true }]);
    expect(way("0303", "0305")).toMatchObject([{ cells: ["0303", "0304", "0305"].map(cell) }]);
  });
  it("lights no hex where every hex will do", () => {
    const option = (cells: number[]) => ({ kind: "DF", rule: "8.0", options: [{ kind: "DF", rule: "8.0", cells }] });
    const all = [...plane.byCell.keys()];
    expect(askOverlays(scene({ selected: "A1", group: option(all) }))).toEqual([]);
    expect(askOverlays(scene({ selected: "A1", group: option(all.slice(1)) }))).toHaveLength(1);
  });
  it("puts a deployed unit on the map as a ghost", () => {
    const tasks = { A2: { unit: "A2", kind: "DP", cells: [cell("0101")], facing: 3 } };
    expect(ghostsOf(view, roster(view), legal, tasks)).toEqual([{ id: "A2", side: "alpha", cell: cell("0101"), type: "PzIVh", facing: 3 }]);
    expect(cellOf({ view, legal, tasks }, "A2")).toBe(cell("0101"));
    expect(cellOf({ view, legal, tasks: {} }, "A2")).toBeNull();
  });
});

describe("stacks", () => {
  const stack = [piece("A1", "0303"), piece("A2", "0303"), piece("A3", "0303")];
  it("fan out side by side, each with its own place", () => {
    const fanned = arrange(plane, stack, 1, cell("0303"));
    expect(new Set(fanned.map((one) => one.x)).size).toBe(3);
    for (const one of fanned) expect(pieceAt(fanned, one)?.piece.id).toBe(one.piece.id);
    expect(arrange(plane, stack, 1, null).every((one) => !one.fanned)).toBe(true);
  });
  it("draws a piece on its way between two hexes", () => {
    const [one] = arrange(plane, [{ ...piece("A1", "0303"), to: cell("0304"), progress: 0.5 }], 1, null);
    expect(one?.y).toBeCloseTo((plane.centre(cell("0303")).y + plane.centre(cell("0304")).y) / 2, 6);
  });
});

describe("faces", () => {
  it("give every task of a unit another key", () => {
    const kinds = ["MV", "DF", "OF", "FC", "STRANGE"];
    const keys = keysOf(face, kinds.map((kind) => ({ kind, rule: "", options: [] })));
    expect(Object.keys(keys)).toHaveLength(kinds.length);
    expect(new Set(Object.values(keys)).size).toBe(kinds.length);
    expect([keys["MV"], keys["FC"], keys["STRANGE"]]).toEqual(["m", "1", "2"]);
  });
  it("name what they are told of", () => {
    expect([choiceName(face, "stop"), sideTitle(face, "bravo"), markerName(face, "wreck")]).toEqual(["Stop here", "Beetles", "shell"]);
    expect([terrainName(face, "berm"), terrainName(face, "road", "line"), effectOf(face, "woods", "hex")]).toEqual(["bank", "lane", "2 steps"]);
    expect(shortType(face, "JPzV")).toBe("JPzV");
    expect(sideVars(sideLook(face, "bravo"))).toContain("--own: var(--side-red)");
    expect(scenarioLook({ colours: { bravo: "red" }, frames: { bravo: "cut" } }, "bravo")).toEqual(sideLook(face, "bravo"));
  });
  it("make something of what they are not told of", () => {
    expect(taskFace(EMPTY, "CLOSE_ASSAULT")).toMatchObject({ name: "Close assault", chip: "CLO" });
    expect([terrainName(EMPTY, "dry_moss"), choiceName(EMPTY, "go_on"), sideTitle(EMPTY, "axis")]).toEqual(["dry moss", "Go on", "Axis"]);
    expect(sideLook(EMPTY, "axis")).toEqual({ colour: "grey", frame: "round" });
  });
  it("do not show a task as a mark", () => {
    expect(stateMarks(face, piece("A1", "0303", { marks: ["spotted", "MV"] }))).toEqual(["spotted"]);
  });
});

it("writes figures for people", () => {
  expect(percent("5/6")).toBe("83 %");
  expect(percent("0")).toBe("0 %");
  expect(figure([1, null, true])).toBe("1 – yes");
});

it("names the chance of a shot by its kind of fire, else as the game does", () => {
  const figures = { gp: "any effect" };
  expect(hitName({ figures }, { kind: "gp", hit: "3/5" })).toBe("any effect");
  expect(hitName({ figures }, { kind: "ap", hit: "3/5" })).toBe("hit");
  expect(hitName({ figures: { hit: "effect" } }, { hit: "3/5" })).toBe("effect");
  expect(hitName({ figures: {} }, null)).toBe("hit");
});

it("heads the odds of a shot with who does what to whom", () => {
  const events = { overrun: { kind: "overrun", verb: "shot" as const, heading: "Overrun" } };
  expect(shotTitle({ events }, "S14", "1706", { kind: "overrun", target: "G7" })).toBe("Overrun: S14 → G7, 1706");
  expect(shotTitle({ events }, "S14", "1706", { kind: "gp", target: "1706" })).toBe("S14 → 1706");
  expect(shotTitle({ events }, "S14", "1706", null)).toBe("S14 → 1706");
});

describe("the worst of a shot", () => {
  const told = { kills: ["ko", "bu", "eliminated"], figures: {}, outcomes: { none: "without effect", suppressed: "suppressed", effective: "reduced to a half-squad", ko: "knocked out", bu: "brewed up", eliminated: "shot down" } };
  it("is the loss of the target, by whatever outcome", () => {
    expect(gravest(told, { none: "1/2", ko: "1/10", bu: "1/5" })).toEqual({ name: "kill", chance: expect.closeTo(0.3) });
    expect(gravest(told, { none: "49/100", suppressed: "31/100", eliminated: "4/25" })).toEqual({ name: "kill", chance: 0.16 });
  });
  it("is the gravest outcome where nothing is lost at once", () => {
    expect(gravest(told, { none: "2/5", suppressed: "8/25", effective: "7/25" })).toEqual({ name: "reduced to a half-squad", chance: 0.28 });
    expect(gravest(told, { none: "1" })).toBeNull();
    expect(gravest({ ...told, figures: { kill: "loss" } }, { none: "2/5", suppressed: "3/5" })).toEqual({ name: "loss", chance: 0 });
    expect(gravest({ ...told, kills: [] }, { ko: "1/2" })).toBeNull();
    expect(gravest(told, undefined)).toBeNull();
  });
});
