// What a browser can say at once about the fairness of a finished game, from the record and what it has kept itself.
// Signatures and rules are checked by `hulldown verify`; this looks at shares and receipts. Pure.

import { commitmentTo, type Kept } from "./fairness";
import { sha256 } from "./sha256";
import type { Side } from "./types";

interface Header {
  format: number;
  commitment: string;
  entropy: Record<Side, string>;
  sources?: Record<Side, "committed" | "bot" | "server" | "told">;
  commitments?: Record<Side, string>;
  dice?: string;
}
interface Line {
  type: string;
  chain?: string;
  secret?: string;
  taken?: Line[];
}

export type Point =
  | { kind: "secret" | "own" | "receipts" | "rewritten"; good: boolean; count?: number }
  | { kind: "committed" | "bot" | "server" | "told"; good: boolean; side: Side }
  | { kind: "dice"; good: boolean; mark: string }
  | { kind: "none"; good: boolean };

/** Every head the chain of the record has had, those of orders taken back included. */
function heads(lines: Line[]): string[] {
  return lines.flatMap((line) => [...heads(line.taken ?? []), ...(line.chain ? [line.chain] : [])]);
}

/** What the record and the kept receipts say, point by point. */
export function inspect(text: string, kept: Kept | null): Point[] {
  const lines = text.split("\n").filter(Boolean).map((line) => JSON.parse(line) as Line);
  const header = lines[0] as unknown as Header;
  const secret = lines[lines.length - 1]?.secret ?? "";
  const opening = kept?.opening ?? null;
  const points: Point[] = [];
  const dice = header.dice ?? "keyed";
  if (dice !== "keyed") points.push({ kind: "dice", good: false, mark: dice });
  const bound = sha256(`hulldown commitment ${secret}`) === header.commitment;
  points.push({ kind: "secret", good: bound && (!opening || opening.commitment === header.commitment) });
  for (const [side, share] of Object.entries(header.entropy)) {
    const kind = header.sources?.[side] ?? "told";
    const promised = header.commitments?.[side] ?? "";
    const same = commitmentTo(side, share) === promised && (!opening || opening.commitments[side] === promised);
    points.push({ kind, side, good: kind === "committed" ? same : kind === "bot" });
  }
  if (kept?.entropy) points.push({ kind: "own", good: header.entropy[kept.viewer] === kept.entropy });
  // The first receipt is for the header itself, which the command line checks.
  const receipts = kept?.receipts.filter((receipt) => receipt.number > 1) ?? [];
  if (!receipts.length) return [...points, { kind: "none", good: false }];
  const known = new Set(heads(lines));
  const all = receipts.every((receipt) => known.has(receipt.head));
  return [...points, { kind: all ? "receipts" : "rewritten", good: all, count: receipts.length }];
}

/** "bad" when something contradicts, "good" when nothing is open, else "open". */
export function verdict(points: Point[]): "good" | "open" | "bad" {
  const broken = ["secret", "own", "rewritten", "committed"];
  if (points.some((point) => !point.good && broken.includes(point.kind))) return "bad";
  return points.every((point) => point.good) ? "good" : "open";
}
