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
  side?: Side;
  taken?: Line[];
}

export type Point =
  | { kind: "secret" | "own" | "receipts" | "rewritten" | "strangers" | "opening" | "end"; good: boolean; count?: number }
  | { kind: "committed" | "bot" | "server" | "told"; good: boolean; side: Side }
  | { kind: "undo"; good: boolean; side: Side }
  | { kind: "dice"; good: boolean; mark: string }
  | { kind: "none"; good: boolean };

/** Every order and undo in the order of time, those taken back included, as core/record.py walks them. */
function logOf(lines: Line[]): Line[] {
  return lines.flatMap((line) => (line.type === "undo" ? [...logOf(line.taken ?? []), line] : line.type === "order" ? [line] : []));
}

/** Whether the sides of the game contribute to the seed, and nobody else: what `shares_of` asks in core/record.py. */
function onlySides(header: Header, sides: Side[]): boolean {
  const { entropy, sources = {}, commitments = {} } = header;
  const named = [entropy, sources, commitments].flatMap((field) => Object.keys(field));
  if (named.some((name) => !sides.includes(name))) return false;
  const agreed = Object.keys(sources).length > 0;
  if (!agreed || header.format === 1) return !agreed && !Object.keys(commitments).length;
  return sides.every((side) => entropy[side] && sources[side] && (sources[side] === "committed") === Boolean(commitments[side]));
}

/** The head an undo was acknowledged with: orders of others that it took along are given again before that. */
function headAfter(log: Line[], place: number): string {
  const along = (log[place]?.taken ?? []).filter((line) => line.type === "order").length - 1;
  return log[place + along]?.chain ?? "";
}

/** For each side whose orders were taken back, whether this browser's player asked for that. */
function undos(log: Line[], sides: Side[], kept: Kept | null): Point[] {
  return sides.flatMap((side): Point[] => {
    const heads = log.flatMap((line, place) => (line.type === "undo" && line.side === side ? [headAfter(log, place)] : []));
    const asked = kept?.viewer === side ? (kept.undone ?? []) : [];
    return heads.length ? [{ kind: "undo", side, good: heads.every((head) => asked.includes(head)) }] : [];
  });
}

/** What the receipts say: each stands in the record, after those before it, and the last one reaches its end. */
function receipts(lines: Line[], log: Line[], kept: Kept | null): Point[] {
  // The first receipt is for the header itself, which the command line checks.
  const given = (kept?.receipts ?? []).filter((receipt) => receipt.number > 1).sort((one, other) => one.number - other.number);
  if (!given.length) return [{ kind: "none", good: false }];
  const heads = [...log, ...lines.filter((line) => line.type === "end")].map((line) => line.chain ?? "");
  const places = given.map((receipt) => heads.lastIndexOf(receipt.head));
  const all = places.every((place, index) => place >= 0 && place >= (places[index - 1] ?? 0));
  if (!all) return [{ kind: "rewritten", good: false, count: given.length }];
  const found: Point[] = [{ kind: "receipts", good: true, count: given.length }];
  return places[places.length - 1] === heads.length - 1 ? found : [...found, { kind: "end", good: false }];
}

/** What the record and the kept receipts say, point by point. */
export function inspect(text: string, kept: Kept | null, sides: Side[]): Point[] {
  const lines = text.split("\n").filter(Boolean).map((line) => JSON.parse(line) as Line);
  const header = lines[0] as unknown as Header;
  const secret = lines[lines.length - 1]?.secret ?? "";
  const opening = kept?.opening ?? null;
  const points: Point[] = [];
  const dice = /^(script:|common:|$)/.test(secret) ? "scripted" : (header.dice ?? "keyed");
  if (dice !== "keyed") points.push({ kind: "dice", good: false, mark: dice });
  const bound = sha256(`hulldown commitment ${secret}`) === header.commitment;
  points.push({ kind: "secret", good: bound && (!opening || opening.commitment === header.commitment) });
  if (!onlySides(header, sides)) points.push({ kind: "strangers", good: false });
  const promises = opening?.commitments ?? header.commitments ?? {};
  for (const side of sides) {
    const kind = header.sources?.[side] ?? "told";
    const promised = header.commitments?.[side] ?? "";
    const same = (promises[side] ?? "") === promised;
    if (kind === "committed") points.push({ kind, side, good: same && commitmentTo(side, header.entropy[side] ?? "") === promised });
    // A side that had committed itself before the reveal cannot become a bot afterwards.
    else points.push(same ? { kind, side, good: kind === "bot" } : { kind: "committed", side, good: false });
  }
  if (kept?.entropy) points.push({ kind: "own", good: header.entropy[kept.viewer] === kept.entropy });
  if (!opening) points.push({ kind: "opening", good: false });
  const log = logOf(lines);
  return [...points, ...undos(log, sides, kept), ...receipts(lines, log, kept)];
}

/** "bad" when something contradicts, "good" when nothing is open, else "open". */
export function verdict(points: Point[]): "good" | "open" | "bad" {
  const broken = ["secret", "own", "rewritten", "committed", "strangers"];
  if (points.some((point) => !point.good && broken.includes(point.kind))) return "bad";
  return points.every((point) => point.good) ? "good" : "open";
}
