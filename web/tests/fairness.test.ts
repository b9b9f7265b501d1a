// Shares, commitments and what a browser says about a finished game.

import { describe, expect, it } from "vitest";
import { commitmentTo, type Kept } from "../src/lib/fairness";
import { inspect as inspected, verdict } from "../src/lib/inspection";
import { sha256 } from "../src/lib/sha256";
import forgeries from "./forgeries.json";

const inspect = (text: string, kept: Kept | null) => inspected(text, kept, ["alpha", "bravo"]);

/** The platform's own SHA-256. */
async function known(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

describe("sha256", () => {
  it("agrees with the platform for texts of every length around a block", async () => {
    for (let length = 0; length < 140; length++) {
      const text = "aé€".repeat(60).slice(0, length);
      expect(sha256(text)).toBe(await known(text));
    }
  });

  it("is what the engine commits with", async () => {
    expect(commitmentTo("alpha", "share")).toBe(await known("hulldown entropy alpha share"));
  });
});

const shares = { alpha: "a".repeat(32), bravo: "b".repeat(32) };
const commitments = { alpha: commitmentTo("alpha", shares.alpha), bravo: commitmentTo("bravo", shares.bravo) };
const commitment = sha256("hulldown commitment s");
const header = { type: "header", format: 2, commitment, entropy: shares, sources: { alpha: "committed", bravo: "committed" }, commitments };
const record = (lines: object[], head: object = header) => [head, ...lines, { type: "reveal", secret: "s" }].map((line) => JSON.stringify(line)).join("\n");
const game = [{ type: "order", chain: "h1" }, { type: "undo", side: "alpha", chain: "h3", taken: [{ type: "order", chain: "h2" }] }, { type: "order", chain: "h4" }];
const receipt = (number: number, head: string) => ({ match: "m", viewer: "alpha", number, head, signature: "" });
const opening = { match: "m", commitment, commitments, key: "k", signature: "" };
const kept: Kept = { match: "m", viewer: "alpha", opening, entropy: shares.alpha, receipts: [receipt(1, "h0"), receipt(2, "h2"), receipt(3, "h4")], undone: ["h3"] };

describe("the browser's look at a record", () => {
  it("calls a game good when every share and receipt fits, orders taken back included", () => {
    expect(verdict(inspect(record(game), kept))).toBe("good");
  });

  it("leaves it open without receipts, and for sides that sealed nothing", () => {
    expect(verdict(inspect(record(game), null))).toBe("open");
    const told = { ...header, sources: { alpha: "committed", bravo: "server" }, commitments: { alpha: commitments.alpha } };
    expect(verdict(inspect(record(game, told), null))).toBe("open");
    expect(verdict(inspect(record(game, { ...header, dice: "known" }), kept))).toBe("open");
  });

  it("finds a rewritten game, an exchanged secret and an exchanged share", () => {
    expect(verdict(inspect(record(game.slice(0, 2)), kept))).toBe("bad");
    expect(verdict(inspect(record(game).replace('"secret":"s"', '"secret":"t"'), kept))).toBe("bad");
    const chosen = { ...shares, bravo: "c".repeat(32) };
    const other = { ...header, entropy: chosen, commitments: { ...commitments, bravo: commitmentTo("bravo", chosen.bravo) } };
    expect(verdict(inspect(record(game, other), kept))).toBe("bad");
    expect(verdict(inspect(record(game, { ...header, entropy: { ...shares, alpha: chosen.bravo } }), null))).toBe("bad");
  });
});

describe("forged records", () => {
  const verdicts: Record<string, string> = { verified: "good", consistent: "open", "not verified": "bad" };
  it.each(forgeries.cases.map((one) => [one.name, one] as const))("%s: the same word as on the command line", (_, one) => {
    const points = inspected(one.record, one.kept, forgeries.sides);
    expect(verdict(points)).toBe(verdicts[one.word]);
  });
  it("names strangers in the dice, and undos that nobody asked for", () => {
    for (const one of forgeries.cases) {
      const broken = inspected(one.record, one.kept, forgeries.sides).filter((point) => !point.good).map((point) => point.kind);
      if (/no side of the game|no share|does not fit|format 1/.test(one.reason)) expect(broken).toContain("strangers");
      if (one.word === "consistent") expect(broken).toEqual(["undo"]);
    }
  });
});
