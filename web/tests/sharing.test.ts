import { describe, expect, it } from "vitest";

import { choiceName, gameFace } from "../src/lib/face";
import { given, keyed, keyFor, taken, tasksOf, without } from "../src/lib/manifold";
import type { Legal, Option, Task } from "../src/lib/types";
import { groupsOf, unitLegal } from "../src/table/plot/plotting";
import { gathered, joined, left, mayJoin, mayJoinAll, sharedBy, sharersOf, sharing, unshared, usedBy } from "../src/table/plot/sharing";
import { aimsOf } from "../src/table/plot/shots";

const face = gameFace({
  tasks: [
    { kind: "MOVE", name: "Move", family: "move", chip: "M", tone: "plan", shares: true },
    { kind: "FIRE", name: "Fire", family: "fire", chip: "F", tone: "fire", shares: true },
    { kind: "NC", name: "No command", family: "hold", chip: "NC", tone: "hold" },
  ],
  choices: [{ key: "drop {unit}", name: "Put {unit} down" }, { key: "drop {unit}@{hex}", name: "Put {unit} down in {hex}" }],
});
const able = (unit: string, ...others: string[]) => {
  const options: Option[] = [{ kind: "MOVE", rule: "1" }, { kind: "NC", rule: "1" }];
  if (others.length) options.splice(1, 0, { kind: "MOVE", rule: "2", targets: others });
  return { unit, options };
};
// One beside the other in a row: only neighbours are in range.
const legal = { decision: { id: "1", kind: "command" }, units: [able("A", "B"), able("B", "A", "C"), able("C", "B"), able("D")] } as unknown as Legal;
const move = (unit: string, ...targets: string[]): Task => ({ unit, kind: "MOVE", ...(targets.length ? { targets } : {}) });

describe("tasks that units share", () => {
  it("are chosen as if they were given alone", () => {
    const groups = unshared(face, legal, groupsOf(unitLegal(legal, "B")));
    expect(groups.map((group) => [group.kind, group.options.length])).toEqual([["MOVE", 1], ["NC", 1]]);
    expect(groups[0]?.options[0]?.targets).toBeUndefined();
  });

  it("leave fire at an enemy as it is: he cannot be told the same", () => {
    const aimed = { kind: "FIRE", rule: "1", options: [{ kind: "FIRE", rule: "1", targets: ["E"] }] };
    expect(unshared(face, legal, [aimed])).toEqual([aimed]);
    expect(sharersOf(face, legal, { unit: "A", kind: "FIRE", targets: ["E"] })).toEqual([]);
  });

  it("are open to whoever may share them with one of those who have them", () => {
    expect(mayJoin(face, legal, move("A"))).toEqual(["B"]);
    expect(mayJoin(face, legal, move("A", "B"))).toEqual(["C"]);
    expect(mayJoinAll(face, legal, move("A", "B"))).toEqual([]);
    expect(mayJoinAll(face, legal, move("B"))).toEqual(["A", "C"]);
    expect(mayJoin(face, legal, { unit: "A", kind: "NC" })).toEqual([]);
  });

  it("take the place of what those who join were told", () => {
    const tasks = gathered(face, legal, { B: move("B", "C"), D: move("D") }, joined(move("A"), "B"));
    expect(tasks).toEqual({ A: move("A", "B"), D: move("D") });
    expect(sharedBy(face, legal, tasks, "B")?.unit).toBe("A");
    expect([...sharing(face, legal, tasks)]).toEqual(["B"]);
  });

  it("are taken away from one group by joining another", () => {
    const tasks = gathered(face, legal, { A: move("A", "B"), C: move("C") }, move("C", "B"));
    expect(tasks).toEqual({ A: move("A"), C: move("C", "B") });
  });

  it("stay with the others when one leaves", () => {
    expect(left(face, legal, { B: move("B", "A", "C") }, "A")).toEqual({ B: move("B", "C") });
    expect(left(face, legal, { B: move("B", "A") }, "A")).toEqual({ B: move("B") });
    const same = { B: move("B", "A") };
    expect(left(face, legal, same, "D")).toBe(same);
  });

  it("count once for a group, and not at all for those who are free", () => {
    const group = { key: "1", name: "1", members: ["A", "B", "C"], most: 1, free: ["C"] };
    const tasks = { A: move("A", "B"), C: move("C"), D: move("D"), B: { unit: "B", kind: "NC" } };
    expect(usedBy(face, group, tasks)).toBe(1);
  });
});

describe("several tasks of one unit", () => {
  const shot = (choice: string, target = "E"): Task => ({ unit: "A", kind: "FIRE", targets: [target], choice });

  it("stand beside the first one", () => {
    const tasks = keyed([shot("gun"), shot("MG"), { unit: "B", kind: "NC" }]);
    expect(Object.keys(tasks)).toEqual(["A", "A +2", "B"]);
    expect(tasksOf(tasks, "A").map((task) => task.choice)).toEqual(["gun", "MG"]);
    expect(keyFor(tasks, "A")).toBe("A +3");
    expect(Object.keys(without(tasks, "A"))).toEqual(["B"]);
  });

  it("go when the unit is told something else", () => {
    const tasks = keyed([shot("gun"), shot("MG")]);
    expect(tasksOf(given(tasks, { unit: "A", kind: "NC" }), "A")).toEqual([{ unit: "A", kind: "NC" }]);
    expect(tasksOf(given(tasks, shot("gun", "F")), "A")).toEqual([shot("gun", "F"), shot("MG")]);
  });

  it("move up when the first one is taken away", () => {
    expect(taken(keyed([shot("gun"), shot("MG")]), shot("gun"))).toEqual({ A: shot("MG") });
  });
});

describe("fire with a choice of weapons", () => {
  it("is listed by target", () => {
    const options: Option[] = [
      { kind: "FIRE", rule: "1", targets: ["E", "F"], choices: ["AP"] },
      { kind: "FIRE", rule: "1", targets: ["F"], choices: ["GP"] },
    ];
    expect(aimsOf({ kind: "FIRE", rule: "1", options })).toEqual([{ target: "E", ways: ["AP"] }, { target: "F", ways: ["AP", "GP"] }]);
    expect(aimsOf({ kind: "FIRE", rule: "1", options: [{ kind: "FIRE", rule: "1", targets: ["E"] }] })).toEqual([]);
  });
});

describe("names of choices", () => {
  it("are made by their form", () => {
    expect(choiceName(face, "drop S9")).toBe("Put S9 down");
    expect(choiceName(face, "drop S9@1N2")).toBe("Put S9 down in 1N2");
    expect(choiceName(face, "dropped S9")).toBe("Dropped S9");
  });
});
