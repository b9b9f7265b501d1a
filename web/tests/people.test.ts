// @vitest-environment jsdom
// Between people: names, ends, options in words, and orders that wait for the server.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../src/lib/api";
import { againstBots } from "../src/lib/bots";
import { Match } from "../src/lib/match.svelte";
import { Outbox } from "../src/lib/outbox.svelte";
import { endingWords, isolated, mayGoOnAlone, mayOffer, nameFault, ownOffer, playerIn, tidied } from "../src/lib/people";
import { people as words } from "../src/lib/peopletexts";
import type { MatchState } from "../src/lib/types";
import { optionFault } from "../src/lobby/options";
import { graced } from "../src/table/plot/grace";

beforeEach(() => localStorage.clear());

describe("names", () => {
  it("are tidied, and refused in words", () => {
    expect(tidied("  Anna   K. ")).toBe("Anna K.");
    for (const good of ["", "Anna", "Юрий", "O’Neill-42", "x".repeat(24)]) expect(nameFault(good)).toBe("");
    for (const bad of ["x".repeat(25), "<b>", "a\u202eb", "🙂", "\u3164", "A\u3164", "\u0301", "\u0301A", "A\ufe0f", "...", "-"]) expect(nameFault(bad)).not.toBe("");
  });

  it("do not turn a sentence round", () => {
    expect(isolated("Anna")).toBe("Anna");
    expect(playerIn({ kind: "human", taken: true, name: "אבג" })).toBe("\u2068אבג\u2069");
  });

  it("stand beside bots", () => {
    expect(playerIn({ kind: "bot:regular", taken: true })).toBe("Regular bot");
    expect(playerIn({ kind: "human", taken: true, name: "Ben" })).toBe("Ben");
    expect(playerIn({ kind: "open", taken: false })).toBe("");
  });
});

describe("offers", () => {
  const draw = { side: "alpha", terms: "draw", declined: true } as const;
  const resume = { side: "alpha", terms: "resume", declined: false, alone: 100 } as const;

  it("are made one at a time, and not again in the turn of a decline", () => {
    expect(mayOffer(null, "alpha", "draw", 0)).toBe(true);
    expect(mayOffer(draw, "bravo", "draw", 0)).toBe(true);
    expect(mayOffer(draw, "alpha", "pause", 0)).toBe(false);
  });

  it("to go on are made again, and answered by time", () => {
    expect(mayOffer(resume, "alpha", "resume", 99)).toBe(false);
    expect(mayOffer({ ...resume, declined: true }, "alpha", "resume", 99)).toBe(true);
    expect(mayOffer(draw, "alpha", "resume", 99)).toBe(true);
    expect(mayOffer(resume, "alpha", "draw", 100)).toBe(false);
    expect([99, 100].map((now) => mayGoOnAlone(resume, "alpha", now))).toEqual([false, true]);
    expect(mayGoOnAlone(resume, "bravo", 100)).toBe(false);
  });

  it("are told to who has made them", () => {
    expect(ownOffer(draw, new Date(0))).toBe(words.declinedNow);
    expect(ownOffer({ ...draw, declined: false }, new Date(0))).toContain("until this turn is over");
    expect(ownOffer(resume, new Date(0), "en")).toMatch(/^You have offered to go on.*from .*Jan.* on\.$/);
    expect(ownOffer({ ...resume, declined: true }, new Date(0), "en")).toMatch(/declined.*alone from .*Jan/);
    expect(ownOffer(resume, new Date(100_000))).toBe(words.mayGoOn);
  });
});

describe("how people ended a game", () => {
  const named = (side: string) => side.toUpperCase();
  const outcome = { winner: "alpha", rule: "16.0-2", reason: "ended by agreement: more surviving tanks" };

  it("is told in a sentence", () => {
    expect(endingWords({ how: "resigned", side: "bravo", terms: "" }, outcome, "alpha", named)).toBe("BRAVO resigned.");
    expect(endingWords({ how: "resigned", side: "bravo", terms: "" }, outcome, "bravo", named)).toBe(words.youResigned);
    expect(endingWords({ how: "agreed", side: "bravo", terms: "draw" }, outcome, "bravo", named)).toBe(words.agreedDraw);
    expect(endingWords({ how: "agreed", side: "bravo", terms: "score" }, outcome, null, named)).toContain(": more surviving tanks.");
    expect(endingWords(null, outcome, "alpha", named)).toBe("");
  });
});

