import { describe, expect, it } from "vitest";
import type { Legal } from "../src/lib/types";
import { answerOf, entriesOf, holdName, inOrder, partiesOf, passOf, shotsOf, toggled } from "../src/table/prompt/prompting";

const fires = (unit: string, ...targets: string[]) => ({ unit, options: [{ kind: "OW", rule: "", targets }] });
const legal: Legal = {
  decision: { id: "3.overwatch.g7", kind: "overwatch", side: "german", rule: "4.4.2b", prompt: "" },
  units: [fires("G1", "S1", "S2"), fires("G2", "S1")],
  choices: ["pass", "pass vehicle", "pass step"],
  passes: [{ choice: "pass" }, { choice: "pass vehicle", until: "3 move2 S1" }, { choice: "pass step", until: "3 move2" }],
};

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
  it("are listed by target, where there is more than one", () => {
    const parties = partiesOf(shotsOf(legal), (kind) => kind === "OW");
    expect(parties.map((party) => party.map((shot) => `${shot.unit}>${shot.target}`))).toEqual([["G1>S1", "G2>S1"]]);
    expect(partiesOf(shotsOf(legal), () => false)).toEqual([]);
  });
  it("are taken in the order in which they were chosen", () => {
    const party = partiesOf(shotsOf(legal), () => true)[0] ?? [];
    const chosen = toggled(toggled(toggled(toggled([], "G1"), "G2"), "G1"), "G1");
    expect(chosen).toEqual(["G2", "G1"]);
    expect(inOrder(party, chosen).map((shot) => shot.unit)).toEqual(["G2", "G1"]);
    expect(inOrder(party, ["G2"])).toHaveLength(1);
  });
});
