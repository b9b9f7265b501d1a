// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { EVERYTHING, justNow, linesOf, passes, placeOf, placesIn, unitsIn } from "../src/lib/story";
import type { GameEvent, Verb, View } from "../src/lib/types";
import { facing, framing, type Camera } from "../src/map/camera";
import { face } from "./face";
import { headOf } from "../src/table/playback/headline";
import { Story } from "../src/table/playback/story.svelte";
import { at as cellAt, plain } from "./board";

let n = 0;
const event = (verb: Verb, data: Record<string, string | number | boolean> = {}, more: Partial<GameEvent> = {}): GameEvent => ({
  n: n++, kind: verb, rule: "1.1", turn: 1, step: "move", data, text: `${verb} ${String(data["unit"] ?? "")}`, side: "", verb, ...more,
});
const plane = plain();
const cell = (label: string) => cellAt(plane, label);

describe("lines of a log", () => {
  it("has one line for a unit's move, also where units move in turn and somebody lets a chance go by", () => {
    const lines = linesOf([
      event("move", { unit: "A1", hex: "0102" }), event("move", { unit: "A2", hex: "0202" }),
      event("note", {}, { text: "The other side passes." }), event("move", { unit: "A1", hex: "0103" }), event("turn", { unit: "A1" }),
      event("note", {}, { text: "The other side passes." }), event("note", {}, { text: "The other side passes." }),
    ]);
    expect(lines.map((line) => headOf(face, line))).toEqual([
      "A1 moves to 0103, 2 hexes.", "move A2", "The other side passes. (3 times)",
    ]);
  });

  it("begins a new line after a shot, in another step and in another turn", () => {
    const lines = linesOf([
      event("move", { unit: "A1", hex: "0101" }), event("shot", { unit: "B1", target: "A1", die: 4, hit: false }),
      event("move", { unit: "A1", hex: "0102" }), event("move", { unit: "A1", hex: "0103" }, { step: "late" }),
      event("move", { unit: "A1", hex: "0103" }, { step: "late", turn: 2 }),
    ]);
    expect(lines).toHaveLength(5);
  });

  it("joins a shot with its announcement and with what it did", () => {
    const lines = linesOf([
      event("aim", { unit: "B1", target: "A1" }), event("aim", { unit: "B2", target: "A1" }), event("tell", { unit: "A1" }, { text: "A1 shows its order." }),
      event("shot", { unit: "B1", target: "A1", roll: 80, hit: false }), event("shot", { unit: "B2", target: "A1", roll: 3, hit: true }),
      event("kill", { unit: "A1" }, { text: "A1 brews up." }), event("kill", { unit: "A9" }, { text: "A9 is gone." }),
    ]);
    expect(lines.map((line) => headOf(face, line))).toEqual(["B1 at A1: die 80, a miss.", "B2 at A1: die 3, a hit. A1 brews up.", "A1 shows its order.", "A9 is gone."]);
  });

  it("tells what a combat cost the attackers with the round in which they lost it", () => {
    const lines = linesOf([
      event("shot", { unit: "A1", target: "B1", attackers: "A1 A2", hit: false }), event("hurt", { unit: "A2" }, { text: "A2 is reduced." }),
      event("hurt", { unit: "A3" }, { text: "A3 is reduced." }),
    ]);
    expect(lines.map((line) => line.events.length)).toEqual([2, 1]);
  });

  it("names what led to a question: of its own step alone", () => {
    const log = [event("note", {}, { step: "initiative" }), event("note", {}, { step: "air" }), event("move", { unit: "A1" }, { step: "air" })];
    expect(justNow(log)).toEqual(log.slice(1));
    expect(justNow([...log, ...log.slice(1), ...log.slice(1)])).toHaveLength(3);
    expect(justNow([])).toEqual([]);
  });

  it("is filtered by kind, side, unit and place, and a deadly shot is both a shot and a loss", () => {
    const events = [
      event("move", { unit: "A1", hex: "0102" }, { side: "alpha" }), event("shot", { unit: "B2", target: "A1", hit: true }, { side: "bravo" }),
      event("kill", { unit: "A1" }, { side: "alpha" }),
    ];
    const lines = linesOf(events);
    const places = placesIn(plane, events);
    const found = (wish: Partial<typeof EVERYTHING>) => lines.filter((line) => passes(line, { ...EVERYTHING, ...wish }, places)).map((line) => line.form);
    expect(found({})).toEqual(["move", "shot"]);
    expect(found({ kind: "losses" })).toEqual(["shot"]);
    expect(found({ kind: "shots" })).toEqual(["shot"]);
    expect(found({ kind: "sightings" })).toEqual([]);
    expect(found({ side: "bravo" })).toEqual(["shot"]);
    expect(found({ unit: "A1" })).toEqual(["move", "shot"]);
    expect(found({ unit: "B2" })).toEqual(["shot"]);
    expect(found({ cell: cell("0102") })).toEqual(["move", "shot"]);
    expect(found({ cell: cell("0101") })).toEqual([]);
    expect(unitsIn([...events, event("move", { unit: "A10" }), event("move", { unit: "A2" })])).toEqual(["A1", "A2", "A10", "B2"]);
  });

  it("finds the place of a shot by where its target was then, under whatever name", () => {
    const events = [
      event("move", { unit: "b?1", hex: "0101" }), event("show", { unit: "B4", counter: "b?1" }), event("shot", { unit: "A1", target: "B4" }),
      event("move", { unit: "B4", hex: "0103" }), event("note", { unit: "Z9" }),
    ];
    const places = placesIn(plane, events, [{ id: "Z9", side: "x", cell: cell("0202") }]);
    expect([...places.values()]).toEqual(["0101", "0101", "0101", "0103", "0202"].map(cell));
    expect(placeOf(linesOf(events)[2]!, places)).toBe(cell("0101"));
  });
});

