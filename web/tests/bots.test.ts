// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shares } from "../src/lib/balance";
import { botIn, botTitle, onlyBots, sorted, usual } from "../src/lib/bots";
import { joined } from "../src/lib/following.svelte";
import { Match } from "../src/lib/match.svelte";
import type { Balance, BotInfo, MatchState, Scenario } from "../src/lib/types";
import BalanceBar from "../src/lobby/BalanceBar.svelte";
import BotChoice from "../src/lobby/BotChoice.svelte";
import Remarks from "../src/replay/Remarks.svelte";
import { face } from "./face";

const bot = (name: string, group: BotInfo["group"]): BotInfo => ({ name, title: botTitle(name), what: `About ${name}.`, group });
const BOTS = [bot("recruit", "level"), bot("regular", "level"), bot("greedy", "engine"), bot("mine", "local")];
const BALANCE: Balance = { games: 200, bots: "greedy", wins: { alpha: 0.5, bravo: 0.43 }, interval: [0.47, 0.61] };

const scenario = (balance: Balance | null): Scenario => ({
  id: "x/1", game: "x", title: "", description: "", map: "", length: 0, facts: {}, sides: { alpha: {}, bravo: {} }, hash: "", options: [],
  thumbnail: "", board: "", tables: "", face: "", rules: "", names: {}, colours: { alpha: "blue", bravo: "red" }, frames: { bravo: "cut" }, forces: {}, builder: false, book: "", balance,
});

let target: HTMLElement;
beforeEach(() => {
  target = document.createElement("div");
  document.body.append(target);
});
afterEach(() => target.remove());

describe("bots as people choose them", () => {
  it("puts levels first and takes regular where nobody has chosen", () => {
    expect(sorted(BOTS).levels.map((one) => one.name)).toEqual(["recruit", "regular"]);
    expect(sorted(BOTS).others.map((one) => one.name)).toEqual(["greedy", "mine"]);
    expect(usual(BOTS)).toBe("regular");
    expect(usual([bot("x", "local")])).toBe("x");
  });

  it("knows who sits where", () => {
    expect(botIn({ kind: "bot:greedy", taken: true })).toBe("greedy");
    expect(botIn({ kind: "human", taken: true })).toBe("");
    expect(onlyBots({ a: { kind: "bot:x", taken: true }, b: { kind: "bot:y", taken: true } })).toBe(true);
    expect(onlyBots({ a: { kind: "bot:x", taken: true }, b: { kind: "open", taken: false } })).toBe(false);
    expect(onlyBots({})).toBe(false);
  });

  it("is one group of radio buttons, with the engines folded away", () => {
    const part = mount(BotChoice, { target, props: { bots: BOTS, chosen: "regular", label: "Who plays Alpha" } });
    flushSync();
    const radios = [...target.querySelectorAll<HTMLInputElement>("input[type=radio]")];
    expect(radios.map((one) => one.value)).toEqual(["recruit", "regular", "greedy", "mine"]);
    expect(new Set(radios.map((one) => one.name)).size).toBe(1);
    expect(radios.find((one) => one.checked)?.value).toBe("regular");
    expect(target.querySelector("details")?.open).toBe(false);
    expect(target.querySelector("[role=radiogroup]")?.getAttribute("aria-label")).toBe("Who plays Alpha");
    void unmount(part);
  });

  it("shows an engine that is chosen already", () => {
    const part = mount(BotChoice, { target, props: { bots: BOTS, chosen: "greedy", label: "x" } });
    flushSync();
    expect(target.querySelector("details")?.open).toBe(true);
    void unmount(part);
  });
});

describe("balance", () => {
  it("makes whole per cents of the games that somebody won", () => {
    expect(shares(BALANCE, ["alpha", "bravo"])).toEqual([{ side: "alpha", percent: 54 }, { side: "bravo", percent: 46 }]);
    expect(shares({ ...BALANCE, wins: {} }, ["alpha", "bravo"])).toEqual([]);
    expect(shares(null, ["alpha", "bravo"])).toEqual([]);
  });

  it("is shown where it is known, and nothing elsewhere", () => {
    const part = mount(BalanceBar, { target, props: { scenario: scenario(BALANCE) } });
    flushSync();
    expect(target.textContent).toContain("Balance: Alpha 54 % – Bravo 46 %");
    expect(target.textContent).toContain("(greedy, 200 games)");
    expect(target.querySelector("[title]")?.getAttribute("title")).toContain("between 47 % and 61 %");
    void unmount(part);
    target.replaceChildren();
    const none = mount(BalanceBar, { target, props: { scenario: scenario(null) } });
    flushSync();
    expect(target.textContent).toBe("");
    void unmount(none);
  });
});

describe("what the bots were thinking", () => {
  it("is told side by side", () => {
    const one = { side: "alpha", turn: 1, decision: "1.plot", remark: "They come from the left." };
    const part = mount(Remarks, { target, props: { remarks: [one, { ...one, side: "bravo", remark: "Wait." }], face } });
    flushSync();
    expect(target.querySelector("h3")?.textContent).toBe("What the bots were thinking");
    expect([...target.querySelectorAll("li")].map((item) => item.textContent)).toEqual(["Ants They come from the left.", "Beetles Wait."]);
    void unmount(part);
  });
});

describe("an onlooker", () => {
  const state = (number: number, turn: number, events: number): MatchState =>
    ({
      number, epoch: 0, first: number - 1, count: number, match: "m", game: "x", scenario: "x/1", status: "playing", side: null, seats: {},
      events: Array.from({ length: events }, (_, index) => ({ n: number - 1 + index, kind: "moved", rule: "", turn, step: "", data: {}, text: "" })),
      view: { turn, pieces: [], markers: [], owing: [], facts: {} }, legal: null,
    }) as unknown as MatchState;

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("loses and doubles nothing when positions are joined", () => {
    const numbers = (one: MatchState) => one.events.map((event) => event.n);
    const at = (first: number, events: number[]) => ({ ...state(1, 1, 0), first, events: events.map((n) => ({ n })) }) as unknown as MatchState;
    expect(numbers(joined(at(2, [2, 3]), at(4, [4])))).toEqual([2, 3, 4]);
    expect(numbers(joined(at(2, [2, 3]), at(3, [3, 4])))).toEqual([2, 3, 4]);
    expect(numbers(joined(at(2, [2, 3]), at(0, [0, 1, 2, 3, 4])))).toEqual([0, 1, 2, 3, 4]);
    expect(joined(at(2, [2]), at(3, [3])).first).toBe(2);
  });

  it("sees one position after another, each when the film of the one before is over, and can jump to now", async () => {
    const match = new Match("m", "t");
    (match as unknown as { plane: object }).plane = {};
    const queue = (one: MatchState) => match.following.queue(one);
    let filming = false;
    match.onEvents = () => (filming = true);
    match.following.start(() => filming);
    queue(state(1, 1, 1));
    await vi.runAllTimersAsync();
    expect(match.view?.turn).toBe(1);
    for (const turn of [2, 3, 4]) queue(state(turn, turn, 1));
    await vi.runAllTimersAsync();
    expect([match.view?.turn, match.following.behind, match.following.late]).toEqual([2, 2, true]);
    filming = false;
    match.following.proceed();
    await vi.runAllTimersAsync();
    expect([match.view?.turn, match.following.behind]).toEqual([3, 1]);
    filming = false;
    await match.following.toNow();
    expect([match.view?.turn, match.following.behind, match.following.late, filming]).toEqual([4, 0, false, false]);
    expect(match.log.map((event) => event.n)).toEqual([0, 1, 2, 3]);
  });
});
