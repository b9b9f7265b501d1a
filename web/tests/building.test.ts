import { describe, expect, it } from "vitest";
import { barredOnes, doubtful, fieldsOf, fromLink, grouped, isSwitch, legalOnes, linkTo, taken, withChoice } from "../src/lobby/building";
import type { BuilderField } from "../src/lib/types";

const field = (name: string, change: Partial<BuilderField> = {}): BuilderField => ({
  name, label: name, value: "a", usual: "a", choices: [{ value: "a", label: "A" }, { value: "b", label: "B" }], ...change,
});

describe("fields of a builder", () => {
  it("stand under their headings, those of a side apart", () => {
    const fields = [field("x", { group: "One" }), field("y", { side: "alpha" }), field("z", { group: "Two" }), field("w", { group: "One" })];
    expect(grouped(fields).map((one) => [one.group, one.fields.map((f) => f.name), one.after])).toEqual([["One", ["x", "w"], false], ["Two", ["z"], true]]);
    expect(fieldsOf(fields, "alpha").map((f) => f.name)).toEqual(["y"]);
  });

  it("keep what is legal apart from what is not", () => {
    const one = field("x", { choices: [{ value: "a", label: "A" }, { value: "b", label: "B", legal: false, why: "35.0: no" }] });
    expect(legalOnes(one).map((choice) => choice.value)).toEqual(["a"]);
    expect(barredOnes(one).map((choice) => choice.why)).toEqual(["35.0: no"]);
  });

  it("are boxes to tick where they ask yes or no", () => {
    expect(isSwitch(field("x"))).toBe(false);
    expect(isSwitch(field("x", { choices: [{ value: "no", label: "No" }, { value: "yes", label: "Yes" }] }))).toBe(true);
  });

  it("mark what is not the rulebook's", () => {
    expect([undefined, "", "rulebook", "reconstructed"].map(doubtful)).toEqual([false, false, false, true]);
  });
});

describe("choices", () => {
  it("are kept only where they are not usual", () => {
    expect(withChoice({ y: "c" }, field("x"), "b")).toEqual({ y: "c", x: "b" });
    expect(withChoice({ y: "c", x: "b" }, field("x"), "a")).toEqual({ y: "c" });
  });

  it("that the game did not take are gone; those it does not ask for stay", () => {
    const fields = [field("x", { value: "b" }), field("y", { note: "35.0: not here" }), field("z")];
    expect(taken({ x: "b", y: "b", z: "a", other: 3 }, fields)).toEqual({ x: "b", other: 3 });
  });
});

describe("the link", () => {
  it("carries the choices there and back", () => {
    const chosen = { period: 5, tank: "Ge Pz IVH", ours: "Ger(E)" };
    const link = linkTo("tank/34.1", chosen);
    expect(link).toBe("/new/tank/34.1?ours=Ger%28E%29&period=5&tank=Ge+Pz+IVH");
    expect(fromLink(link.split("?")[1] ?? "", { period: 6, tank: "", ours: "" })).toEqual(chosen);
    expect(linkTo("tank/34.1", {})).toBe("/new/tank/34.1");
  });

  it("with strange things in it chooses nothing", () => {
    expect(fromLink("period=six&unheard=1", { period: 6 })).toEqual({});
  });
});
