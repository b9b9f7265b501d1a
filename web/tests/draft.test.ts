// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
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

describe("a draft that the server has not confirmed", () => {
  const seat = (decision: string, saved: () => Promise<unknown>) => {
    const calls = { saveDraft: vi.fn(saved), draft: vi.fn(async () => ({ decision: "", draft: null })) };
    const match = { id: "m1", side: "alpha", legal: { decision: { id: decision } }, violations: [], calls, outbox: { waiting: null } };
    return { calls, draft: new Draft(match as unknown as Match) };
  };
  beforeEach(() => sessionStorage.clear());

  it("is there when the page is loaded anew before it arrived, and is saved again", async () => {
    const before = seat("3.plot", () => new Promise(() => undefined));
    before.draft.set(path(1, 2));
    before.draft.flush();
    const after = seat("3.plot", async () => undefined);
    await after.draft.begin("3.plot");
    expect(after.draft.tasks).toEqual({ A1: path(1, 2) });
    expect(after.draft.ready).toBe("3.plot");
    after.draft.flush();
    expect(after.calls.saveDraft).toHaveBeenCalledWith("3.plot", { A1: path(1, 2) });
    expect(after.calls.draft).not.toHaveBeenCalled();
  });
  it("is the server's again once it is confirmed", async () => {
    const before = seat("3.plot", async () => undefined);
    before.draft.set(path(1));
    before.draft.flush();
    await vi.waitFor(() => expect(sessionStorage.length).toBe(0));
    const after = seat("3.plot", async () => undefined);
    await after.draft.begin("3.plot");
    expect(after.calls.draft).toHaveBeenCalledOnce();
  });
  it("is forgotten with its question", async () => {
    const before = seat("3.plot", () => Promise.reject(new Error("offline")));
    before.draft.set(path(1));
    before.draft.flush();
    const after = seat("4.plot", async () => undefined);
    await after.draft.begin("4.plot");
    expect(sessionStorage.length).toBe(0);
    expect(after.draft.tasks).toEqual({});
  });
});
