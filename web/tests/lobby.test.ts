// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { countedWith, handicapWords } from "../src/lib/balance";
import { noteSeen, seenOf, viewAfter } from "../src/lib/catchup";
import { dayOf, grouped, linkOf, opponents } from "../src/lib/grouping";
import { Plane } from "../src/lib/hexgeo";
import { archive, held, hold, hotSeatsOf, inviteLink, type Held, takeKnown } from "../src/lib/mine";
import { difficultyOf, sizeOf, unitCount } from "../src/lib/sizes";
import type { Board, MineEntry, Replay, Scenario, View } from "../src/lib/types";
import { face, SCORE } from "./face";
import { chartPath, niceRange } from "../src/replay/chart";

const scenario = (sides: Scenario["sides"], facts: Scenario["facts"] = {}): Scenario => ({
  id: "x/1", game: "x", title: "", description: "", map: "", length: 0, facts, sides, hash: "", options: [], thumbnail: "", board: "", tables: "", face: "", rules: "", names: {}, colours: {}, frames: {}, forces: {}, builder: false, book: "", balance: null,
});
const seat = (token: string, change: Partial<Held> = {}): Held => ({ match: "m", token, side: "alpha", scenario: "x/1", added: 1, ...change });
const entry = (change: Partial<MineEntry>): MineEntry => ({
  match: "m", game: "x", scenario: "x/1", title: "X", role: "seat", side: "alpha", status: "playing", turn: 1, owing: [],
  your_turn: false, outcome: null, changed: 1, created: 1, hot_seat: false, fork: false, seats: {}, ...change,
});

beforeEach(() => localStorage.clear());

describe("size and difficulty", () => {
  it("counts units in a list of forces", () => {
    expect(unitCount("8 76AT, 12 infantry")).toBe(20);
    expect(unitCount(undefined)).toBe(0);
  });

  it("calls few units easy, and many hidden ones in closed ground hard", () => {
    const easy = scenario({ alpha: { forces: "5 PzIVh" }, bravo: { forces: "5 M4/76" } });
    expect(sizeOf(easy)).toEqual({ units: 10, size: "small" });
    expect(difficultyOf(easy)).toBe(1);
    const hard = scenario({ alpha: { forces: "15 M4" }, bravo: { forces: "4 88AT, 6 infantry", deploy: "hidden" } }, { mode: "closed" });
    expect(difficultyOf(hard)).toBe(3);
    const many = { alpha: { forces: "15 M4" }, bravo: { forces: "14 M4" } };
    expect([difficultyOf(scenario(many, { level: "basic" })), difficultyOf(scenario(many, { level: "advanced" }))]).toEqual([2, 3]);
  });
});

