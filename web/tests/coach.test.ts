import { describe, expect, it } from "vitest";
import type { Hint } from "../src/lib/wire";
import { marksOf } from "../src/table/coach/marks";
import { at, plain } from "./board";

const plane = plain();
const [own, enemy] = [at(plane, "0303"), at(plane, "0503")];
const threat: Hint = { kind: "threat", unit: "A1", cell: own, other: "B1", other_cell: enemy, percent: 42, text: "t", facing: 1, better: 18 };
const shot: Hint = { kind: "shot", unit: "A1", cell: own, other: "B1", other_cell: enemy, percent: 30, text: "s" };

describe("the coach's marks", () => {
  it("show units in danger with the chance, and nothing for shots", () => {
    expect(marksOf([threat, shot], null, plane)).toEqual([
      { kind: "hex", cell: own, tone: "bad" },
      { kind: "text", cell: own, text: "42 %", tone: "bad" },
    ]);
  });

  it("draw the line of the hint pointed at, and the facing it advises", () => {
    expect(marksOf([], shot, plane)).toEqual([{ kind: "lane", from: own, to: enemy, tone: "fire" }]);
    const lines = marksOf([], threat, plane);
    expect(lines[0]).toEqual({ kind: "lane", from: enemy, to: own, tone: "fire" });
    expect(lines[1]).toMatchObject({ kind: "path", start: own, tone: "good" });
  });
});
