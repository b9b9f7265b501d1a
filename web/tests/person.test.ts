// @vitest-environment jsdom
// Who a browser is: seats of one person do not go to another who uses the same browser.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { held, hold } from "../src/lib/mine";
import { KEY } from "../src/lib/personkey";

let calls: { path: string; key: string; body: { tokens?: string[] } }[] = [];

function answer(path: string): unknown {
  if (path === "/api/people/recover") return { person: "p-anna", name: "Anna", browsers: 2, by: "recovery" };
  if (path.startsWith("/api/me/games")) return { games: [], archived: 0, added: 1, unknown: [] };
  throw new Error(path);
}

beforeEach(() => {
  calls = [];
  localStorage.clear();
  vi.resetModules();
  vi.stubGlobal("fetch", (path: string, wish: { headers: Record<string, string>; body?: string }) => {
    calls.push({ path, key: new Headers(wish.headers).get("Hulldown-Person") ?? "", body: JSON.parse(wish.body ?? "{}") as { tokens?: string[] } });
    return Promise.resolve(new Response(JSON.stringify(answer(path)), { headers: { "Content-Type": "application/json" } }));
  });
});
afterEach(() => vi.unstubAllGlobals());

async function recovered(): Promise<void> {
  const { person } = await import("../src/lib/person.svelte");
  await person.recover("A".repeat(26));
  expect(person.name).toBe("Anna");
}

it("leaves the seats of who was known here before to him", async () => {
  localStorage.setItem(KEY, JSON.stringify({ key: "bens-key", code: "", name: "Ben", person: "p-ben" }));
  hold({ match: "m", token: "bens-seat", side: "alpha", scenario: "x/1" });
  await recovered();
  const told = calls.filter((call) => call.body.tokens?.includes("bens-seat"));
  expect(told.map((call) => call.key)).toEqual(["bens-key"]);
  expect(held()).toEqual([]);
});

it("brings the seats of a browser in which nobody was known", async () => {
  hold({ match: "m", token: "a-seat", side: "alpha", scenario: "x/1" });
  await recovered();
  const told = calls.filter((call) => call.body.tokens?.includes("a-seat"));
  expect(told).toHaveLength(1);
  expect(held().map((seat) => seat.token)).toEqual(["a-seat"]);
});
