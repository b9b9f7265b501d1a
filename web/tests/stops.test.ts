import { describe, expect, it } from "vitest";
import { EMPTY, type GameFace } from "../src/lib/face";
import type { Task, View } from "../src/lib/types";
import { errandOf } from "../src/table/plot/plotting";
import { judgedStop, placeOf, stopsOf, withStop, withStruck } from "../src/table/plot/stops";

const face: GameFace = { ...EMPTY, tasks: { MOVE: { kind: "MOVE", name: "Move", family: "move", chip: "M", tone: "plan", joined: ", ", stops: true } } };
const task: Task = { unit: "S1", kind: "MOVE", cells: [1, 2] };

describe("things done on the way", () => {
  it("are those that the view names", () => {
    const view = { stops: { S1: ["drop S9"] } } as unknown as View;
    expect([stopsOf(view, "S1"), stopsOf(view, "S2"), stopsOf(null, "S1")]).toEqual([["drop S9"], [], []]);
    expect([errandOf("drop S9@0812"), errandOf("drop S9")]).toEqual(["drop S9", "drop S9"]);
  });
  it("stand in one hex each, and leave the others alone", () => {
    const one = withStop(face, task, "drop S9", "0812");
    expect(one.choice).toBe("drop S9@0812");
    const two = withStop(face, one, "bail S10", "");
    expect(two.choice).toBe("drop S9@0812, bail S10");
    expect([placeOf(face, two, "drop S9"), placeOf(face, two, "bail S10"), placeOf(face, two, "load S3")]).toEqual(["0812", "", null]);
    expect(withStop(face, two, "drop S9", "0813").choice).toBe("bail S10, drop S9@0813");
    expect(withStop(face, one, "drop S9", null)).toEqual(task);
  });
});

describe("what comes of things done on the way", () => {
  const told: GameFace = { ...face, choices: { "crush {unit}": "Crush {unit}", "drop {unit}": "Put {unit} down" }, prospects: new Set(["crush {unit}"]) };
  it("is asked for what the face says, done to the enemy itself", () => {
    const words = ["drop S9", "crush G7", "crush G8"];
    expect(judgedStop(told, words, ["G8"])).toEqual({ word: "crush G8", unit: "G8" });
    expect(judgedStop(told, words, ["G9", "S9"])).toBeNull();
    expect(judgedStop(face, words, ["G7"])).toBeNull();
  });
  it("is done to the enemy at whom the way leads, once", () => {
    const words = ["drop S9", "crush G7"];
    const driven = withStruck(told, task, words, ["G7"], "0812");
    expect(driven.choice).toBe("crush G7@0812");
    expect(withStruck(told, driven, words, ["G7"], "0812")).toBe(driven);
    expect(withStruck(told, withStop(told, task, "crush G7", ""), words, ["G7"], "0812").choice).toBe("crush G7");
    expect(withStruck(told, task, words, ["S9"], "0812")).toBe(task);
  });
});
