// This browser's part in fair dice: its share of the seed, hidden behind a hash until everybody has committed, and the
// receipts the server signs. Both stay in local storage; a player takes them home after the end (docs/fairness.md).

import { randomText, seatCalls } from "./api";
import { sha256 } from "./sha256";
import type { MatchState, Opening, Receipt, Side } from "./types";

/** What this browser keeps of one seat. */
export interface Kept {
  match: string;
  viewer: Side;
  opening: Opening | null;
  receipts: Receipt[];
  /** The share; "" when this browser has none. */
  entropy: string;
  /** The heads with which the undos were acknowledged that this browser has asked for. */
  undone?: string[];
}

const PREFIX = "hulldown.fair.";
const MOST = 4000;
const keyOf = (match: string, side: Side) => `${PREFIX}${match}.${side}`;

export const commitmentTo = (side: Side, entropy: string) => sha256(`hulldown entropy ${side} ${entropy}`);

export function keptOf(match: string, side: Side | null): Kept | null {
  if (!side) return null;
  try {
    return JSON.parse(localStorage.getItem(keyOf(match, side)) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

function keep(kept: Kept): void {
  const write = () => localStorage.setItem(keyOf(kept.match, kept.viewer), JSON.stringify(kept));
  try {
    write();
  } catch {
    // The store is full: of two receipts the later one tells more, as each covers everything before it.
    kept.receipts = kept.receipts.filter((_, index) => index % 2 === (kept.receipts.length - 1) % 2);
    try {
      write();
    } catch {
      // Then this game stays without; the record will be called consistent, not verified.
    }
  }
}

/** A new share for each of these sides, and the commitments to send. */
export function newShares(sides: Side[]): { shares: Record<Side, string>; commitments: Record<Side, string> } {
  const shares = Object.fromEntries(sides.map((side) => [side, randomText(32)]));
  const commitments = Object.fromEntries(sides.map((side) => [side, commitmentTo(side, shares[side] as string)]));
  return { shares, commitments };
}

export function keepShare(match: string, side: Side, entropy: string): void {
  keep({ match, viewer: side, opening: null, receipts: [], entropy, undone: [] });
}

/** Keeps what the server has signed, if this browser plays the seat. */
export function keepReceipt(receipt: Receipt | null | undefined, opening?: Opening | null): void {
  const kept = receipt ? keptOf(receipt.match, receipt.viewer) : null;
  if (!kept || !receipt) return;
  const last = kept.receipts[kept.receipts.length - 1];
  const known = last && (last.number > receipt.number || last.head === receipt.head);
  if (known && (kept.opening || !opening)) return;
  if (!known) kept.receipts = [...kept.receipts, receipt].slice(-MOST);
  kept.opening ??= opening ?? null;
  keep(kept);
}

/** Keeps the answer to an undo that this browser has asked for, and that it has. */
export function keepUndo(receipt: Receipt | null | undefined): void {
  keepReceipt(receipt);
  const kept = receipt ? keptOf(receipt.match, receipt.viewer) : null;
  if (kept && receipt) keep({ ...kept, undone: [...(kept.undone ?? []), receipt.head] });
}

/** Why this browser does not reveal its share, or "" when it may, or has. */
export function obstacle(state: MatchState): "" | "unsealed" | "lost" | "changed" {
  const side = state.side;
  const seat = side ? state.seats[side] : undefined;
  if (!side || !seat?.commitment || seat.revealed || state.status !== "open") return "";
  const kept = keptOf(state.match, side);
  if (!kept?.entropy) return "lost";
  const opening = state.opening;
  if (!opening) return "unsealed";
  // What was signed must be what was seen and promised; once kept, it stays.
  const same = opening.commitments[side] === commitmentTo(side, kept.entropy) && opening.commitment === state.commitment;
  const before = kept.opening;
  return same && (!before || JSON.stringify(before) === JSON.stringify(opening)) ? "" : "changed";
}

/** The state after this browser has revealed its share, if it was time to; the same state otherwise. */
export async function settled(state: MatchState, token: string): Promise<MatchState> {
  const side = state.side;
  const seat = side ? state.seats[side] : undefined;
  if (state.status !== "open" || !side || !seat?.commitment || seat.revealed || obstacle(state)) return state;
  const kept = keptOf(state.match, side) as Kept;
  // First kept, then revealed: afterwards nobody can say that something else was signed.
  keep({ ...kept, opening: state.opening ?? null });
  return seatCalls(state.match, token).reveal(kept.entropy);
}

/** Looks whether a match waits for this browser's share, and gives it. */
export async function settle(match: string, token: string): Promise<MatchState> {
  return settled(await seatCalls(match, token).state(), token);
}

/** The file of receipts for `hulldown verify --receipts`. */
export const receiptsFile = (kept: Kept) => JSON.stringify(kept) + "\n";
