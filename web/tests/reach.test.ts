// reach.ts against the rules of Panzer: reach.json holds domains as `legal` offers them, and every hex that `check` accepts.
import { describe, expect, it } from "vitest";
import { Plane } from "../src/lib/hexgeo";
import { after, beginning, exitCost, pathCost, reach, startOf, wayTo } from "../src/lib/reach";
import type { Board, Cell, CostTables, PathDomain } from "../src/lib/types";
import data from "./reach.json";

interface Case {
  name: string;
  kind: string;
  domains: PathDomain[];
  reach: string[];
}
const file = data as unknown as { board: Board; tables: CostTables; cases: Case[] };
const plane = new Plane(file.board);
const { tables } = file;
const cell = (label: string) => plane.byLabel.get(label) as Cell;

describe("reach by the domains of Panzer is reach by its rules", () => {
  for (const one of file.cases) {
    it(`${one.kind} ${one.name}`, () => {
      const ends = new Set<string>();
      for (const domain of one.domains) {
        const found = reach(plane, tables, domain);
        for (const { cell: end } of found.values()) {
          const way = wayTo(found, end);
          if (end < 0 || !way.length || domain.shut?.includes(end)) continue;
          ends.add(plane.label(end));
          // The way it shows costs what it says.
          expect(pathCost(plane, tables, domain, way)).toBe(found.get(end)?.cost);
        }
      }
      // A way back to where the unit stands is no goal of the map.
      const here = plane.has(startOf(one.domains[0] as PathDomain)) ? plane.label(startOf(one.domains[0] as PathDomain)) : "";
      expect([...ends].filter((label) => label !== here).sort()).toEqual(one.reach.filter((label) => label !== here));
    });
  }
});

describe("leaving the map", () => {
  const domain: PathDomain = {
    start: cell("1001"), allowance: 5, table: "cross T", exits: [cell("1001"), cell("1002")], facing: 3, turns: "turn", leaving: "leave T",
  };
  it("pays for the turn towards the edge, and twice for backing over it", () => {
    expect(exitCost(plane, tables, domain, beginning(domain))).toBe(2);
    const back = { ...domain, back: true, times: 2 };
    expect(exitCost(plane, tables, back, beginning(back))).toBe(2);
    const far = { ...back, start: cell("1003") };
    const at = after(plane, tables, far, [cell("1002"), cell("1001")]);
    expect(at?.spent).toBe(4);
    expect(at && exitCost(plane, tables, far, at)).toBeNull();
  });
});
