// Whether an order can be taken back for a moment after Commit. Against people it can, until they have committed theirs. Bots
// have theirs ready, and it would be too late at once: so the browser holds the order back. Nobody else waits for it.

import { againstBots } from "../../lib/bots";
import type { Match } from "../../lib/match.svelte";
import { reaction } from "./plotting";

/** Only for a plot that says something: an answer to a question is quickly given, and quickly meant. */
export function graced(match: Match, hasty = false): boolean {
  const { legal, state, side } = match;
  if (!Object.keys(match.draft.tasks).length) return false;
  return !hasty && Boolean(legal?.units?.length) && !reaction(legal, match.face) && againstBots(state?.seats, side);
}