describe("options", () => {
  const cap = { name: "turn_cap", default: 50, rule: "17.11-4", what: "", choices: [], least: 1, most: 1000, handicap: false };

  it("say in words what is wrong", () => {
    expect(optionFault(cap, 50)).toBe("");
    expect(optionFault(cap, 1)).toBe("");
    expect(optionFault({ ...cap, default: 0 }, 0)).toBe("");
    for (const wrong of [null, undefined, "", 2.5, 0, 1001, "x"]) expect(optionFault(cap, wrong)).toMatch(/^Enter a/);
    expect(optionFault({ ...cap, default: "a", choices: ["a"] }, "a")).toBe("");
  });
});

const KEPT = "hulldown.outbox";
const order = { kind: "plot", tasks: [] };
const commit = { submission: "s1", decision: "1.plot", order };

describe("an order on its way", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("is tried again until it is delivered", async () => {
    const sent: string[] = [];
    let away = true;
    const outbox: Outbox = new Outbox("token", async (one) => {
      sent.push(one.submission);
      if (away) outbox.keep(one);
      else outbox.clear();
    });
    outbox.start();
    outbox.keep(commit);
    expect(JSON.parse(localStorage.getItem(KEPT) ?? "")).toEqual({ token: commit });
    await vi.advanceTimersByTimeAsync(4000);
    expect(sent.length).toBeGreaterThanOrEqual(2);
    away = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(outbox.waiting).toBeNull();
    const times = sent.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(Array(times).fill("s1"));
    expect(JSON.parse(localStorage.getItem(KEPT) ?? "")).toEqual({});
    outbox.stop();
  });

  it("asks before it goes out if it was committed before the page was loaded", () => {
    localStorage.setItem(KEPT, JSON.stringify({ token: commit, other: { ...commit, submission: "s2" } }));
    const sent: string[] = [];
    const outbox = new Outbox("token", async (one) => void sent.push(one.submission));
    outbox.start();
    expect([outbox.waiting, outbox.asks]).toEqual([commit, true]);
    outbox.send();
    window.dispatchEvent(new Event("online"));
    expect(sent).toEqual([]);
    outbox.send(true);
    expect(sent).toEqual(["s1"]);
    outbox.clear();
    expect(Object.keys(JSON.parse(localStorage.getItem(KEPT) ?? "") as object)).toEqual(["other"]);
    outbox.stop();
  });
});

