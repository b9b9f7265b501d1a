// How big and how hard a scenario is, from what its card says. A hint for choosing, no judgement. Pure.

import type { Scenario } from "./types";

/** The units in a list such as "8 76AT, 12 infantry". */
export function unitCount(forces: unknown): number {
  return String(forces ?? "")
    .split(",")
    .reduce((sum, part) => sum + (Number.parseInt(part.trim(), 10) || 0), 0);
}

export type Size = "small" | "middle" | "large";

export function sizeOf(scenario: Scenario): { units: number; size: Size } {
  const units = Object.values(scenario.sides).reduce((sum, side) => sum + unitCount(side["forces"]), 0);
  return { units, size: units <= 12 ? "small" : units <= 25 ? "middle" : "large" };
}

/** One to three: more units, hidden defenders, more rules and terrain that hides everybody make it harder. */
export function difficultyOf(scenario: Scenario): 1 | 2 | 3 {
  const { size } = sizeOf(scenario);
  let points = size === "small" ? 0 : size === "middle" ? 1 : 2;
  if (Object.values(scenario.sides).some((side) => side["deploy"] === "hidden" || side["deploy"] === "placed")) points += 1;
  if (scenario.facts["mode"] === "closed") points += 1;
  // A level above the basic rules has many more of them.
  if (scenario.facts["level"] === "advanced") points += 1;
  return points === 0 ? 1 : points <= 2 ? 2 : 3;
}
