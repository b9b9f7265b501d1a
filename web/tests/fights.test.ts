import { describe, expect, it } from "vitest";
import { gameFace } from "../src/lib/face";
import { contestIn, pseudoName } from "../src/lib/groups";
import type { Legal, SequenceRow, View } from "../src/lib/types";
import { angleOf } from "../src/map/arcs";
import { badgesOf } from "../src/map/counters";
import { phaseAt, phasesOf, stackOf } from "../src/table/panels/phases";
import { areaOverlays, linkOverlays } from "../src/table/plot/areas";
import { reaction } from "../src/table/plot/plotting";
import { answerOf, entriesOf, shotKey } from "../src/table/prompt/prompting";

const legal: Legal = {
  decision: { id: "3.fire.s7", kind: "fire", side: "second", rule: "8.13", prompt: "" },
  units: [
    { unit: "B1", options: [{ kind: "FIRE", rule: "", choices: ["main"], targets: ["G1"] }, { kind: "FIRE", rule: "", choices: ["mg"], targets: ["G1", "G2"] }] },
    { unit: "B2", options: [{ kind: "FIRE", rule: "", choices: ["main"], targets: ["G1"] }, { kind: "LINE", rule: "" }] },
  ],
  choices: ["pass"],
  passes: [{ choice: "pass" }],
};

describe("fire with one weapon at a time", () => {
  const entries = entriesOf(legal, new Set(), { single: (kind) => kind === "FIRE" });
  it("names the weapon of each shot and offers none together", () => {
    expect(entries.map((entry) => entry.choice || (entry.act ? `${entry.act.unit}:${entry.act.kind}` : shotKey(entry.shots[0]!)))).toEqual([
      "B1>G1>main", "B1>G1>mg", "B1>G2>mg", "B2>G1>main", "B2:LINE", "pass",
    ]);
    expect(entries.every((entry) => entry.shots.length < 2)).toBe(true);
    expect(entriesOf(legal).some((entry) => entry.shots.length > 1)).toBe(true);
  });
  it("is ordered with its weapon; what needs no more to be said, as it is", () => {
    expect(answerOf(legal, entries[1]!).order.tasks).toEqual([{ unit: "B1", kind: "FIRE", targets: ["G1"], choice: "mg" }]);
    expect(answerOf(legal, entries[4]!).order.tasks).toEqual([{ unit: "B2", kind: "LINE" }]);
  });
  it("is a reaction, also where a unit may do something else; without passes it is not", () => {
    expect(reaction(legal)).toBe(true);
    expect(reaction({ ...legal, passes: [] })).toBe(false);
  });
});

describe("the phase track", () => {
  const row = (key: string, parent = "", aside = false): SequenceRow => ({ key, rule: "4.1", name: key, what: "", parent, aside });
  const rows = [row("turn"), row("one", "turn"), row("move1", "one"), row("window", "move1", true), row("two", "turn"), row("move2", "two")];
  it("lights the step under an interrupt that may come in several", () => {
    expect(phasesOf(rows).map((one) => one.key)).toEqual(["move1", "move2"]);
    expect(phaseAt(rows, "window")).toBe("move1");
    expect(phaseAt(rows, "window", ["move2", "window"])).toBe("move2");
    expect(stackOf({ stack: [{ step: "move2" }, { step: "window" }] } as unknown as View)).toEqual(["move2", "window"]);
    expect(stackOf(null)).toEqual([]);
  });
});

describe("what a view tells of fights and companies", () => {
  const view = {
    pieces: [{ id: "G1", side: "first", cell: 3 }, { id: "G2", side: "first", cell: 9 }, { id: "G3", side: "first", cell: 9 }],
    groups: [{ key: "G21co", name: "First Company", members: ["G1", "G2"] }],
    assets: [{ key: "bty1", name: "Battery 1", parts: ["bty1@1"] }],
    links: [{ one: "G1", other: "G2", broken: true }, { one: "G2", other: "G3" }, { one: "G1", other: "gone" }],
    contest: { title: "Exchange of fire", rule: "8.13" },
  } as unknown as View;
  it("has names for what is no unit", () => {
    expect(["G21co", "bty1", "bty1@1", "G1"].map((name) => pseudoName(view, name))).toEqual(["First Company", "Battery 1", undefined, undefined]);
  });
  it("draws links between hexes, broken ones in red", () => {
    expect(linkOverlays(view)).toEqual([{ kind: "link", from: 3, to: 9, tone: "bad", broken: true }]);
    expect(areaOverlays(view, gameFace({}), "first")).toEqual([]);
  });
  it("has one fight, or none", () => {
    expect(contestIn(view)?.title).toBe("Exchange of fire");
    expect(contestIn({ contest: null } as unknown as View)).toBeNull();
  });
});

describe("marks of a counter", () => {
  const face = gameFace({
    marks: [
      { mark: "5", name: "strength 5", sign: "5", tone: "quiet", drawn: "count" },
      { mark: "fired", name: "fired", sign: "•", tone: "quiet" },
      { mark: "low", name: "in cover", sign: "⌓", tone: "good", drawn: "arc", facing: 2 },
      { mark: "suppressed", name: "suppressed", sign: "S", tone: "bad" },
    ],
  });
  it("are badges but for counts and arcs, the gravest first where there is a count", () => {
    expect(badgesOf(face, ["5", "fired", "low", "suppressed"])).toEqual(["suppressed", "fired"]);
    expect(badgesOf(face, ["fired", "suppressed"])).toEqual(["fired", "suppressed"]);
  });
  it("turn with the facing", () => {
    expect(angleOf(0)).toBeCloseTo(-Math.PI / 2);
    expect(angleOf(3)).toBeCloseTo(Math.PI / 2);
    expect(angleOf(7)).toBeCloseTo(angleOf(1));
  });
});
