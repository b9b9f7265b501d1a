import { describe, expect, it } from "vitest";
import { gameFace } from "../src/lib/face";
import { atTurn, fallOf, read, readOr, rowsOf, spans, told, written } from "../src/lib/forms";
import { keyed } from "../src/lib/manifold";
import type { Legal, Task } from "../src/lib/types";
import type { ChoiceForm } from "../src/lib/wire";
import { movedFrom } from "../src/table/plot/plotting";

const form: ChoiceForm = {
  title: "mission", more: "Plot a mission", most: 5, first: "turn", lasts: "turns", rests: 1, limit: 5,
  head: [{ key: "turn", label: "From turn", kind: "number", lead: "turn" }],
  parts: [
    { key: "fire", label: "Fire", kind: "choice", choices: [{ key: "GP", name: "GP" }, { key: "Smoke", name: "smoke" }] },
    { key: "sheaf", label: "SHEAF", kind: "choice", choices: [{ key: "closed", name: "Closed", pattern: "ring" }, { key: "linear", name: "Linear", pattern: "line" }] },
    { key: "facing", label: "Towards", kind: "direction", when: "sheaf linear" },
    { key: "turns", label: "Turns", kind: "number", most: 5 },
  ],
};
const points: ChoiceForm = { title: "points", more: "Register" };
const face = gameFace({
  tasks: [{ kind: "PLOT", name: "Plot", family: "fire", chip: "PL", tone: "plan", form }, { kind: "POINT", name: "Point", family: "hold", chip: "RP", tone: "plan", form: points }],
  patterns: [{ key: "ring", name: "ring", falls: [["", "0"]] }, { key: "line", name: "line", falls: [["", "0", "00"]], turned: true }],
});
const plot = (choice: string): Task => ({ unit: "B1", kind: "PLOT", cells: [7], choice });

describe("choices that are written from fields", () => {
  it("are read and written back word by word, parts with a comma between", () => {
    for (const text of ["turn 6 GP closed 2", "turn 2 Smoke linear C 3", "turn 6 GP closed 2, Smoke linear B 1, GP closed 2"]) {
      const filled = read(form, text);
      expect(filled && written(form, filled)).toBe(text);
    }
    expect(read(form, "turn 6 GP closed 2, Smoke linear B 1")?.parts[1]).toEqual({ fire: "Smoke", sheaf: "linear", facing: "B", turns: "1" });
  });
  it("are not read where a word is missing, unknown or too many", () => {
    expect(["turn x GP closed 2", "6 GP closed 2", "turn 6 Gas closed 2", "turn 6 GP linear 2", "turn 6 GP closed B 2", "turn 6 GP closed"].map((text) => read(form, text))).toEqual(Array(6).fill(null));
  });
  it("have a direction only with the value that needs one, and begin with the first of everything", () => {
    expect(written(form, { head: { turn: "3" }, parts: [{ fire: "GP", sheaf: "linear", turns: "2" }] })).toBe("turn 3 GP linear A 2");
    expect(written(form, { head: { turn: "3" }, parts: [{ fire: "GP", sheaf: "closed", facing: "B", turns: "2" }] })).toBe("turn 3 GP closed 2");
    expect(written(form, readOr(form, undefined))).toBe("turn 1 GP closed 1");
    expect(readOr(points, undefined)).toEqual({ head: {}, parts: [] });
  });
  it("tell the turns of each part", () => {
    expect(spans(form, readOr(form, "turn 6 GP closed 2, Smoke linear B 1"))).toEqual([{ from: 6, to: 7, what: "GP Closed" }, { from: 8, to: 8, what: "smoke Linear B" }]);
    expect(told(form, "turn 6 GP closed 2, Smoke closed 1")).toBe("6–7 GP Closed, 8 smoke Closed");
  });
  it("come down by the pattern of the first part, in its direction", () => {
    const fall = fallOf(face, form, "turn 1 GP linear C 2, GP closed 1");
    expect([fall?.pattern.key, fall?.facing]).toEqual(["line", 2]);
    expect(fallOf(face, points, undefined)).toBeNull();
  });
});

describe("a table of plans", () => {
  const tasks = keyed([plot("turn 6 GP closed 2"), plot("turn 2 Smoke closed 3"), { unit: "B1", kind: "POINT", cells: [1, 2] }, { unit: "B2", kind: "POINT", cells: [3] }]);
  const rows = rowsOf(face, tasks, "B1");
  it("lists the rows of a unit by their first turn, whatever their kind", () => {
    expect(rows.map(([key]) => key)).toEqual(["B1 +2", "B1", "B1 +3"]);
  });
  it("shows on its time line what fires, what must be left free, and what clashes", () => {
    expect([1, 2, 4, 5, 6, 7, 8, 9].map((turn) => atTurn(face, rows, turn).map((one) => (one.rests ? "-" : one.what)).join("+"))).toEqual(
      ["", "smoke Closed", "smoke Closed", "-", "GP Closed", "GP Closed", "-", ""],
    );
    expect(atTurn(face, rowsOf(face, keyed([plot("turn 1 GP closed 3"), plot("turn 4 GP closed 1")]), "B1"), 4)).toHaveLength(2);
  });
});

describe("what a task moves", () => {
  const option = (kind: string, start?: number) => ({ kind, rule: "1", cells: [2, 3], ...(start === undefined ? {} : { start }) });
  const legal = { decision: { id: "1", kind: "k", side: "a", rule: "1", prompt: "" }, units: [
    { unit: "A", options: [option("CALL"), option("SHIFT", 9)] }, { unit: "B", options: [option("SHIFT", 8)] }, { unit: "C", options: [option("SHIFT", 8), option("TURN", 8)] },
  ] } as Legal;
  it("is dragged from its hex by the unit that has it there", () => {
    expect(movedFrom(legal, 9, null, null)).toEqual({ unit: "A", kind: "SHIFT" });
    expect(movedFrom(legal, 9, "B", "SHIFT")).toEqual({ unit: "A", kind: "SHIFT" });
    expect(movedFrom(legal, 2, "A", "CALL")).toBeNull();
  });
  it("is the selected unit's where several have something there, with the task chosen", () => {
    expect(movedFrom(legal, 8, null, null)).toBeNull();
    expect(movedFrom(legal, 8, "B", null)).toEqual({ unit: "B", kind: "SHIFT" });
    expect(movedFrom(legal, 8, "C", "TURN")).toEqual({ unit: "C", kind: "TURN" });
  });
});
