import { describe, expect, it } from "vitest";
import { effectOf, panzerEffects, tankEffects, type Country } from "../src/lib/effects";
import { Plane } from "../src/lib/hexgeo";
import { legendOf, levelsOf, sampleBoard } from "../src/map/legend";
import panzer from "../../src/hulldown/games/panzer/data/terrain.toml?raw";
import tank from "../../src/hulldown/games/tank/data/terrain.toml?raw";
import { board } from "./board";

type Rows = Record<string, Record<string, unknown>>;
/** The sections of a terrain file with their plain values. */
function sections(text: string): Rows {
  const found: Rows = {};
  let row: Record<string, unknown> = {};
  for (const line of text.split("\n")) {
    const head = /^\[([\w.]+)\]$/.exec(line);
    const pair = /^(\w+) = (-?\d+|true|false|"[^"]*"|\[[^\]]*\])$/.exec(line);
    if (head) found[head[1] as string] = row = {};
    else if (pair) row[pair[1] as string] = JSON.parse(pair[2] as string);
  }
  return found;
}

describe("the effects told are those of the rules", () => {
  it("of Tank!", () => {
    const rows = sections(tank);
    for (const country of ["open", "mixed", "closed"] as Country[]) {
      for (const [terrain, told] of Object.entries(tankEffects[country])) {
        expect(rows[`${country}.${terrain}`] ?? rows[`all.${terrain}`], `${country} ${terrain}`).toMatchObject(told);
      }
    }
  });
  it("of Panzer", () => {
    const rows = sections(panzer);
    for (const [terrain, { cover, rulebook, ...told }] of Object.entries(panzerEffects)) {
      expect(rows[terrain], terrain).toMatchObject({ ...told, fire_cover: cover });
      const known = (rows[terrain]?.["rulebook"] ?? []) as string[];
      const named = ["height", "fire_cover", "tracked", "wheeled"].filter((value) => known.includes(value));
      expect(rulebook, terrain).toEqual(named.map((value) => (value === "fire_cover" ? "cover" : value)));
    }
    expect(effectOf("panzer", "gully", "mixed")).toContain("3 points (not on wheels) (reconstructed)");
    expect(effectOf("panzer", "woods", "mixed")).toMatch(/medium cover$/);
  });
  it("tells what the country makes of it", () => {
    expect(effectOf("tank", "woods", "open")).toContain("clear");
    expect(effectOf("tank", "woods", "mixed")).toContain("3 points");
    expect(effectOf("tank", "woods", "closed")).toContain("whole allowance");
    expect(effectOf("panzer", "heavy_woods", "mixed")).toContain("heavy cover");
    expect(effectOf("chess", "woods", "mixed")).toBe("");
  });
});

it("lists what the board has, each once", () => {
  const found = board(3, 3);
  found.cells[4]!.terrain = "woods";
  found.cells[5]!.terrain = "stream";
  found.hexsides = [{ cell: found.cells[0]!.cell, direction: 3, cells: [0, 1], terrain: "berm" }];
  found.lines = { stream: [{ cell: found.cells[5]!.cell, direction: 0, cells: [0, 1] }], road: [] };
  expect(legendOf(found).map((one) => `${one.group} ${one.terrain}`)).toEqual(["hex clear", "hex woods", "side berm", "line stream"]);
  expect(levelsOf(found)).toEqual([0, 0]);
});

it("makes a sample board around one hex", () => {
  const plane = new Plane(sampleBoard({ group: "hex", terrain: "woods" }));
  const [centre] = plane.board.cells.filter((cell) => cell.terrain === "woods");
  expect([0, 1, 2, 3, 4, 5].every((way) => plane.neighbour(centre!.cell, way) !== null)).toBe(true);
});
