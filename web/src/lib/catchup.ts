// What happened while a player was away: how far this browser has seen a seat's log, and the position it left.

import type { Plane } from "./hexgeo";
import { after } from "./playback";
import type { GameFace } from "./face";
import type { Replay, View } from "./types";

const KEY = "hulldown.seen";

function all(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

/** How many events of the log this browser has shown for a seat; null if it never had it open. */
export function seenOf(match: string, side: string | null): number | null {
  return all()[`${match}/${side ?? ""}`] ?? null;
}

export function noteSeen(match: string, side: string | null, count: number): void {
  const entries = Object.entries({ ...all(), [`${match}/${side ?? ""}`]: count });
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries.slice(-200))));
}

/** The view as it was after `seen` events, from a replay of one's own knowledge by turns. */
export function viewAfter(replay: Replay, seen: number, plane: Plane, face: GameFace): View | null {
  const frame = replay.turns.findLast((one) => one.events[0] <= seen) ?? replay.turns[0];
  const view = frame && Object.values(frame.views)[0];
  if (!frame || !view) return null;
  let scene = { pieces: view.pieces, markers: view.markers };
  for (const event of replay.events.slice(frame.events[0], seen)) {
    scene = after(face, plane, scene.pieces, scene.markers, event);
  }
  return { ...view, ...scene };
}
