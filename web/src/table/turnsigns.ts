// What waits for the player, told outside the table: by the page's title and icon, a sound, and a notification where one is
// wanted.

import { sideTitle } from "../lib/face";
import type { Match } from "../lib/match.svelte";
import { offeredTo, playerIn } from "../lib/people";
import { people } from "../lib/peopletexts";
import { settings } from "../lib/settings.svelte";
import { markIcon, telling, type News } from "../lib/telling.svelte";
import { texts } from "../lib/texts";
import { ping } from "../sound/turn";

export class TurnSigns {
  constructor(
    private readonly match: Match,
    /** The name of the scenario and the turn on the map. */
    private readonly about: () => { title: string; turn: number },
  ) {}

  /** `offered`: the other side has offered something and waits for the answer. */
  show(mine: boolean, offered = false): void {
    const waits = mine ? texts.yourTurn : offered ? people.offerTitle : "";
    document.title = [waits, this.about().title, texts.app].filter(Boolean).join(" · ");
    markIcon(waits !== "");
  }

  clear(): void {
    document.title = texts.app;
    markIcon(false);
  }

  /** A question has come. Who looks at something else is notified, if he wants to be. */
  tell(): void {
    if (settings.chosen.sound) ping();
    this.notify("turn");
  }

  /** What was told last besides turns; null before the match was seen. */
  private told: string | null = null;

  /** An offer or the end has come, if it was not there before. */
  news(): void {
    const { state, side } = this.match;
    if (!state) return;
    const { offer, status } = state;
    const now = status === "over" ? "over" : offer && offeredTo(offer, side) ? `offer ${state.view?.turn ?? 0} ${offer.terms}` : "";
    const fresh = this.told !== null && now !== this.told;
    this.told = now;
    if (fresh && now) this.notify(now === "over" ? "over" : "offer");
  }

  private notify(kind: News["kind"]): void {
    const { face, id, state, side } = this.match;
    if (!state || !side || state.hot_seat) return;
    const { title, turn } = this.about();
    const others = Object.keys(state.seats).filter((one) => one !== side);
    const opponent = others.map((one) => playerIn(state.seats[one]) || sideTitle(face, one)).join(", ");
    void telling.tell({ kind, match: id, side, title, playing: sideTitle(face, side), opponent, turn });
  }
}
