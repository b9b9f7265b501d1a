// Calls to a server that goes away.

import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, mine, seatCalls } from "../src/lib/api";

/** An answer whose head has come and whose body breaks off, as a browser reports it. */
function brokenOff(status: number): Response {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("Failed to fetch")) });
  return new Response(body, { status, headers: { "Content-Type": "application/json" } });
}

async function refusal(answer: () => Promise<Response>): Promise<ApiError> {
  vi.stubGlobal("fetch", answer);
  const error = await seatCalls("match", "token").state().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe("a call", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is offline when the server is gone", async () => {
    expect((await refusal(() => Promise.reject(new TypeError("Failed to fetch")))).code).toBe("offline");
  });

  it("is offline when the server goes away in mid answer", async () => {
    expect((await refusal(() => Promise.resolve(brokenOff(200)))).code).toBe("offline");
  });

  it("keeps the status of a refusal whose reasons broke off", async () => {
    expect((await refusal(() => Promise.resolve(brokenOff(503)))).status).toBe(503);
  });

  it("asks for many tokens in parts, and keeps their order", async () => {
    const asked: number[] = [];
    vi.stubGlobal("fetch", (_: string, wish: { body: string }) => {
      const { tokens } = JSON.parse(wish.body) as { tokens: string[] };
      asked.push(tokens.length);
      return Promise.resolve(new Response(JSON.stringify({ matches: tokens.map((match) => ({ match })) }), { headers: { "Content-Type": "application/json" } }));
    });
    const tokens = Array.from({ length: 450 }, (_, k) => `t${k}`);
    expect((await mine(tokens)).map((entry) => entry?.match)).toEqual(tokens);
    expect(asked).toEqual([200, 200, 50]);
  });
});