describe("my games", () => {
  it("puts my turn first, newest above, and a hot seat in one row", () => {
    const groups = grouped([
      { held: seat("t1"), entry: entry({ status: "over" }) },
      { held: seat("t2"), entry: entry({ your_turn: true, changed: 5 }) },
      { held: seat("t3"), entry: entry({ your_turn: true, changed: 9 }) },
      { held: seat("t4"), entry: entry({}) },
      { held: seat("t5"), entry: null },
      { held: seat("h1", { match: "h", hot: true }), entry: entry({ match: "h" }) },
      { held: seat("h2", { match: "h", hot: true, side: "bravo" }), entry: entry({ match: "h", side: "bravo", your_turn: true, changed: 0 }) },
    ]);
    expect(groups.mine.map((row) => row.held.token)).toEqual(["t3", "t2", "h2"]);
    expect(groups.waiting.map((row) => row.held.token)).toEqual(["t4"]);
    expect(groups.over.map(linkOf)).toEqual(["#/replay/m/t1"]);
    expect(groups.mine.map(linkOf)[0]).toBe("#/play/m/t3");
  });

  it("remembers seats, and which of them share a screen", () => {
    hold({ match: "m", token: "a", side: "alpha", scenario: "x/1", hot: true });
    hold({ match: "m", token: "b", side: "bravo", scenario: "x/1", hot: true });
    hold({ match: "o", token: "c", side: "alpha", scenario: "x/1" });
    expect(hotSeatsOf("o")).toEqual({});
    expect(hotSeatsOf("m")).toEqual({ alpha: "a", bravo: "b" });
  });

  it("takes over links and what is put away from the server, and keeps its own token", () => {
    hold({ match: "m", token: "a", side: "alpha", scenario: "x/1", invite: "i" });
    const known = { side: "alpha", scenario: "x/1", watch: "w", invite: undefined };
    takeKnown([{ ...known, match: "m", token: "other", archived: true }, { ...known, match: "o", token: "c", archived: false }]);
    expect(held().map(({ match, token, watch, invite, archived }) => [match, token, watch, invite, archived])).toEqual([
      ["o", "c", "w", undefined, false],
      ["m", "a", "w", "i", true],
    ]);
  });

  it("puts a game away without losing its seat, and brings it back", () => {
    hold({ match: "m", token: "a", side: "alpha", scenario: "x/1", invite: "i", watch: "w" });
    hold({ match: "o", token: "c", side: "alpha", scenario: "x/1" });
    archive("a");
    const list = () => grouped(held().map((one) => ({ held: one, entry: entry({ match: one.match }) })));
    expect(list().away.map((row) => row.held.token)).toEqual(["a"]);
    expect(list().waiting.map((row) => row.held.token)).toEqual(["c"]);
    expect(inviteLink(list().away[0]!.held)).toContain("/#/join/m/i");
    archive("a", false);
    expect(list().waiting.map((row) => row.held.token)).toEqual(["c", "a"]);
    expect(list().away).toEqual([]);
  });

  it("lets go of what was put away first when there is no more room", () => {
    const full = Array.from({ length: 2000 }, (_, k) => ({ match: `m${k}`, token: `t${k}`, side: "alpha", scenario: "x/1", added: k }));
    localStorage.setItem("hulldown.seats", JSON.stringify(full));
    archive("t150");
    hold({ match: "n", token: "new", side: "alpha", scenario: "x/1" });
    expect(held()).toHaveLength(2000);
    expect(held().some((one) => one.token === "t150")).toBe(false);
    expect(held().some((one) => one.token === "t0")).toBe(true);
  });

  it("counts an offer as something to be answered, and only looks at what cannot be played on", () => {
    const offer = { side: "bravo", terms: "draw", declined: false } as const;
    const groups = grouped([
      { held: seat("t1"), entry: entry({ offer }) },
      { held: seat("t2"), entry: entry({ offer: { ...offer, declined: true } }) },
      { held: seat("t3"), entry: entry({ offer: { ...offer, side: "alpha" } }) },
      { held: seat("t4"), entry: entry({ status: "frozen", owing: ["alpha"] }) },
    ]);
    expect(groups.mine.map((row) => row.held.token)).toEqual(["t1"]);
    expect(groups.waiting.map((row) => row.held.token)).toEqual(["t2", "t3"]);
    expect(groups.over.map(linkOf)).toEqual(["#/replay/m/t4"]);
  });

  it("tells the opponent and the day", () => {
    const seats = { alpha: { kind: "human", taken: true, name: "Anna" }, bravo: { kind: "bot:veteran", taken: true } };
    const row = (change: Partial<MineEntry>) => grouped([{ held: seat("t"), entry: entry({ seats, ...change }) }]).waiting[0]!;
    expect(opponents(row({}))).toEqual([{ side: "bravo", player: "Veteran bot", free: false }]);
    expect(opponents(row({ side: "bravo" }))).toEqual([{ side: "alpha", player: "Anna", free: false }]);
    expect(opponents(row({ side: null, role: "watch" }))).toEqual([]);
    const now = new Date(2026, 5, 5, 12, 0);
    const at = (...when: [number, number, number, number]) => new Date(...when).getTime() / 1000;
    expect(dayOf(at(2026, 5, 5, 9), now, "en-GB")).toBe("09:00");
    expect(dayOf(at(2026, 4, 5, 9), now, "en-GB")).toBe("5 May");
    expect(dayOf(at(2025, 4, 5, 9), now, "en-GB")).toBe("5 May 2025");
  });
});

