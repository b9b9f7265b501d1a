import { expect, test } from "vitest";
import type { Zone } from "../src/lib/types";
import { zonesIn } from "../src/map/zones";

const zone = (name: string, step = ""): Zone => ({ name, kind: "setup", cells: [1], step });

test("a zone of one step is not shown in the others", () => {
  const zones = [zone("everywhere"), zone("objective", "objective"), zone("edge", "edge")];
  expect(zonesIn(zones, "objective").map((one) => one.name)).toEqual(["everywhere", "objective"]);
  expect(zonesIn(zones, "defence").map((one) => one.name)).toEqual(["everywhere"]);
});
