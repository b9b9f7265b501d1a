// The match that is on the screen now, for what stands beside the table: hot seat, coach, sounds.

import type { Match } from "./match.svelte";

class Present {
  match = $state.raw<Match | null>(null);
}

export const present = new Present();
