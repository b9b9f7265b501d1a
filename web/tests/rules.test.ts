import { describe, expect, it } from "vitest";
import { casesOf } from "../src/lib/rules";
import type { RuleCase } from "../src/lib/types";

const all = ["4.1-a-1", "4.1-a-2", "4.1-b-0", "8.71a", "8.71b", "8.7", "4.4.2c"].map((id) => ({ id, summary: id }) as RuleCase);
const ids = (rule: string) => casesOf(all, rule).map((entry) => entry.id);

describe("the cases of a citation", () => {
  it("are the case itself", () => expect(ids("4.4.2c")).toEqual(["4.4.2c"]));
  it("or its parts, whatever the case of its letters", () => {
    expect(ids("4.1-A")).toEqual(["4.1-a-1", "4.1-a-2"]);
    expect(ids("8.71")).toEqual(["8.71a", "8.71b"]);
  });
  it("or those of the case above", () => {
    expect(ids("4.1-a-9")).toEqual(["4.1-a-1", "4.1-a-2"]);
    expect(ids("4.4.2c-2")).toEqual(["4.4.2c"]);
    expect(ids("99")).toEqual([]);
  });
});
