// reach.ts against the rules of Panzer: reach.json holds domains as `legal` offers them, and every hex that `check` accepts.
import { describe, expect, it } from "vitest";
import { Plane } from "../src/lib/hexgeo";
import { after, beginning, endsWell, exitCost, pathCost, reach, startOf, wayTo } from "../src/lib/reach";
import type { Board, Cell, CostTables, PathDomain } from "../src/lib/types";
import data from "./reach.json";

interface Case {
  name: string;
  kind: string;
  domains: PathDomain[];
  reach: string[];
  /** For each domain the least cost of every cell in reach, as hulldown.core.pathdomains counts it. */
  costs: Record<string, number>[];
}
interface Plain {
  domain: PathDomain;
  costs: Record<string, number>;
  exits: Record<string, number>;
}
interface Walks {
  domain: PathDomain;
  paths: { cells: Cell[]; cost: number | null }[];
}
const file = data as unknown as { board: Board; tables: CostTables; cases: Case[]; plain: Plain[]; walks: Walks[] };
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

/** What `reach` finds, but the start and cells where no path may end. */
function costs(domain: PathDomain): Record<string, number> {
  const found = [...reach(plane, tables, domain).values()].filter(
    (one) => one.cell >= 0 && one.cell !== startOf(domain) && !domain.shut?.includes(one.cell),
  );
  return Object.fromEntries(found.map((one) => [plane.label(one.cell), one.cost]));
}

describe("costs are those of the engine", () => {
  for (const one of file.cases) {
    it(`${one.kind} ${one.name}`, () => {
      one.domains.forEach((domain, number) => {
        expect(costs(domain)).toEqual(one.costs[number]);
      });
    });
  }
  file.plain.forEach(({ domain, costs: expected, exits }, number) => {
    it(`without facings, domain ${number + 1}`, () => {
      expect(costs(domain)).toEqual(expected);
      const found = reach(plane, tables, domain);
      const leaving: Record<string, number> = {};
      for (const { cell: end } of found.values()) {
        const at = after(plane, tables, domain, wayTo(found, end));
        const cost = at ? exitCost(plane, tables, domain, at) : null;
        if (at && cost !== null) leaving[plane.label(end)] = at.spent + cost;
      }
      expect(leaving).toEqual(exits);
    });
  });
});

describe("paths with waits, over dear hexes and straight through others", () => {
  file.walks.forEach(({ domain, paths }, number) => {
    it(`domain ${number + 1}: what a path costs, and whether it may be driven`, () => {
      for (const { cells, cost } of paths) {
        const at = after(plane, tables, domain, cells);
        const good = at !== null && at.steps >= (domain.minimum ?? 1) && endsWell(plane, domain, at);
        expect(good ? at.spent : null, cells.map((one) => plane.label(one)).join(" ")).toBe(cost);
      }
      expect(paths.filter((one) => one.cost !== null).length).toBeGreaterThan(0);
    });
  });
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
