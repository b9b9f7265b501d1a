import { describe, expect, it } from "vitest";
import { Plane } from "../src/lib/hexgeo";
import { after, QUIET, quiet, beats, fallOf, landing, placesOf, rollOf } from "../src/lib/playback";
import type { Board, GameEvent, Piece, Verb } from "../src/lib/types";
import { face } from "./face";

const board: Board = {
  name: "b", title: "b", columns: 3, rows: 3, high_columns: "odd", stride: 8, size: 40, offsets: [-1, 7, 8, 1, -7, -8],
  meta: {}, hexsides: [], lines: {}, edges: {}, regions: {}, names: [],
  cells: [1, 2, 3].flatMap((column) =>
    [1, 2, 3].map((row) => {
      const r = row - Math.floor((column - 1) / 2);
      return { cell: column * 8 + r + 1, label: `0${column}0${row}`, column, row, q: column, r, terrain: "clear", elevation: 0 };
    }),
  ),
};
const plane = new Plane(board);
let n = 0;
const VERBS: Record<string, Verb> = {
  moved: "move", entered: "move", shot: "shot", destroyed: "kill", brewed_up: "kill", spotted: "show", revealed: "tell", announced: "aim", damaged: "hurt",
};
const event = (kind: string, data: Record<string, string | number | boolean>, side = ""): GameEvent => ({
  n: n++, kind, rule: "9.2", turn: 1, step: "move", data, text: "", side, verb: VERBS[kind] ?? "note",
});
const tank: Piece = { id: "A1", side: "alpha", cell: plane.byLabel.get("0101") as number, type: "T62", facing: 3 };
const hidden: Piece = { id: "b?1", side: "bravo", cell: plane.byLabel.get("0303") as number, face_down: true };

describe("beats", () => {
  it("puts moves of the same point together and keeps shots apart", () => {
    const list = beats([
      event("moved", { unit: "A1", hex: "0102", point: 1 }),
      event("moved", { unit: "A2", hex: "0202", point: 1 }),
      event("moved", { unit: "A1", hex: "0103", point: 2 }),
      event("shot", { unit: "A3", at: "0303", die: 4 }),
    ]);
    expect(list.map((beat) => [beat.verb, beat.events.length])).toEqual([["move", 2], ["move", 1], ["shot", 1]]);
  });

  it("are quick where nobody fires", () => {
    const drives = Array.from({ length: 200 }, (_, k) => event("moved", { unit: "A1", hex: "0101", point: k }));
    expect(quiet(drives)).toBe(true);
    expect(beats(drives, undefined, QUIET).reduce((sum, beat) => sum + beat.seconds, 0)).toBeLessThanOrEqual(QUIET + 0.001);
    expect(quiet([...drives, event("shot", { unit: "A1", at: "0101" })])).toBe(false);
  });
  it("never lasts longer than twenty seconds", () => {
    const many = Array.from({ length: 200 }, () => event("shot", { unit: "A1", at: "0101" }));
    const total = beats(many).reduce((sum, beat) => sum + beat.seconds, 0);
    expect(total).toBeLessThanOrEqual(20.0001);
  });

  it("leaves time to read why a unit stops or who wins a contest", () => {
    const [bare, contest] = beats([
      event("something new", { hex: "0101" }), event("contest", { unit: "A1", hex: "0101", how: "fewer hexes moved" }),
    ]);
    expect(contest!.seconds).toBeGreaterThan(3 * bare!.seconds);
  });

  it("leaves time to read a round of a fight", () => {
    const fights = { ...face, events: { ...face.events, shot: { kind: "shot", verb: "shot" as const, heading: "round of a fight" } } };
    const round = event("shot", { unit: "A1", target: "b?1" });
    expect(beats([round], fights)[0]!.seconds).toBeGreaterThan(2 * beats([round], face)[0]!.seconds);
    const shells = { ...face, events: { ...face.events, revealed: { kind: "revealed", verb: "tell" as const, text: "⚄ {roll}" } } };
    const struck = event("revealed", { unit: "A1", roll: 7 });
    expect(beats([struck], shells)[0]!.seconds).toBeGreaterThan(3 * beats([struck], face)[0]!.seconds);
  });

  it("gives many movers at once more time than one", () => {
    const [one, many] = beats([
      event("moved", { unit: "A1", hex: "0102", point: 1 }), event("moved", { unit: "A1", hex: "0103", point: 2 }), event("moved", { unit: "A2", hex: "0202", point: 2 }),
    ]);
    expect(many!.seconds).toBeGreaterThan(one!.seconds);
  });

  it("reads out kinds it does not know", () => {
    expect(beats([event("something new", {})])[0]?.verb).toBe("note");
  });
});

