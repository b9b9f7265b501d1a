import { describe, expect, it } from "vitest";
import { choiceParts } from "../src/table/plot/choiceparts";

const LABELS = ["Source", "Fire", "SHEAF"];
const choices = ["SB1", "SB2"].flatMap((source) => ["GP", "Smoke"].flatMap((fire) => ["Closed SHEAF", "Open SHEAF"].map((sheaf) => ({
  choice: `${fire} ${sheaf} by ${source}`, name: `${source}: ${fire}, ${sheaf}`, chance: source === "SB1" ? "90 %" : "70 %",
}))));

describe("choices in parts", () => {
  it("have one list for each part, with the chance where it depends on that part alone", () => {
    const [source, fire, sheaf] = choiceParts(LABELS, choices, "");
    expect(source!.values.map((one) => [one.name, one.chance])).toEqual([["SB1", "90 %"], ["SB2", "70 %"]]);
    expect(fire!.values.map((one) => [one.name, one.chance])).toEqual([["GP", ""], ["Smoke", ""]]);
    expect(sheaf!.now).toBe("");
  });
  it("keep the other parts of what is chosen", () => {
    const [source, fire] = choiceParts(LABELS, choices, "Smoke Open SHEAF by SB2");
    expect([source!.now, fire!.now]).toEqual(["SB2", "Smoke"]);
    expect(fire!.values.find((one) => one.name === "GP")!.choice).toBe("GP Open SHEAF by SB2");
    expect(source!.values.find((one) => one.name === "SB1")!.choice).toBe("Smoke Open SHEAF by SB1");
  });
  it("go to what is offered where the rest is not", () => {
    const offered = choices.filter((one) => one.choice !== "Smoke Open SHEAF by SB1");
    const [source] = choiceParts(LABELS, offered, "Smoke Open SHEAF by SB2");
    expect(offered.map((one) => one.choice)).toContain(source!.values[0]!.choice);
    expect(source!.values[0]!.choice).toBe("GP Open SHEAF by SB1");
  });
  it("are one list where a name has other parts", () => {
    expect(choiceParts(LABELS, [...choices, { choice: "x", name: "Anything" }], "")).toEqual([]);
    expect(choiceParts([], choices, "")).toEqual([]);
  });
});
