import { describe, expect, it } from "vitest";
import { assetOf, assetsIn, covered, following, groupOf, groupsIn, isPseudo, noteIn, shares, turnsShown, type Asset } from "../src/lib/groups";
import { choiceName, gameFace, patternOf } from "../src/lib/face";
import type { Plane } from "../src/lib/hexgeo";
import type { View } from "../src/lib/types";

const view = {
  groups: [{ key: "P1", name: "Platoon 1", members: ["A1", "A2", "A3"], leader: "A1", apart: ["A3"] }],
  assets: [{ key: "bn1", name: "Battalion 1", parts: ["bn1.1"], missions: [{ turn: 12, what: "fire", cell: 7 }] }],
} as unknown as View;

describe("groups", () => {
  it("need not be named again in the notes on their members", () => {
    expect(noteIn("carries A6; Platoon 1", "Platoon 1")).toBe("carries A6");
    expect(noteIn("Platoon 1: leader", "Platoon 1")).toBe("leader");
    expect(noteIn("Platoon 1", "Platoon 1")).toBe("");
    expect(noteIn("Platoon 12: leader", "Platoon 1")).toBe("Platoon 12: leader");
    expect(noteIn("carries A6; Platoon 1", "")).toBe("carries A6; Platoon 1");
  });
  it("come from the view, or there are none", () => {
    expect(groupsIn(view).map((group) => group.key)).toEqual(["P1"]);
    expect(groupsIn(null)).toEqual([]);
    expect(assetsIn({} as View)).toEqual([]);
  });

  it("are followed by those who are not apart", () => {
    expect(following(groupsIn(view)[0]!)).toEqual(["A1", "A2"]);
    expect([groupOf(view, "A2")?.key, groupOf(view, "A3")]).toEqual(["P1", undefined]);
    expect([...covered(view, { P1: { unit: "P1", kind: "MV" } })]).toEqual(["A1", "A2"]);
    expect(covered(view, { A1: { unit: "A1", kind: "MV" } }).size).toBe(0);
  });

  it("and assets are no units", () => {
    expect(["P1", "bn1", "bn1.1", "A1"].map((name) => isPseudo(view, name))).toEqual([true, true, true, false]);
    expect(assetOf(view, "bn1.1")?.key).toBe("bn1");
    expect(assetOf(view, null)).toBeUndefined();
  });
});

describe("the time line", () => {
  it("begins now and reaches to the last mission", () => {
    expect(turnsShown([], 3)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(turnsShown(assetsIn(view) as Asset[], 4).at(-1)).toBe(12);
  });
});

describe("what comes down", () => {
  it("strikes each hex as often as the patterns name it, and nothing off the map", () => {
    // A row of hexes: direction 0 goes up by one, direction 3 down; the map ends at 0.
    const plane = { neighbour: (cell: number, way: number) => (way === 0 ? cell + 1 : way === 3 && cell > 0 ? cell - 1 : null) } as unknown as Plane;
    const found = shares(plane, { key: "x", name: "x", falls: [["", "0"], ["", "3", "33"]] }, 1);
    expect([...found].sort((a, b) => a[0] - b[0])).toEqual([[0, 0.5], [1, 1], [2, 0.5]]);
    const line = { key: "x", name: "x", falls: [["", "0", "00"]], turned: true };
    expect([...shares(plane, line, 5).keys()]).toEqual([5, 6, 7]);
    expect([...shares(plane, line, 5, 3).keys()]).toEqual([5, 4, 3]);
    expect([...shares(plane, { ...line, turned: false }, 5, 3).keys()]).toEqual([5, 6, 7]);
  });
  it("has the pattern of what is chosen", () => {
    const patterns = [{ key: "wide", name: "wide", falls: [[""]] }, { key: "thin", name: "thin", falls: [[""]] }];
    const choices = [{ key: "open by B{n}", name: "B{n}: open", pattern: "wide" }, { key: "open by {unit}", name: "{unit}: open", pattern: "thin" }, { key: "ADD open", name: "Open", pattern: "wide" }, { key: "none", name: "None" }];
    const face = gameFace({ patterns, choices });
    expect(["open by B1", "open by S1", "none", "other"].map((choice) => patternOf(face, choice)?.key)).toEqual(["wide", "thin", undefined, undefined]);
    expect([patternOf(face, "open", "ADD")?.key, patternOf(face, "open")]).toEqual(["wide", undefined]);
    expect(choiceName(face, "open by B1")).toBe("B1: open");
  });
});
