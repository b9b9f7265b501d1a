// The props by which Table.svelte calls the parts that are written elsewhere (Playback, Log, RulePane, Cover), so that
// both sides agree. Playback draws through `stage` (map/stage.svelte.ts): the table's MapView shows what is on it.

import type { GameFace } from "../lib/face";
import type { Plane } from "../lib/hexgeo";
import type { Match } from "../lib/match.svelte";
import type { Cell, GameEvent, Piece } from "../lib/types";
import type { Scene, Story } from "./playback/story.svelte";

export interface PlaybackProps {
  match: Match;
  story: Story;
  scene: Scene;
  plane: Plane;
  /** Whether it goes on by itself, for onlookers. */
  auto?: boolean;
  onDone: () => void;
}
/** What was clicked on the map: a hex, and the unit in it. */
export interface About {
  cell: Cell;
  unit: string | null;
}
export interface LogProps {
  events: GameEvent[];
  /** All events up to these, where `events` are only a part: places are found by them. */
  history?: GameEvent[];
  plane: Plane;
  face: GameFace;
  sides: string[];
  /** Where units stand that the log tells no place of. */
  pieces?: Piece[];
  /** The number of the event that is on the map now. */
  current?: number | null;
  about?: About | null;
  /** Whether it grows while it is read: turns have headings, and the newest line is kept in sight. */
  live?: boolean;
  /** The events at which the server has answered for this seat. */
  answered?: number[];
  empty?: string;
  /** How people ended the game, once that is to be told. */
  ended?: string;
  onShow: (event: GameEvent, cell: Cell | null) => void;
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
