// Whose turn it is, told outside the table: by the page's title and icon, a sound, and a notification where one is wanted.

import { sideTitle } from "../lib/face";
import type { Match } from "../lib/match.svelte";
import { playerIn } from "../lib/people";
import { settings } from "../lib/settings.svelte";
import { markIcon, telling } from "../lib/telling.svelte";
import { texts } from "../lib/texts";
import { ping } from "../sound/turn";

export class TurnSigns {
  constructor(
    private readonly match: Match,
    /** The name of the scenario and the turn on the map. */
    private readonly about: () => { title: string; turn: number },
  ) {}

  show(mine: boolean): void {
    document.title = [mine ? texts.yourTurn : "", this.about().title, texts.app].filter(Boolean).join(" · ");
    markIcon(mine);
  }

  clear(): void {
    document.title = texts.app;
    markIcon(false);
  }

  /** A question has come. Who looks at something else is notified, if he wants to be. */
  tell(): void {
    if (settings.chosen.sound) ping();
    const { face, id, state, side } = this.match;
    if (!state || !side || state.hot_seat) return;
    const { title, turn } = this.about();
    const others = Object.keys(state.seats).filter((one) => one !== side);
    const opponent = others.map((one) => playerIn(state.seats[one]) || sideTitle(face, one)).join(", ");
    void telling.tell({ match: id, side, title, playing: sideTitle(face, side), opponent, turn });
  }
}
