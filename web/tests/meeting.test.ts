// @vitest-environment jsdom
// Meeting people: clocks in words and numbers, links copied without a clipboard, who is told of what, and in which browser.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { agreedWords, clockFault, leftNow, span, written } from "../src/lib/clocktime";
import { copyText } from "../src/lib/copying";
import { EMPTY } from "../src/lib/face";
import type { Match } from "../src/lib/match.svelte";
import { meeting as words } from "../src/lib/meetingtexts";
import { KEY, type Stored } from "../src/lib/personkey";
import type { MatchState } from "../src/lib/types";

describe("a clock", () => {
  it("is counted down and written as people read it", () => {
    expect(leftNow({ left: 90, running: true, interrupt: false }, 1000, 31_000)).toBe(60);
    expect(leftNow({ left: 90, running: false, interrupt: false }, 1000, 31_000)).toBe(90);
    expect(leftNow({ left: 9, running: true, interrupt: false }, 0, 31_000)).toBe(0);
    expect([4.2, 65, 3661, 2 * 86_400 + 3 * 3600].map(written)).toEqual(["0:05", "1:05", "1:01:01", "2 d 3 h"]);
    expect([90, 300, 7200, 86_400, 172_800].map(span)).toEqual(["90 s", "5 min", "2 h", "1 day", "2 days"]);
    expect(agreedWords(null)).toBe("no clock");
  });

  it("is refused in words where it cannot be, in the unit of its field", () => {
    for (const fine of [1, 10, 60]) expect(clockFault("seconds", fine, 86_400)).toBe("");
    expect(clockFault("seconds", 61, 86_400)).toBe(words.clockRange(1, 60));
    expect(clockFault("seconds", 61, 60)).toBe("");
    for (const none of [0, -1]) expect(clockFault("seconds", none, 60)).toBe(words.clockRange(1, 86_400));
    for (const none of [null, undefined, 1.5, Number.NaN]) expect(clockFault("seconds", none, 60)).toBe(words.clockWhole);
    expect([clockFault("increment", 0), clockFault("increment", -1)]).toEqual(["", words.clockRange(0, 86_400)]);
    expect([clockFault("interrupt", 10), clockFault("interrupt", 9)]).toEqual(["", words.clockRange(10, 3600)]);
  });
});

describe("a link", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is copied where a page has no clipboard, also from a dialogue", async () => {
    const seen: string[] = [];
    document.body.innerHTML = "<dialog open><button>copy</button></dialog>";
    document.execCommand = (what: string) => {
      const field = document.activeElement as HTMLTextAreaElement;
      seen.push(what, field.value, field.parentElement?.tagName ?? "");
      return true;
    };
    const button = document.querySelector("button")!;
    button.focus();
    expect(await copyText("http://here/#/join/m/i")).toBe(true);
    expect(seen).toEqual(["copy", "http://here/#/join/m/i", "DIALOG"]);
    expect(document.activeElement).toBe(button);
    expect(document.querySelector("textarea")).toBeNull();
    document.execCommand = () => false;
    expect(await copyText("x")).toBe(false);
  });
});

const told: { kind: string }[] = [];
const subscribed: { path: string; method: string; key: string }[] = [];
let permission: NotificationPermission = "granted";

/** A browser that allows notifications, with a push service, in which somebody is known. */
function browser(known: Partial<Stored> | null, reach: string): void {
  localStorage.clear();
  told.length = subscribed.length = 0;
  permission = "granted";
  if (known) localStorage.setItem(KEY, JSON.stringify({ key: "k", code: "", name: "Anna", person: "p-anna", ...known }));
  if (reach) localStorage.setItem("hulldown.told", reach);
  vi.resetModules();
  const subscription = { toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } }), unsubscribe: () => Promise.resolve(true) };
  const worker = {
    active: { postMessage: (news: { kind: string }) => told.push(news) },
    pushManager: { subscribe: () => Promise.resolve(subscription), getSubscription: () => Promise.resolve(subscription) },
  };
  vi.stubGlobal("Notification", { get permission() { return permission; } });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { register: () => Promise.resolve(worker), ready: Promise.resolve(worker), getRegistration: () => Promise.resolve(worker), addEventListener: () => undefined },
  });
  vi.stubGlobal("fetch", (path: string, wish: RequestInit) => {
    const method = wish.method ?? "GET";
    if (method !== "GET") subscribed.push({ path, method, key: new Headers(wish.headers).get("Hulldown-Person") ?? "" });
    const answer = path === "/api/push" ? { on: true, key: "AAAA" } : {};
    return Promise.resolve(new Response(JSON.stringify(answer), { headers: { "Content-Type": "application/json" } }));
  });
}

