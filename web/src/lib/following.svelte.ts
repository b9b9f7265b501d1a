// An onlooker sees one position after another, each film to its end, however fast the game is.

import type { MatchState } from "./types";

/** Milliseconds for which an onlooker sees a position that brought no film, when the next one is there already. */
const DWELL = 600;
/** Positions that wait for an onlooker, at most; then the last two become one. */
const MOST_WAITING = 300;

/** Two states in one: the newer one, with the events of both; the newer one may begin before the older one ends. */
export function joined(older: MatchState, newer: MatchState): MatchState {
  if (newer.first <= older.first) return newer;
  return { ...newer, first: older.first, events: [...older.events.slice(0, newer.first - older.first), ...newer.events] };
}

export class Following {
  /** How far the film is behind the game, in turns; `late` also within a turn. */
  behind = $state(0);
  late = $state(false);
  /** Whether a position is taken without a film. */
  silent = false;
  private waiting: MatchState[] = [];
  private holding: (() => boolean) | null = null;
  private dwelling = 0;
  private stopped = false;

  constructor(
    private readonly show: (state: MatchState) => Promise<void>,
    private readonly shown: () => MatchState | null,
  ) {}

  get on(): boolean {
    return this.holding !== null;
  }

  /** From now on positions come one after another, the next when `busy` says that the present one has been seen. */
  start(busy: () => boolean): void {
    this.holding = busy;
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.dwelling);
  }

  /** What waits comes again: the server is told what has been taken. */
  forget(): void {
    this.waiting = [];
    this.measure();
  }

  /** Takes the next position that waits, if it is time for it. */
  proceed(): void {
    if (this.stopped || this.dwelling || this.holding?.()) return;
    const next = this.waiting.shift();
    if (!next) return;
    // Nobody need look for long at a position in which only somebody has made up their mind.
    const pause = this.shown() !== null && next.events.length > 0 ? DWELL : 0;
    this.dwelling = -1;
    void this.show(next).finally(() => {
      this.measure();
      this.dwelling = window.setTimeout(() => {
        this.dwelling = 0;
        this.proceed();
      }, pause);
    });
  }

  /** Takes everything that waits at once, without a film. */
  async toNow(): Promise<void> {
    const [first, ...rest] = this.waiting;
    this.waiting = [];
    if (!first) return;
    this.silent = true;
    await this.show(rest.reduce(joined, first));
    this.silent = false;
    this.measure();
  }

  queue(state: MatchState): void {
    const last = this.waiting[this.waiting.length - 1];
    if (last && this.waiting.length >= MOST_WAITING) {
      this.waiting[this.waiting.length - 1] = joined(last, state);
    } else {
      this.waiting.push(state);
    }
    this.measure();
    this.proceed();
  }

  private measure(): void {
    const newest = this.waiting[this.waiting.length - 1];
    this.late = newest !== undefined;
    this.behind = newest ? Math.max(0, (newest.view?.turn ?? 0) - (this.shown()?.view?.turn ?? 0)) : 0;
  }
}
