// The props by which Table.svelte calls the parts that are written elsewhere (Playback, Log, RulePane, Cover), so that
// both sides agree. Playback draws through `stage` (map/stage.svelte.ts): the table's MapView shows what is on it.

import type { Plane } from "../lib/hexgeo";
import type { Match } from "../lib/match.svelte";
import type { GameEvent } from "../lib/types";

export interface PlaybackProps {
  match: Match;
  events: GameEvent[];
  plane: Plane;
  /** Whether it goes on by itself, for onlookers. */
  auto?: boolean;
  onDone: () => void;
}
export interface LogProps {
  match: Match;
  onRule: (rule: string) => void;
}
export interface RulePaneProps {
  game: string;
  rule: string;
  onClose: () => void;
}
export interface CoverProps {
  /** The side that is to take the screen. */
  side: string;
  onReady: () => void;
}