describe("catching up", () => {
  const board: Board = {
    name: "b", title: "b", columns: 1, rows: 3, high_columns: "odd", stride: 8, size: 40, offsets: [-1, 7, 8, 1, -7, -8],
    meta: {}, hexsides: [], lines: {}, edges: {}, regions: {}, names: [],
    cells: [1, 2, 3].map((row) => ({ cell: 8 + row, label: `010${row}`, column: 1, row, q: 1, r: row, terrain: "clear", elevation: 0 })),
  };
  const at = (cell: number): View => ({
    game: "x", scenario: "x/1", side: "alpha", turn: 1, step: "", owing: [], decision: null, markers: [], facts: {}, outcome: null,
    pieces: [{ id: "A1", side: "alpha", cell }],
  });
  const move = (n: number, hex: string) => ({ n, kind: "moved", rule: "9.2", turn: 1, step: "move", data: { unit: "A1", hex }, text: "", side: "alpha", verb: "move" as const });
  const replay: Replay = {
    perspective: "own", events: [move(0, "0102"), move(1, "0103")],
    turns: [{ turn: 1, step: "plot", events: [0, 2], views: { alpha: at(9) }, score: SCORE }, { turn: 2, step: "plot", events: [2, 2], views: { alpha: at(11) }, score: SCORE }],
  };

  it("keeps how far each seat has seen", () => {
    expect(seenOf("m", "alpha")).toBeNull();
    noteSeen("m", "alpha", 7);
    noteSeen("m", null, 3);
    expect(seenOf("m", "alpha")).toBe(7);
    expect(seenOf("m", null)).toBe(3);
  });

  it("works out the position that was left", () => {
    const plane = new Plane(board);
    expect(viewAfter(replay, 0, plane, face)?.pieces[0]?.cell).toBe(9);
    expect(viewAfter(replay, 1, plane, face)?.pieces[0]?.cell).toBe(10);
    expect(viewAfter(replay, 2, plane, face)?.pieces[0]?.cell).toBe(11);
    expect(viewAfter({ ...replay, turns: [] }, 2, plane, face)).toBeNull();
  });
});

describe("charts", () => {
  it("finds round ranges", () => {
    expect(niceRange([0, 0])).toEqual({ bottom: 0, top: 1, lines: [0, 1] });
    expect(niceRange([5])).toEqual({ bottom: 0, top: 6, lines: [0, 2, 4, 6] });
    expect(niceRange([-1.2, 0.5], true)).toEqual({ bottom: -2, top: 2, lines: [-2, -1, 0, 1, 2] });
  });

  it("draws level and then up where values step", () => {
    expect(chartPath([0, 2], (x) => x * 10, (y) => 5 - y)).toBe("M0.0 5.0L10.0 3.0");
    expect(chartPath([0, 2], (x) => x * 10, (y) => 5 - y, true)).toBe("M0.0 5.0H10.0V3.0");
    expect(chartPath([], (x) => x, (y) => y)).toBe("");
  });
});

describe("handicaps", () => {
  const balance = (handicap?: Record<string, number>) => ({ games: 60, bots: "greedy", wins: {}, interval: [0, 1] as [number, number], ...(handicap && { handicap }) });

  it("are told in words, with a true minus", () => {
    expect(handicapWords(balance({ alpha_units: -2, turns: 3 }))).toBe("2 units fewer for Alpha, 3 turns more");
    expect(handicapWords(balance({ bravo_panic: 1, alpha_units: 1 }))).toBe("panic +1 for Bravo, 1 unit more for Alpha");
  });

  it("belong to the options that were counted, handicaps left aside", () => {
    const option = (name: string, usual: number | string, handicap = false) => ({ name, default: usual, rule: "", what: "", handicap });
    const usual = balance({ bravo_units: -4 });
    const first = { ...balance(), options: { period: 1 } };
    const open: Scenario = {
      ...scenario({}), options: [option("period", 6), option("alpha_nation", ""), option("bravo_units", 0, true)], balance: { ...usual, others: [first] },
    };
    expect(countedWith(open, {})?.handicap).toEqual({ bravo_units: -4 });
    expect(countedWith(open, { period: 6, bravo_units: -4 })?.handicap).toEqual({ bravo_units: -4 });
    expect(countedWith(open, { period: 1 })).toBe(first);
    expect(countedWith(open, { period: 2 })).toBeNull();
    expect(countedWith(open, { period: 1, alpha_nation: "Br" })).toBeNull();
    expect(countedWith({ ...open, balance: null }, {})).toBeNull();
  });

  it("are nothing where a scenario needs none", () => {
    expect(handicapWords(balance())).toBe("");
    expect(handicapWords(null)).toBe("");
  });
});
