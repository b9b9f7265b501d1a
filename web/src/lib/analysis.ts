// What a game tells afterwards: losses and luck, turn by turn, and the merged position of all sides. Pure.

import type { GameFace } from "./face";
import { markOf, unitsOf } from "./playback";
import type { GameEvent, Marker, Piece, ReplayFrame, Side, View } from "./types";

/** A chance as a number: "1/2", "0.5" or 50 of 100. */
export function chanceOf(event: GameEvent): number | null {
  const { chance, needs } = event.data ?? {};
  if (typeof chance === "string" || typeof chance === "number") {
    const [above, below] = String(chance).split("/").map(Number);
    if (above !== undefined && Number.isFinite(above) && below !== 0) return clamp(above / (below ?? 1));
    return null;
  }
  return typeof needs === "number" ? clamp(needs / 100) : null;
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** Whether a shot killed, which is all that luck is about; where an event does not tell, whether it hit. */
export function killOf(event: GameEvent): boolean | null {
  const kill = event.data?.["kill"];
  return event.verb === "shot" && typeof kill === "boolean" ? kill : hitOf(event);
}

/** Whether a shot hit; null when the event is no shot that tells. */
export function hitOf(event: GameEvent): boolean | null {
  if (event.verb !== "shot") return null;
  const { result, hit } = event.data ?? {};
  if (typeof hit === "boolean") return hit;
  return typeof result === "string" ? result === "destroyed" || result === "hit" : null;
}

export interface SideFigures {
  side: Side;
  /** Running totals, one for each frame. */
  losses: number[];
  expected: number[];
  made: number[];
  shots: number;
}

/** Losses and luck of each side, as running totals at the end of every frame. */
export function figures(frames: ReplayFrame[], events: GameEvent[], sides: Side[]): SideFigures[] {
  return sides.map((side) => {
    const found: SideFigures = { side, losses: [], expected: [], made: [], shots: 0 };
    let [lost, expected, made] = [0, 0, 0];
    for (const frame of frames) {
      for (const event of events.slice(...frame.events)) {
        if (event.verb === "kill" && event.side === side) lost += 1;
        const chance = chanceOf(event);
        const kill = killOf(event);
        if (chance === null || kill === null || event.side !== side) continue;
        found.shots += 1;
        expected += chance;
        if (kill) made += 1;
      }
      found.losses.push(lost);
      found.expected.push(expected);
      found.made.push(made);
    }
    return found;
  });
}

/** Events as a viewer of everything reads them: without what the other side saw of a thing told in full. */
export function withoutEchoes(frames: ReplayFrame[], events: GameEvent[]): { frames: ReplayFrame[]; events: GameEvent[] } {
  const kept: GameEvent[] = [];
  const cut = frames.map((frame) => {
    const first = kept.length;
    for (const event of events.slice(...frame.events)) {
      if (!event.audience?.includes("*")) kept.push({ ...event, n: kept.length });
    }
    return { ...frame, events: [first, kept.length] as [number, number] };
  });
  return { frames: cut, events: kept };
}

/** One view for a map: the only one there is, or of several each side's own pieces and everybody's markers. */
export function merged(views: Record<string, View>): View | null {
  const all = Object.values(views);
  const first = all[0];
  if (!first || all.length === 1) return first ?? null;
  const pieces: Piece[] = [];
  const markers = new Map<string, Marker>();
  for (const view of all) {
    pieces.push(...view.pieces.filter((piece) => piece.side === view.side));
    for (const marker of view.markers) markers.set(`${marker.kind}@${marker.cell}/${marker.side ?? ""}`, marker);
  }
  return { ...first, side: null, decision: null, pieces, markers: [...markers.values()] };
}

export interface TurnSummary {
  shots: number;
  hits: number;
  losses: { unit: string; type: string; side: Side }[];
  spotted: string[];
  panicked: number;
  /** Who is worse off than before, and by which mark. */
  damaged: { unit: string; mark: string }[];
  /** What has a name of its own and is no plain shot, how often. */
  deeds: Record<string, number>;
}

/** What stands out in a row of events, for the card after the playback. */
export function summarize(face: GameFace, events: GameEvent[]): TurnSummary {
  const found: TurnSummary = { shots: 0, hits: 0, losses: [], spotted: [], panicked: 0, damaged: [], deeds: {} };
  for (const event of events) {
    const unit = unitsOf(event)[0] ?? "";
    const { verb } = event;
    const deed = face.events[event.kind]?.heading;
    if (deed) found.deeds[deed] = (found.deeds[deed] ?? 0) + 1;
    else if (verb === "shot") {
      found.shots += 1;
      if (hitOf(event)) found.hits += 1;
    } else if (verb === "kill") {
      found.losses.push({ unit, type: String(event.data?.["type"] ?? ""), side: event.side });
    } else if (verb === "hurt") found.damaged.push({ unit, mark: markOf(face, event) });
    else if (verb === "show" && typeof event.data?.["type"] === "string") found.spotted.push(`${unit} (${event.data["type"]})`);
    else if (verb === "panic") found.panicked += 1;
  }
  // Of whoever is lost it does not matter what he suffered before.
  found.damaged = found.damaged.filter(({ unit }) => !found.losses.some((loss) => loss.unit === unit));
  return found;
}

export function notable(found: TurnSummary): boolean {
  return Object.keys(found.deeds).length + found.shots + found.losses.length + found.spotted.length + found.panicked + found.damaged.length > 0;
}
