// The match that is on the screen now, for what stands beside the table: hot seat, lesson, coach, sounds.

import type { Overlay } from "../map/overlays";
import type { Match } from "./match.svelte";

class Present {
  match = $state.raw<Match | null>(null);
  /** Whether the table plays a film, so that what it ends in must not be told yet. */
  playing = $state(false);
  /** What a lesson or the coach marks on the map, by who marks it. */
  marks = $state.raw<Record<string, Overlay[]>>({});

  mark(who: string, overlays: Overlay[]): void {
    this.marks = { ...this.marks, [who]: overlays };
  }
}

export const present = new Present();