describe("an order that can be taken back", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function holding(): { outbox: Outbox; sent: string[] } {
    const sent: string[] = [];
    const outbox: Outbox = new Outbox("token", async (one) => (sent.push(one.submission), outbox.clear()));
    outbox.start();
    outbox.hold(commit, 3);
    return { outbox, sent };
  }

  it("goes out once when its seconds are over", async () => {
    const { outbox, sent } = holding();
    expect(JSON.parse(localStorage.getItem(KEPT) ?? "")).toEqual({ token: commit });
    await vi.advanceTimersByTimeAsync(1000);
    expect([outbox.held, sent]).toEqual([2, []]);
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(1900);
    expect([outbox.held, sent]).toEqual([1, []]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([outbox.held, outbox.waiting, sent]).toEqual([0, null, ["s1"]]);
    outbox.stop();
  });

  it("goes out at once if the player says so, and never if it is taken back", async () => {
    const now = holding();
    now.outbox.send(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(now.sent).toEqual(["s1"]);
    const back = holding();
    back.outbox.clear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([back.outbox.held, back.sent]).toEqual([0, []]);
    now.outbox.stop();
    back.outbox.stop();
  });

  it("becomes an order on its way if the server is away by then", async () => {
    let away = true;
    const outbox: Outbox = new Outbox("token", async (one) => (away ? outbox.keep(one) : outbox.clear()));
    outbox.start();
    outbox.hold(commit, 1);
    await vi.advanceTimersByTimeAsync(1100);
    expect([outbox.held, outbox.waiting]).toEqual([0, commit]);
    away = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(outbox.waiting).toBeNull();
    outbox.stop();
  });

  it("waits only where bots play all other seats, and only as a plot", () => {
    const person = { kind: "human", taken: true };
    const bot = { kind: "bot:regular", taken: true };
    expect(againstBots({ alpha: person, bravo: bot }, "alpha")).toBe(true);
    expect(againstBots({ alpha: person, bravo: person }, "alpha")).toBe(false);
    expect(againstBots({ alpha: bot, bravo: bot }, null)).toBe(false);
    const unit = (option: object) => ({ unit: "A1", options: [{ kind: "x", rule: "", ...option }] });
    const at = (legal: object, tasks: object = { A1: {} }) => ({ side: "alpha", state: { seats: { alpha: person, bravo: bot } }, legal, draft: { tasks } }) as unknown as Match;
    const plot = { units: [unit({ path: { steps: {} } })] };
    expect(graced(at(plot))).toBe(true);
    expect(graced(at(plot), true)).toBe(false);
    expect(graced(at(plot, {}))).toBe(false);
    expect(graced(at({ choices: ["pass"], units: [unit({ targets: ["B1"] })] }))).toBe(false);
    expect(graced(at({ choices: ["yes", "no"] }))).toBe(false);
  });
});

describe("a match between people", () => {
  it("is nobody's turn while it is paused", () => {
    const match = new Match("m", "token");
    match.state = { legal: { decision: { id: "1" } }, paused: false } as unknown as MatchState;
    expect(match.myTurn).toBe(true);
    match.state = { ...match.state, paused: true };
    expect(match.myTurn).toBe(false);
  });

  it("tells a player who looks on from elsewhere why he does not talk with the onlookers", async () => {
    const match = new Match("m", "token");
    const refusals = [new ApiError(403, "role", "you play here", "wait for the end"), new ApiError(401, "person", "who are you")];
    Object.assign(match.calls, { chat: () => Promise.reject(refusals.shift()) });
    await match.readChat();
    expect(match.chatRefused).toBe("You play here. Wait for the end.");
    await match.readChat();
    expect(match.chatRefused).toBe("");
  });
});

describe("a match whose server goes away", () => {
  const state = (decision: string | null, number: number) => ({
    match: "m", game: "x", scenario: "x/1", options: {}, rules: "", hot_seat: false, status: "playing", commitment: "", fork_of: "",
    seats: {}, side: "alpha", number, epoch: 0, first: 0, count: 0, events: [], view: null, undo: false,
    legal: decision ? { decision: { id: decision, kind: "plot", side: "alpha", rule: "", prompt: "" } } : null,
  }) as unknown as MatchState;

  function sitting(submit: (id: string) => Promise<unknown>, after: MatchState): Match {
    const match = new Match("m", "token");
    match.state = state("1.plot", 1);
    match.plane = {} as Match["plane"];
    Object.assign(match.calls, { submit, state: async () => after, draft: async () => ({ decision: "", draft: null }) });
    return match;
  }

  it("keeps what was committed and sends it once more under the same id", async () => {
    const ids: string[] = [];
    const answers = [() => Promise.reject(new ApiError(0, "offline", "away")), () => Promise.resolve({ number: 2 })];
    const match = sitting((id) => (ids.push(id), answers.shift()!()), state(null, 2));
    expect(await match.submit(order)).toBe(false);
    expect(match.outbox.waiting?.order).toEqual(order);
    expect(match.problem).toBe("");
    // Committing again does nothing while the first is on its way.
    expect(await match.submit(order)).toBe(false);
    match.outbox.send();
    await vi.waitFor(() => expect(match.outbox.waiting).toBeNull());
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    match.outbox.stop();
  });

  it("says that the game has moved on, and shows how it stands", async () => {
    const match = sitting(() => Promise.reject(new ApiError(409, "stale", "2.plot is asked now")), state("2.plot", 3));
    expect(await match.submit(order)).toBe(false);
    expect(match.problem).toBe(words.movedOn);
    expect(match.legal?.decision.id).toBe("2.plot");
    expect(match.outbox.waiting).toBeNull();
  });

  it("says before the wait what the rules refuse, and holds what they take", async () => {
    const match = sitting(() => Promise.reject(new Error("nothing is to be sent")), state(null, 2));
    const refused = [{ message: "no", rule: "1.0", unit: "A1" }];
    Object.assign(match.calls, { check: async () => ({ violations: refused }) });
    expect(await match.commit(3)).toBe(false);
    expect([match.violations, match.outbox.waiting]).toEqual([refused, null]);
    Object.assign(match.calls, { check: async () => ({ violations: [] }) });
    match.draft.set({ unit: "A1", kind: "move" });
    expect(await match.commit(3)).toBe(true);
    expect(match.outbox.held).toBe(3);
    match.reopenUnsent();
    expect([match.outbox.held, match.outbox.waiting, Object.keys(match.draft.tasks)]).toEqual([0, null, ["A1"]]);
    expect(await match.commit(3)).toBe(true);
    match.draft.undo();
    expect([match.outbox.waiting, match.problem]).toEqual([null, words.changed]);
  });

  it("does not send an order that was changed since", async () => {
    const match = sitting(() => Promise.reject(new ApiError(503, "busy", "busy")), state(null, 2));
    await match.submit(order);
    match.draft.set({ unit: "A1", kind: "move" });
    expect(match.outbox.waiting).toBeNull();
    expect(match.problem).toBe(words.changed);
    match.outbox.stop();
  });
});
