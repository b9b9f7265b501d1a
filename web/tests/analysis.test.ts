import { describe, expect, it } from "vitest";
import { chanceOf, figures, hitOf, merged, notable, summarize, withoutEchoes } from "../src/lib/analysis";
import type { GameEvent, ReplayFrame, Verb, View } from "../src/lib/types";
import { face, SCORE } from "./face";

const SIDES = ["alpha", "bravo"];
let n = 0;
const VERBS: Record<string, Verb> = {
  shot: "shot", shot_at: "shot", moved: "move", destroyed: "kill", knocked_out: "kill", damaged: "hurt", spotted: "show", panicked: "panic", panic_move: "panic",
};
/** As the server tells it: units of these tests carry the letter of their side. */
const event = (kind: string, data: GameEvent["data"], audience?: string[]): GameEvent => ({
  n: n++, kind, rule: "8.0", turn: 1, step: "direct", data, text: kind, verb: VERBS[kind] ?? "note",
  side: SIDES.find((side) => side.charAt(0) === String(data["unit"] ?? " ").charAt(0).toLowerCase()) ?? "", ...(audience ? { audience } : {}),
});
const view = (side: string, pieces: View["pieces"], markers: View["markers"] = []): View => ({
  game: "tank", scenario: "tank/intro", side, turn: 1, step: "plot", owing: [], decision: null, pieces, markers, facts: {},
  outcome: null,
});
const frame = (turn: number, events: [number, number]): ReplayFrame => ({ turn, step: "plot", events, views: {}, score: SCORE });

describe("chances and hits", () => {
  it("reads fractions, and Panzer's hit number of a hundred", () => {
    expect(chanceOf(event("shot", { chance: "1/2" }))).toBe(0.5);
    expect(chanceOf(event("shot", { chance: "0" }))).toBe(0);
    expect(chanceOf(event("shot", { needs: 35 }))).toBe(0.35);
    expect(chanceOf(event("shot_at", { die: 3 }))).toBeNull();
  });

  it("knows a hit of either game, and that only shots hit", () => {
    expect(hitOf(event("shot", { result: "destroyed" }))).toBe(true);
    expect(hitOf(event("shot", { result: "missed" }))).toBe(false);
    expect(hitOf(event("shot", { hit: true, effect: "none" }))).toBe(true);
    expect(hitOf(event("moved", { result: "destroyed" }))).toBeNull();
  });
});

describe("figures", () => {
  it("sums losses, expected and made hits turn by turn", () => {
    const events = [
      event("shot", { unit: "A1 A2", chance: "1/3", result: "missed" }),
      event("shot", { unit: "A1", chance: "1/2", result: "destroyed" }),
      event("destroyed", { unit: "B1", side: "bravo" }),
      event("shot", { unit: "B2", needs: 40, hit: true }),
      event("knocked_out", { unit: "A1" }),
    ];
    const [alpha, bravo] = figures([frame(1, [0, 3]), frame(2, [3, 5]), frame(2, [5, 5])], events, SIDES);
    expect(alpha?.losses).toEqual([0, 1, 1]);
    expect(bravo?.losses).toEqual([1, 1, 1]);
    expect(alpha?.shots).toBe(2);
    expect(alpha?.made).toEqual([1, 1, 1]);
    expect(alpha?.expected[2]).toBeCloseTo(5 / 6);
    expect(bravo?.expected).toEqual([0, 0.4, 0.4]);
  });

  it("counts kills, not hits that do no harm, where an event tells them apart", () => {
    const events = [
      event("shot", { unit: "A1", needs: 60, chance: "0", hit: true, kill: false, effect: "damaged" }),
      event("shot", { unit: "A1", needs: 60, chance: "3/5", hit: true, kill: true, effect: "bu" }),
    ];
    const [alpha] = figures([frame(1, [0, 2])], events, SIDES);
    expect(alpha?.shots).toBe(2);
    expect(alpha?.made).toEqual([1]);
    expect(alpha?.expected[0]).toBeCloseTo(0.6);
  });
});

describe("the truth", () => {
  it("leaves out what the other side saw of a thing told in full", () => {
    const events = [
      event("moved", { unit: "A1", hex: "0101" }, ["alpha"]),
      event("moved", { unit: "a?1", hex: "0101" }, ["bravo", "*"]),
      event("turn", { turn: 2 }, []),
    ];
    const told = withoutEchoes([frame(1, [0, 2]), frame(2, [2, 3])], events);
    expect(told.events.map((one) => one.kind)).toEqual(["moved", "turn"]);
    expect(told.frames.map((one) => one.events)).toEqual([[0, 1], [1, 2]]);
    expect(told.events.map((one) => one.n)).toEqual([0, 1]);
  });

  it("puts each side's own pieces together, and every marker once", () => {
    const wreck = { kind: "wreck", cell: 9 };
    const all = merged({
      alpha: view("alpha", [{ id: "A1", side: "alpha", cell: 1 }, { id: "b?1", side: "bravo", cell: 2, face_down: true }], [wreck]),
      bravo: view("bravo", [{ id: "B1", side: "bravo", cell: 2 }, { id: "B2", side: "bravo", cell: 3 }], [wreck]),
    });
    expect(all?.pieces.map((piece) => piece.id)).toEqual(["A1", "B1", "B2"]);
    expect(all?.markers).toEqual([wreck]);
    expect(all?.side).toBeNull();
    expect(merged({})).toBeNull();
  });
});

describe("summary", () => {
  it("tells shots, losses, what was spotted and who panicked", () => {
    const found = summarize(
      face,
      [
        event("shot", { unit: "A1", result: "destroyed" }), event("shot_at", { unit: "unseen", result: "missed" }),
        event("destroyed", { unit: "B1", side: "bravo", type: "M4/76" }), event("spotted", { unit: "B2", counter: "b?2", type: "M4/76" }),
        event("panicked", { unit: "A3" }), event("panic_move", { unit: "A4" }), event("damaged", { unit: "A5" }),
      ],
    );
    expect(found).toEqual({
      shots: 2, hits: 1, losses: [{ unit: "B1", type: "M4/76", side: "bravo" }], spotted: ["B2 (M4/76)"], panicked: 2,
      damaged: [{ unit: "A5", mark: "damaged" }], deeds: {},
    });
    expect(notable(found)).toBe(true);
    expect(notable(summarize(face, [event("moved", { unit: "A1" })]))).toBe(false);
  });
  it("tells of whoever is lost that alone", () => {
    const found = summarize(face, [event("damaged", { unit: "B1" }), event("damaged", { unit: "B2" }), event("destroyed", { unit: "B1", side: "bravo", type: "M4/76" })]);
    expect(found.damaged.map((one) => one.unit)).toEqual(["B2"]);
  });
  it("counts what is no plain shot by its own name", () => {
    const told = { ...face, events: { ...face.events, fought: { kind: "fought", verb: "shot" as const, heading: "round of Hand-to-Hand" } } };
    const round = { ...event("shot", { unit: "A1", hit: true }), kind: "fought" };
    const found = summarize(told, [round, round]);
    expect([found.shots, found.hits, found.deeds]).toEqual([0, 0, { "round of Hand-to-Hand": 2 }]);
    expect(notable(found)).toBe(true);
  });
});
