import { describe, expect, it } from "vitest";
import { atRest, backward, begin, holds, isAside, isDone, NOTHING, onward, paragraphs, watch, type Facts, type Step } from "../src/lib/tutorial";

const steps: Step[] = [
  { id: "read", title: "r", text: ["a"] },
  { id: "plot", title: "p", text: ["b"], todo: "do", done: ["decided:plot"], about: "plot" },
  { id: "film", title: "f", text: ["c"], todo: "look", done: ["played:"] },
  { id: "turn", title: "t", text: ["d"], todo: "do", done: ["decided:face"], about: "face" },
  { id: "again", title: "g", text: ["e"], todo: "do", done: ["task:OF@A2"], about: "plot" },
  { id: "end", title: "e", text: ["f"] },
];
const facts = (change: Partial<Facts>): Facts => ({ ...NOTHING, ...change });

describe("conditions", () => {
  it("count answers from the step's beginning", () => {
    const since = facts({ decided: { plot: 1 } });
    expect(holds("decided:plot", since, since)).toBe(false);
    expect(holds("decided:plot", facts({ decided: { plot: 2 } }), since)).toBe(true);
  });

  it("look at the present where they tell of what is", () => {
    expect(holds("task:MV", facts({ tasks: [{ unit: "A1", kind: "MV" }] }), NOTHING)).toBe(true);
    expect(holds("task:MV@A2", facts({ tasks: [{ unit: "A1", kind: "MV" }] }), NOTHING)).toBe(false);
    expect(holds("asked:face", facts({ asked: "face" }), NOTHING)).toBe(true);
    expect(holds("sign:los", facts({ signs: ["los"] }), NOTHING)).toBe(true);
    expect(holds("turn:2", facts({ turn: 1 }), NOTHING)).toBe(false);
    expect(holds("happened:shot@bravo", facts({ happened: new Set(["shot@bravo"]) }), NOTHING)).toBe(true);
    expect(holds("offered:DF", facts({ offered: new Set(["DF"]) }), NOTHING)).toBe(true);
    expect(holds("over:", facts({ over: true }), NOTHING)).toBe(true);
    expect(holds("nonsense:1", NOTHING, NOTHING)).toBe(false);
  });

  it("know nothing of what a film has not shown yet", () => {
    const now = facts({ playing: true, asked: "face", turn: 9, over: true, happened: new Set(["shot"]) });
    for (const condition of ["asked:face", "turn:2", "over:", "happened:shot", "played:"]) expect(holds(condition, now, NOTHING)).toBe(false);
    expect(atRest({ ...now, playing: false })).toBe(true);
  });
});

describe("a lesson", () => {
  it("waits for Next where reading is enough, and goes on by itself where something is to be done", () => {
    let at = begin(steps, NOTHING);
    expect(watch(steps, at, facts({ decided: { plot: 3 } }))).toBe(at);
    at = onward(steps, at, NOTHING);
    const later = facts({ decided: { plot: 1 } });
    expect(isDone(steps, at, later)).toBe(true);
    expect(watch(steps, at, later).index).toBe(2);
  });

  it("does not leave a film before its end, though the next question is known", () => {
    const at = begin(steps, NOTHING, 2);
    expect(watch(steps, at, facts({ playing: true, asked: "face" }))).toBe(at);
    // The order is on its way and the opponent thinks: nothing is asked, so the film may still come.
    expect(watch(steps, at, facts({ asked: "" }))).toBe(at);
    expect(watch(steps, at, facts({ asked: "face" })).index).toBe(3);
  });

  it("is past all steps about a question that was answered, whatever was done", () => {
    const doubled: Step[] = [steps[1]!, { ...steps[4]!, id: "more" }, steps[2]!, steps[5]!];
    expect(watch(doubled, begin(doubled, NOTHING), facts({ decided: { plot: 1 }, playing: true })).index).toBe(2);
  });

  it("follows the game where it asks something else than expected, and comes back to what was left out", () => {
    const at = begin(steps, NOTHING, 3);
    const other = watch(steps, at, facts({ asked: "plot" }));
    expect(steps[other.index]?.id).toBe("again");
    expect(steps[watch(steps, other, facts({ asked: "face" })).index]?.id).toBe("turn");
  });

  it("stays, and says so, where the game asks something that no step is about", () => {
    const at = begin(steps, NOTHING, 3);
    const now = facts({ asked: "stop" });
    expect(watch(steps, at, now)).toBe(at);
    expect(isAside(steps[3], now)).toBe(true);
    expect(isAside(steps[0], now)).toBe(false);
  });

  it("stays on a step the player went back to", () => {
    const now = facts({ asked: "plot", tasks: [{ unit: "A2", kind: "OF" }] });
    const back = backward(begin(steps, now, 5), now);
    expect(back.index).toBe(4);
    expect(watch(steps, back, now)).toBe(back);
    expect(onward(steps, back, now).index).toBe(5);
    expect(onward(steps, onward(steps, back, now), now).index).toBe(5);
    expect(backward(begin(steps, now), now).index).toBe(0);
  });

  it("ends with the game", () => {
    expect(watch(steps, begin(steps, NOTHING, 1), facts({ over: true })).index).toBe(5);
  });

  it("tells what has happened, and something else where it has not", () => {
    const step: Step = { id: "x", title: "x", text: ["a"], variants: [{ when: "happened:shot", text: "bang", otherwise: "silence" }, { when: "over:", text: "end" }] };
    expect(paragraphs(step, NOTHING)).toEqual(["a", "silence"]);
    expect(paragraphs(step, facts({ happened: new Set(["shot"]) }))).toEqual(["a", "bang"]);
  });
});
