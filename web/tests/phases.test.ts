import { describe, expect, it } from "vitest";
import type { SequenceRow } from "../src/lib/types";
import { phaseAt, phasesOf } from "../src/table/panels/phases";

const row = (key: string, parent = "", aside = false): SequenceRow => ({ key, rule: "4.1", name: key, what: "", parent, aside });
const ROWS = [
  row("setup"), row("turn"), row("plot", "turn"), row("combat", "turn"), row("fire", "combat"), row("watch", "combat", true),
  row("move", "turn"), row("stop", "move", true), row("record", "turn"),
];

describe("the phase track", () => {
  it("shows steps, not headings, and a step instead of its interrupts", () => {
    expect(phasesOf(ROWS).map((one) => one.key)).toEqual(["setup", "plot", "fire", "watch", "move", "record"]);
  });

  it("lights the step that is interrupted", () => {
    expect(phaseAt(ROWS, "move")).toBe("move");
    expect(phaseAt(ROWS, "stop")).toBe("move");
    expect(phaseAt(ROWS, "watch")).toBe("watch");
    expect(phaseAt(ROWS, "turn")).toBe("");
  });
});