describe("notifications", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const load = async () => ({ ...(await import("../src/lib/telling.svelte")), ...(await import("../src/lib/person.svelte")) });

  it("are those of who is known in the browser now", async () => {
    browser({ key: "bens-key", person: "p-ben" }, "push");
    const { telling, person } = await load();
    await telling.check(person.known);
    expect(subscribed).toEqual([{ path: "/api/me/push", method: "PUT", key: "bens-key" }]);
    expect(person.known?.pushed).toBe(true);
    // Once is enough.
    await telling.check(person.known);
    expect(subscribed).toHaveLength(1);
  });

  it("come by push once somebody who was not known is", async () => {
    browser({}, "page");
    const { telling, person } = await load();
    await telling.check(person.known);
    expect([telling.reach, subscribed.length]).toEqual(["push", 1]);
  });

  it("reach as far as the page where nobody is known any more", async () => {
    browser(null, "push");
    const { telling, person } = await load();
    await telling.check(person.known);
    expect([telling.on, telling.reach, subscribed.length]).toEqual([true, "page", 0]);
  });

  it("are off where the browser has taken back its leave", async () => {
    browser({ pushed: true }, "push");
    const { telling, person } = await load();
    permission = "denied";
    await telling.check(person.known);
    expect([telling.on, telling.denied]).toEqual([false, true]);
  });

  it("tell of offers and of the end, once each, and not of what was there before", async () => {
    browser(null, "page");
    const { TurnSigns } = await import("../src/table/turnsigns");
    const state = (change: Partial<MatchState>) => ({ seats: { alpha: { kind: "human" }, bravo: { kind: "human", name: "Ben" } }, side: "alpha", status: "playing", view: { turn: 3 }, ...change });
    const offer = { side: "bravo", terms: "draw", declined: false };
    const match = { id: "m", side: "alpha", face: EMPTY, state: state({}) as unknown as MatchState | null };
    const signs = new TurnSigns(match as unknown as Match, () => ({ title: "First Contact", turn: 3 }));
    vi.spyOn(document, "hasFocus").mockReturnValue(false);
    const news = async (change: object) => {
      match.state = state(change) as unknown as MatchState;
      signs.news();
      await new Promise((done) => setTimeout(done));
      return told.map((one) => one.kind);
    };
    expect(await news({ offer })).toEqual([]);
    expect(await news({})).toEqual([]);
    expect(await news({ offer: { ...offer, side: "alpha" } })).toEqual([]);
    expect(await news({ offer })).toEqual(["offer"]);
    expect(await news({ offer })).toEqual(["offer"]);
    expect(await news({ status: "over" })).toEqual(["offer", "over"]);
    // Who looks at the table sees it there.
    vi.spyOn(document, "hasFocus").mockReturnValue(true);
    await news({});
    expect(await news({ offer })).toEqual(["offer", "over"]);
  });
});

describe("a game that is paused", () => {
  beforeEach(() => vi.stubGlobal("fetch", () => Promise.reject(new Error("nothing is sent"))));
  afterEach(() => vi.unstubAllGlobals());

  it("takes no order", async () => {
    const { Match } = await import("../src/lib/match.svelte");
    const match = new Match("m", "token");
    match.state = { legal: { decision: { id: "1" } }, paused: true } as unknown as MatchState;
    expect(match.shut).toBe(true);
    expect(await match.submit({ kind: "plot" })).toBe(false);
    expect([match.problem, match.outbox.waiting]).toEqual(["", null]);
  });
});
