// Figures as people read them.

import type { GameFace } from "../../lib/face";
import type { Odds } from "../../lib/types";
import { promptTexts } from "../prompt/prompttexts";

/** A probability such as "5/6" or 0.25 as a number. */
export function share(value: unknown): number {
  const [over, under] = String(value).split("/");
  return under === undefined ? Number(over) : Number(over) / Number(under);
}

/** A probability in per cent. */
export function percent(value: unknown): string {
  const found = share(value);
  return Number.isFinite(found) ? `${Math.round(found * 100)} %` : String(value);
}

/** What the chance of a shot is that of: a hit, or what its kind of fire or its game calls it. */
export const hitName = (face: Pick<GameFace, "figures">, odds: Odds | null | undefined): string =>
  face.figures[String(odds?.["kind"] ?? "")] ?? face.figures["hit"] ?? promptTexts.hit;

/** Who does what to whom, and where: the heading of a card of odds. */
export function shotTitle(face: Pick<GameFace, "events">, unit: string, hex: string, odds: Odds | null): string {
  const heading = face.events[String(odds?.["kind"] ?? "")]?.heading;
  const target = odds?.["target"];
  return `${heading ? `${heading}: ` : ""}${unit} → ${typeof target === "string" && target && target !== hex ? `${target}, ` : ""}${hex}`;
}

/** What a shot may come to at the worst: the target is lost, or where the odds tell of no such outcome, the gravest there is. A game that has a name for the loss is told it always. */
export function gravest(face: Pick<GameFace, "kills" | "outcomes" | "figures">, told: Record<string, unknown> | undefined): { name: string; chance: number } | null {
  if (!told || !face.kills.length) return null;
  const lost = face.kills.filter((key) => told[key] !== undefined);
  if (lost.length || face.figures["kill"]) return { name: face.figures["kill"] ?? promptTexts.kill, chance: lost.reduce((sum, key) => sum + share(told[key]), 0) };
  const last = Object.keys(face.outcomes).findLast((key) => told[key] !== undefined);
  return last && last !== "none" ? { name: face.outcomes[last] ?? last, chance: share(told[last]) } : null;
}

/** A value of a unit's card in a few characters. */
export function figure(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(figure).join(" ");
  if (typeof value === "object") return Object.values(value as Record<string, unknown>).map(figure).join(" ");
  return String(value);
}
