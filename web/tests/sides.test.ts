// @vitest-environment jsdom
// A side has one look everywhere, whatever the order in which a page is told of the sides.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sideLook, sideVars } from "../src/lib/face";
import BalanceBar from "../src/lobby/BalanceBar.svelte";
import Figures from "../src/replay/Figures.svelte";
import Remarks from "../src/replay/Remarks.svelte";
import Timeline from "../src/replay/Timeline.svelte";
import TurnSummary from "../src/table/playback/TurnSummary.svelte";
import type { SideFigures } from "../src/lib/analysis";
import type { ReplayFrame, Scenario } from "../src/lib/types";
import { face } from "./face";

let target: HTMLElement;
beforeEach(() => {
  target = document.createElement("div");
  document.body.append(target);
});
afterEach(() => target.remove());

const ORDERS = [["alpha", "bravo"], ["bravo", "alpha"]];
/** The colour that an element or one of its parents has been given. */
const colourOf = (element: Element | null | undefined): string => element?.closest<HTMLElement>("[style*='--own']")?.style.getPropertyValue("--own") ?? "";
const wanted = (side: string) => /--own: ([^;]+)/.exec(sideVars(sideLook(face, side)))?.[1];
const figure = (side: string): SideFigures => ({ side, losses: [0, 1], shots: 1, made: [0, 1], expected: [0, 0.5] }) as SideFigures;
const frames = [{ turn: 1 }, { turn: 2 }] as ReplayFrame[];

describe.each(ORDERS)("told of %s and %s", (...sides) => {
  it("a chart draws each side in its own colour and line", () => {
    const part = mount(Figures, { target, props: { found: sides.map(figure), face, frames, at: 1, partial: false } });
    flushSync();
    const lines = [...target.querySelectorAll("svg")[0]!.querySelectorAll("path.line")];
    expect(lines.map(colourOf)).toEqual(sides.map(wanted));
    expect(lines.map((line) => line.classList.contains("cut"))).toEqual(sides.map((side) => face.sides[side]?.frame === "cut"));
    void unmount(part);
  });

  it("the marks of the timeline have the colour and shape of who lost", () => {
    const props = { names: ["1", "2"], at: 0, playing: false, found: sides.map(figure), face, onGo: () => {}, onPlay: () => {} };
    const part = mount(Timeline, { target, props });
    flushSync();
    const marks = [...target.querySelectorAll(".marks i")];
    expect(marks.map(colourOf)).toEqual(sides.map(wanted));
    expect(marks.map((mark) => mark.classList.contains("cut"))).toEqual(sides.map((side) => face.sides[side]?.frame === "cut"));
    void unmount(part);
  });

  it("remarks, summaries and the balance agree with it", () => {
    const remarks = sides.map((side) => ({ side, turn: 1, decision: side, remark: side }));
    const found = { turn: 1, shots: 0, hits: 0, losses: sides.map((side) => ({ side, unit: side, type: "" })), damaged: [], spotted: [], panicked: 0, deeds: {} };
    const scenario = {
      sides: Object.fromEntries(sides.map((side) => [side, {}])), names: {}, balance: { games: 9, bots: "", wins: { alpha: 0.5, bravo: 0.5 }, interval: [0, 1] },
      colours: { alpha: face.sides["alpha"]!.colour, bravo: face.sides["bravo"]!.colour }, frames: {},
    } as unknown as Scenario;
    const parts = [
      mount(Remarks, { target, props: { remarks, face } }), mount(TurnSummary, { target, props: { found, face, sides, onClose: () => {} } }),
      mount(BalanceBar, { target, props: { scenario } }),
    ];
    flushSync();
    expect([...target.querySelectorAll("[data-testid=remarks] li")].map(colourOf)).toEqual(sides.map(wanted));
    expect([...target.querySelectorAll("[data-testid=summary] li")].map(colourOf)).toEqual(sides.map(wanted));
    expect([...target.querySelectorAll(".bar span")].map(colourOf)).toEqual(sides.map(wanted));
    for (const part of parts) void unmount(part);
  });

  it("the summary says of each unit once what has happened to it", () => {
    const damaged = [{ unit: "1", mark: "spotted" }, { unit: "2", mark: "spotted" }, { unit: "1", mark: "half" }, { unit: "1", mark: "half" }];
    const found = { turn: 1, shots: 0, hits: 0, losses: [], damaged, spotted: [], panicked: 0, deeds: {} };
    const part = mount(TurnSummary, { target, props: { found, face, sides, onClose: () => {} } });
    flushSync();
    expect(target.querySelector("[data-testid=summary] li")?.textContent).toBe("1: spotted and half; 2: spotted");
    void unmount(part);
  });
});
