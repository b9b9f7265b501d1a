// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { Draft } from "../src/lib/draft.svelte";
import type { Match } from "../src/lib/match.svelte";
import type { Task } from "../src/lib/types";

const path = (...cells: number[]): Task => ({ unit: "A1", kind: "MV", cells });
const draft = () => new Draft({ legal: null, violations: [], calls: {}, outbox: { waiting: null } } as unknown as Match);

describe("a path drawn by dragging", () => {
  it("is one step of the undo, however many hexes it has", () => {
    const made = draft();
    made.sketch(path(1), false);
    made.sketch(path(1, 2), false);
    made.sketch(path(1, 2), false);
    made.sketch(path(1, 2, 3), true);
    expect(made.depth.past).toBe(1);
    made.undo();
    expect(made.tasks).toEqual({});
    made.redo();
    expect(made.tasks["A1"]?.cells).toEqual([1, 2, 3]);
  });
  it("is no step when nothing has come of it", () => {
    const made = draft();
    made.set(path(1));
    made.sketch(path(1), false);
    made.sketch(path(1, 2), false);
    made.sketch(path(1), true);
    made.sketch(null, true);
    expect(made.depth.past).toBe(1);
    made.set(path(1));
    expect(made.depth.past).toBe(1);
  });
  it("begins anew with the next drag", () => {
    const made = draft();
    made.sketch(path(1), true);
    made.sketch(path(1, 2), true);
    expect(made.depth.past).toBe(2);
  });
});

describe("what the client fills in by itself", () => {
  it("is a step that can be taken back, but nobody's act", () => {
    const made = draft();
    made.set(path(1));
    made.filled();
    expect(made.depth.past).toBe(1);
    expect(made.touched).toBe(false);
    made.set(path(1, 2));
    expect(made.touched).toBe(true);
    made.undo();
    made.undo();
    expect(made.tasks).toEqual({});
  });
  it("is forgotten with the question", async () => {
    const made = draft();
    made.set(path(1));
    made.filled();
    await made.begin("");
    made.set(path(1));
    expect(made.touched).toBe(true);
  });
});