describe("after", () => {
  it("moves a piece and turns it the way it went", () => {
    const scene = after(face, plane, [tank], [], event("moved", { unit: "A1", hex: "0201" }));
    expect(scene.pieces[0]?.cell).toBe(plane.byLabel.get("0201"));
    expect(scene.pieces[0]?.facing).toBe(2);
  });

  it("leaves a wreck where a tank is destroyed, and nothing where a soft unit is", () => {
    const killed = after(face, plane, [tank], [], event("destroyed", { unit: "A1", hex: "0101", wreck: true }));
    expect(killed.pieces).toEqual([]);
    expect(killed.markers).toEqual([{ kind: "wreck", cell: tank.cell }]);
    const soft = after(face, plane, [tank], [], event("destroyed", { unit: "A1", hex: "0101", wreck: false }));
    expect(soft.markers).toEqual([]);
  });

  it("turns a face-down counter up under its own name", () => {
    const scene = after(face, plane, [hidden], [], event("spotted", { unit: "B4", counter: "b?1", type: "M60A2" }));
    expect(scene.pieces).toEqual([{ ...hidden, id: "B4", face_down: false, type: "M60A2" }]);
  });

  it("lets a counter enter that was not on the map", () => {
    const scene = after(face, plane, [], [], event("entered", { unit: "b?2", hex: "0101" }, "axis"));
    expect(scene.pieces[0]).toMatchObject({ id: "b?2", side: "axis", face_down: true });
  });
});

describe("Panzer", () => {
  it("shows an announcement, tells commands together, and damages", () => {
    const list = beats([
      event("revealed", { unit: "S1", command: "MOVE" }),
      event("revealed", { unit: "S2", command: "FIRE" }),
      event("announced", { unit: "S2", target: "G1" }),
      event("shot", { unit: "S2", target: "G1", roll: 12, hit: true }),
      event("damaged", { unit: "G1" }),
    ]);
    expect(list.map((beat) => [beat.verb, beat.events.length])).toEqual([["tell", 2], ["aim", 1], ["shot", 1], ["hurt", 1]]);
  });

  it("finds the places of a shot by its units", () => {
    const found = placesOf(plane, [tank, hidden], event("shot", { unit: "A1", target: "b?1" }));
    expect(found).toEqual({ from: [tank.cell], at: hidden.cell });
    expect(rollOf(event("shot", { roll: 7 }))).toBe("7");
  });

  it("takes the facing it is told, puts damage on the counter and leaves a KO or BU", () => {
    const moved = after(face, plane, [tank], [], event("moved", { unit: "A1", hex: "0201", facing: "F" }));
    expect(moved.pieces[0]?.facing).toBe(5);
    const hurt = after(face, plane, [tank], [], event("damaged", { unit: "A1" }));
    expect(hurt.pieces[0]?.marks).toEqual(["damaged"]);
    const reduced = after(face, plane, hurt.pieces, [], event("damaged", { unit: "A1", type: "half of a T62" }));
    expect(reduced.pieces).toEqual([{ ...tank, type: "half of a T62", marks: ["damaged"] }]);
    const gone = after(face, plane, [tank], [], event("brewed_up", { unit: "A1" }));
    expect(gone.markers).toEqual([{ kind: "BU", cell: tank.cell }]);
    const shown = after(face, plane, [tank], [], event("revealed", { unit: "A1", command: "OW" }));
    expect(shown.pieces).toEqual([tank]);
  });
});

describe("what comes down", () => {
  const shells = {
    ...face, events: { ...face.events, impact: { kind: "impact", verb: "land" as const, pattern: "{sheaf}", text: "{fire}" } },
    patterns: { line: { key: "line", name: "line", falls: [["", "0", "3"]], turned: true } },
  };
  const labels = (cells: number[]) => cells.map((cell) => plane.label(cell)).sort();
  it("lands in all hexes of its pattern, turned as the event tells", () => {
    const north = landing(shells, plane, event("impact", { hex: "0202", sheaf: "line", fire: "GP" }));
    expect([labels(north.cells), north.text]).toEqual([["0201", "0202", "0203"], "GP"]);
    const east = landing(shells, plane, event("impact", { hex: "0202", sheaf: "line", fire: "GP", facing: "B" }));
    expect(east.cells).toHaveLength(3);
    expect(labels(east.cells)).not.toEqual(labels(north.cells));
    expect(labels(landing(shells, plane, event("impact", { hex: "0202", sheaf: "other", fire: "GP" })).cells)).toEqual(["0202"]);
    expect(landing(shells, plane, event("impact", { hex: "" })).cells).toEqual([]);
  });
  it("falls along the last hexes of its way; off the map there is nothing to see", () => {
    expect(fallOf(plane, event("crashed", { hex: "0203", facing: "D", hexes: 2 })).map((cell) => plane.label(cell))).toEqual(["0201", "0202", "0203"]);
    expect(fallOf(plane, event("crashed", { hex: "0202", facing: "D", hexes: 5 })).map((cell) => plane.label(cell))).toEqual(["0201", "0202"]);
    expect(fallOf(plane, event("crashed", { hex: "", facing: "D", hexes: 2 }))).toEqual([]);
  });
});
