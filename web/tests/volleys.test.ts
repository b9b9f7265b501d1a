import { describe, expect, it } from "vitest";
import type { Legal } from "../src/lib/types";
import { gameFace } from "../src/lib/face";
import { striking } from "../src/table/prompt/volleys";
import { volleyTexts } from "../src/table/prompt/volleytexts";
import { told } from "./face";

const answering = gameFace({
  ...told,
  tasks: [...(told.tasks ?? []), { kind: "CA", name: "Strike back", family: "answer", key: "s", chip: "CA", tone: "fire", draws: ["targets"] }],
});
const asked = (kind: string): Legal =>
  ({ decision: { kind: "x" }, units: [{ unit: "1", options: [{ kind, rule: "1", targets: ["2", "3"] }] }] }) as unknown as Legal;

describe("whom to strike back at", () => {
  it("is a question of its own where the face calls the task an answer", () => {
    expect(striking(asked("CA"), answering)).toBe(true);
  });
  it("is not asked by fire at one of several targets, which belongs into the list of orders", () => {
    expect(striking(asked("DF"), answering)).toBe(false);
    expect(striking(null, answering)).toBe(false);
    expect(striking({ ...asked("CA"), choices: ["pass"] } as Legal, answering)).toBe(false);
  });
});

describe("the signs of results", () => {
  it("all stand before their words", () => {
    expect(["P pinned", "D1 disrupted", "D4 destroyed"]).toEqual(
      [["P", "pinned"], ["D1", "disrupted (D1)"], ["D4", "destroyed"]].map(([key, name]) => volleyTexts.sign(key!, name!)),
    );
  });
});
