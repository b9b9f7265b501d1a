import { expect, it } from "vitest";
import { Plane } from "../src/lib/hexgeo";
import { legendOf, levelsOf, sampleBoard } from "../src/map/legend";
import { board } from "./board";
import { face } from "./face";

it("lists what the board has, each once", () => {
  const found = board(3, 3);
  found.cells[4]!.terrain = "woods";
  found.cells[5]!.terrain = "stream";
  found.hexsides = [{ cell: found.cells[0]!.cell, direction: 3, cells: [0, 1], terrain: "berm" }];
  found.lines = { stream: [{ cell: found.cells[5]!.cell, direction: 0, cells: [0, 1] }], road: [] };
  expect(legendOf(found, face).map((one) => `${one.group} ${one.terrain}`)).toEqual(["hex clear", "hex woods", "side berm", "line stream"]);
  expect(levelsOf(found)).toEqual([0, 0]);
});

it("makes a sample board around one hex", () => {
  const plane = new Plane(sampleBoard({ group: "hex", terrain: "woods" }, face));
  const [centre] = plane.board.cells.filter((cell) => cell.terrain === "woods");
  expect([0, 1, 2, 3, 4, 5].every((way) => plane.neighbour(centre!.cell, way) !== null)).toBe(true);
});

it("shows a crossing with what it crosses", () => {
  expect(Object.keys(sampleBoard({ group: "hex", terrain: "bridge" }, face).lines)).toEqual(["stream", "road"]);
});
