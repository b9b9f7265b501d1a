import { describe, expect, it } from "vitest";
import { backward, begin, filled, holds, isDone, NOTHING, onward, watch, type Facts, type Step } from "../src/lib/tutorial";
import { steps as real } from "../src/lobby/tutorialtexts";

const steps: Step[] = [
  { id: "read", title: "r", text: ["a"] },
  { id: "plot", title: "p", text: ["b"], todo: "do", done: ["decided:plot"] },
  { id: "task", title: "t", text: ["c"], todo: "do", done: ["task:OF", "over:"] },
  { id: "end", title: "e", text: ["d"] },
];
const facts = (change: Partial<Facts>): Facts => ({ ...NOTHING, ...change });

describe("conditions", () => {
  it("count from the step's beginning where they tell of doings", () => {
    const since = facts({ decided: { plot: 1 }, events: { shot: 2 } });
    expect(holds("decided:plot", since, since)).toBe(false);
    expect(holds("decided:plot", facts({ decided: { plot: 2 } }), since)).toBe(true);
    expect(holds("event:shot", since, since)).toBe(false);
    expect(holds("happened:shot", since, since)).toBe(true);
  });

  it("look at the present where they tell of what is", () => {
    expect(holds("task:MV", facts({ tasks: ["MV"] }), NOTHING)).toBe(true);
    expect(holds("asked:face", facts({ asked: "face" }), NOTHING)).toBe(true);
    expect(holds("sign:los", facts({ signs: ["los"] }), NOTHING)).toBe(true);
    expect(holds("turn:2", facts({ turn: 1 }), NOTHING)).toBe(false);
    expect(holds("nonsense:1", NOTHING, NOTHING)).toBe(false);
  });
});

describe("the coach", () => {
  it("waits for Next where reading is enough, and goes on by itself where something is to be done", () => {
    let at = begin(NOTHING);
    expect(watch(steps, at, facts({ decided: { plot: 3 } }))).toBe(at);
    at = onward(steps, at, NOTHING);
    const later = facts({ decided: { plot: 1 } });
    expect(isDone(steps, at, later)).toBe(true);
    at = watch(steps, at, later);
    expect(at.index).toBe(2);
    expect(watch(steps, at, facts({ over: true })).index).toBe(3);
  });

  it("stays on a step the player went back to", () => {
    const now = facts({ tasks: ["OF"] });
    const back = backward({ index: 3, since: now, held: false }, now);
    expect(back.index).toBe(2);
    expect(watch(steps, back, now)).toBe(back);
    expect(onward(steps, back, now).index).toBe(3);
    expect(onward(steps, onward(steps, back, now), now).index).toBe(3);
    expect(backward(begin(now), now).index).toBe(0);
  });

  it("fills in the enemy's hex", () => {
    expect(filled("at {enemy}", facts({ enemy: "1536" }), "?")).toBe("at 1536");
    expect(filled("at {enemy}", NOTHING, "unknown")).toBe("at unknown");
  });

  it("teaches plot, fire, opportunity fire and panic, each step with its own name", () => {
    const ids = real.map((step) => step.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ["move", "opportunity", "close", "odds", "sight", "spotting", "panic", "track"]) expect(ids).toContain(id);
    for (const step of real) expect(Boolean(step.done)).toBe(Boolean(step.todo));
  });
});
