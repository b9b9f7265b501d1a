import { describe, expect, it } from "vitest";
import { HEIGHT } from "../src/lib/hexgeo";
import { texts } from "../src/lib/texts";
import { clearTop, nameLines, type Box } from "../src/map/names";
import { zoneOverlays } from "../src/map/zones";
import { at, plain } from "./board";
import { face } from "./face";

describe("names on the map", () => {
  const place: Box = [100, 200, 50, 70];
  const covers = (top: number, height: number) => top < place[3] && top + height * 0.8 > place[2];
  it("keep clear of the names of places, up or down", () => {
    const top = clearTop([place], 120, 60, 55, 20);
    expect(covers(top, 20)).toBe(false);
    expect(Math.abs(top - 55)).toBeLessThan(40);
  });
  it("stay where they belong when nothing is there", () => {
    expect(clearTop([place], 210, 60, 55, 20)).toBe(55);
    expect(clearTop([], 120, 60, 55, 20)).toBe(55);
  });
  it("have a line each, and do not say again what a place there is called", () => {
    const plane = plain({ names: [{ cell: at(plain(), "0403"), name: "Rathaus" }] });
    expect(nameLines(plane, "Rifle Company, Gun Platoon", 1)).toEqual(["Rifle Company", "Gun Platoon"]);
    expect(nameLines(plane, "Rathaus", 1)).toEqual([]);
    // Far out places have no names.
    expect(nameLines(plane, "Rathaus", 0.3)).toEqual(["Rathaus"]);
  });
  it("take a hex of a zone that has no name of a place near it", () => {
    const names = [{ cell: at(plain(), "0403"), name: "Krasnoye" }];
    const plane = plain({ names });
    const cells = ["0401", "0402", "0403", "0404", "0405"].map((label) => at(plane, label));
    const zone = { key: "z", name: "Zone", kind: "setup" as const, cells };
    const [free] = zoneOverlays([zone as never], plain(), face);
    const [drawn] = zoneOverlays([zone as never], plane, face);
    expect(free!.at).toBe(at(plane, "0403"));
    expect(Math.abs(plane.centre(drawn!.at).y - plane.centre(names[0]!.cell).y)).toBeGreaterThan(HEIGHT);
  });
});

describe("hints for fingers", () => {
  const said = (hint: unknown) => (typeof hint === "function" ? (hint as (label: string) => string)("0101") : String(hint));
  it("name no key and no click", () => {
    for (const [key, hint] of Object.entries({ ...texts.hints, ...texts.fingers })) {
      expect(said(hint), key).not.toMatch(/\bpress\b|Backspace|\bEsc\b|\b[A-Z] (goes|or)\b|[Cc]lick/);
    }
  });
});
