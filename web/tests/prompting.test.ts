import { describe, expect, it } from "vitest";
import type { Plane } from "../src/lib/hexgeo";
import type { Legal } from "../src/lib/types";
import { chosenOf, movedTo, partiesOf, partyText, picksOf, toggled } from "../src/table/prompt/parties";
import { answerOf, entriesOf, harmOf, holdName, passOf, suggested } from "../src/table/prompt/prompting";

const fires = (unit: string, ...targets: string[]) => ({ unit, options: [{ kind: "OW", rule: "", targets }] });
const legal: Legal = {
  decision: { id: "3.overwatch.g7", kind: "overwatch", side: "german", rule: "4.4.2b", prompt: "" },
  units: [fires("G1", "S1", "S2"), fires("G2", "S1")],
  choices: ["pass", "pass vehicle", "pass step"],
  passes: [{ choice: "pass" }, { choice: "pass vehicle", until: "3 move2 S1" }, { choice: "pass step", until: "3 move2" }],
};

describe("the answer to begin with", () => {
  const entries = entriesOf(legal);
  const chance = (unit: string, target: string, harm: number) => ({ unit, target, harm });
  it("is the shot that harms most, or the pass where none can", () => {
    expect(suggested(legal, entries, [chance("G1", "S1", 10), chance("G1", "S2", 40), chance("G2", "S1", 0)])).toBe(1);
    expect(entries[suggested(legal, entries, [chance("G1", "S1", 0), chance("G2", "S1", 0)])]?.choice).toBe("pass");
    expect(suggested(legal, entries, null), "nobody has told").toBe(0);
    expect([harmOf([chance("G1", "S1", 7)], "G1"), harmOf([], "G1"), harmOf(null, "G1")]).toEqual([7, 0, null]);
  });
  it("lets what units have been told stand", () => {
    const said = new Map([["G1", { word: "hold" as const, least: 40 }], ["G2", { word: "fire" as const, least: 5 }]]);
    expect(answerOf(legal, passOf(legal)!, new Set(), said).standing).toEqual(["G1@3 move2 hold 40", "G2@3 move2 fire 5"]);
  });
});

describe("the answers to a question", () => {
  it("are each shot, the shots at one target together, and the choices", () => {
    const found = entriesOf(legal).map((entry) => entry.choice || entry.shots.map((shot) => `${shot.unit}>${shot.target}`).join(" "));
    expect(found).toEqual(["G1>S1", "G1>S2", "G2>S1", "G1>S1 G2>S1", "pass", "pass vehicle", "pass step"]);
    expect(entriesOf(legal, new Set(["G1"])).map((entry) => entry.shots.length)).toEqual([1, 0, 0, 0]);
    expect(entriesOf(null)).toEqual([]);
  });
  it("become orders", () => {
    const [first, , , volley] = entriesOf(legal);
    expect(answerOf(legal, first!)).toEqual({ order: { kind: "overwatch", tasks: [{ unit: "G1", kind: "OW", targets: ["S1"] }] }, standing: [] });
    expect(answerOf(legal, volley!).order.tasks).toHaveLength(2);
  });
  it("let a longer pass stand, and pass this chance: the enemy sees the same", () => {
    const step = { shots: [], choice: "pass step" };
    expect(answerOf(legal, step)).toEqual({ order: { kind: "overwatch", choice: "pass" }, standing: ["3 move2"] });
    expect(answerOf(legal, passOf(legal)!, new Set(["G2"]))).toEqual({ order: { kind: "overwatch", choice: "pass" }, standing: ["G2@3 move2"] });
    expect(answerOf({ ...legal, passes: [] }, step)).toEqual({ order: { kind: "overwatch", choice: "pass step" }, standing: [] });
  });
  it("know when a pass can stand", () => {
    expect(holdName(legal, "G1")).toBe("G1@3 move2");
    expect(holdName({ ...legal, passes: [{ choice: "pass" }] }, "G1")).toBe("");
    expect(passOf({ ...legal, passes: [] })).toBeNull();
  });
});

describe("several who attack one target in an order of their own", () => {
  const leads = (kind: string) => kind === "CA";
  const attack: Legal = {
    decision: { id: "2.assault.g1", kind: "assault", side: "german", rule: "6.6.1.1k", prompt: "" },
    units: [
      { unit: "G3", options: [{ kind: "CA", rule: "", targets: ["S2", "S4"] }] },
      { unit: "G5", options: [{ kind: "CA", rule: "", targets: ["S2"] }, { kind: "CA", rule: "", cells: [7, 9], targets: ["S6"] }] },
      { unit: "G8", options: [{ kind: "CA", rule: "", cells: [8], targets: ["S2"] }] },
    ],
    choices: ["no more"],
    passes: [{ choice: "no more" }],
  };
  const plane = { label: (cell: number) => `h${cell}` } as unknown as Plane;
  const parties = partiesOf(attack, leads);

  it("are listed by target, with the hexes they would go to", () => {
    const told = parties.map((party) => party.map((one) => [one.unit, one.target, ...one.hexes].join(" ")));
    expect(told).toEqual([["G3 S2", "G5 S2", "G8 S2 8"], ["G3 S4"], ["G5 S6 7 9"]]);
    expect(partiesOf(attack, () => false)).toEqual([]);
    expect(partiesOf(null, leads)).toEqual([]);
  });
  it("are taken in the order in which they were chosen, on one target", () => {
    const [first, second] = parties as [typeof parties[0], typeof parties[0]];
    let tasks = toggled(first!, {}, "G3");
    for (const unit of ["G8", "G3", "G3"]) tasks = toggled(first!, tasks, unit);
    expect(picksOf(first!, tasks).map((task) => task.unit)).toEqual(["G8", "G3"]);
    expect(tasks["G8"]).toEqual({ unit: "G8", kind: "CA", targets: ["S2"], cells: [8] });
    expect(partyText(plane, chosenOf(first!, tasks))).toBe("G8@h8,G3");
    expect(toggled(second!, tasks, "G3")).toEqual({ G3: { unit: "G3", kind: "CA", targets: ["S4"] } });
  });
  it("go to the hex that is chosen", () => {
    const party = parties[2]!;
    const tasks = toggled(party, {}, "G5");
    expect(tasks["G5"]?.cells).toEqual([7]);
    expect(movedTo(party, tasks, "G5", 9)["G5"]?.cells).toEqual([9]);
    expect(movedTo(party, {}, "G5", 9)).toEqual({});
  });
  it("are announced as they stand; the only one who could need not be picked", () => {
    const [first, second] = parties;
    expect(chosenOf(first!, {})).toEqual([]);
    expect(chosenOf(second!, {}).map((shot) => shot.unit)).toEqual(["G3"]);
    expect(chosenOf(second!, toggled(first!, {}, "G5"))).toEqual([]);
    const tasks = toggled(first!, {}, "G8");
    const entries = entriesOf(attack, new Set(), { leads }, [chosenOf(first!, tasks)]);
    expect(entries.map((entry) => entry.choice || entry.shots.map((shot) => shot.unit).join())).toEqual(["G8", "no more"]);
    expect(answerOf(attack, entries[0]!).order).toEqual({ kind: "assault", tasks: [{ unit: "G8", kind: "CA", targets: ["S2"], cells: [8] }] });
  });
});