describe("the story while it is played", () => {
  const view = (turn: number, more: Partial<View> = {}): View => ({
    game: "g", scenario: "g/1", side: "alpha", turn, step: "plot", owing: [], decision: null, pieces: [], markers: [], facts: {}, outcome: null, ...more,
  });
  const at = (number: number, turn: number, step: string): GameEvent => event("move", { unit: "A1", hex: "0101" }, { n: number, turn, step });
  const log = [at(0, 1, "plot"), at(1, 1, "fire"), at(2, 1, "move"), at(3, 2, "plot")];

  it("shows log, turn, step and outcome of the moment on the stage, then those of the match", () => {
    const over = { winner: "alpha", reason: "", rule: "1" } as View["outcome"];
    const match = { log, view: view(2, { outcome: over }), before: view(1) };
    const story = new Story(match);
    expect(story.log).toBe(log);
    story.add(log.slice(1));
    expect(story.log).toHaveLength(1);
    expect(story.view?.outcome).toBeNull();
    story.at = log[2]!;
    expect(story.log.map((one) => one.n)).toEqual([0, 1, 2]);
    expect([story.view?.turn, story.view?.step]).toEqual([1, "move"]);
    story.filmed = true;
    expect(story.log).toHaveLength(4);
    expect(story.view?.outcome).toBe(over);
    story.done();
    expect([story.log, story.view]).toEqual([log, match.view]);
  });

  it("sums up what has been played until the next answer, in one piece", () => {
    const story = new Story({ log, view: view(1), before: view(1) });
    story.add(log.slice(0, 1));
    story.add(log.slice(1, 2));
    story.told = log.slice(0, 2);
    story.spent = 2;
    story.asked();
    expect(story.told).toHaveLength(2);
    story.add(log.slice(2));
    expect([story.told, story.spent]).toEqual([[], 0]);
  });

  it("keeps the view before each scene, however many wait", () => {
    const match = { log, view: view(1) as View | null, before: view(1, { step: "first" }) as View | null };
    const story = new Story(match);
    story.add(log.slice(0, 1));
    match.before = view(1, { step: "second" });
    story.add(log.slice(1, 2));
    match.before = view(1, { step: "third" });
    story.add(log.slice(2));
    const seen = [];
    for (; story.scenes.length; story.done()) seen.push(story.view?.step);
    expect(seen).toEqual(["first", "second", "third"]);
  });
});

describe("the camera after a playback", () => {
  const world = { width: 3000, height: 2000 };
  const camera: Camera = { x: 0, y: 0, zoom: 1, width: 900, height: 600 };

  it("frames a force and what it faces", () => {
    const points = facing([{ x: 500, y: 500 }, { x: 700, y: 600 }], [{ x: 900, y: 600 }, { x: 2900, y: 1900 }], 400);
    expect(points).toHaveLength(3);
    const found = framing(camera, points, world);
    for (const at of points) {
      expect(Math.abs(at.x - found.x) * found.zoom).toBeLessThanOrEqual(450);
      expect(Math.abs(at.y - found.y) * found.zoom).toBeLessThanOrEqual(300);
    }
    expect(found.zoom).toBeGreaterThan(1);
  });

  it("takes the nearest enemy where none is near, and stays readable", () => {
    expect(facing([{ x: 0, y: 0 }], [{ x: 900, y: 0 }, { x: 800, y: 0 }], 100)).toEqual([{ x: 0, y: 0 }, { x: 800, y: 0 }]);
    expect(framing(camera, [{ x: 10, y: 10 }, { x: 2900, y: 1900 }], world).zoom).toBeGreaterThan(0.5);
  });
});
