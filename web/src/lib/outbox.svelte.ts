// An order that was committed and has not been delivered: because the server could not be reached, or because the player
// may still take it back. It is delivered once: each try has the same submission id, and the server answers a submission it
// knows with its first answer.

import type { Order } from "./types";

/** A committed order on its way. */
export interface Commit {
  submission: string;
  decision: string;
  order: Order;
  /** Passes that stand from then on. */
  standing?: string[];
}

const KEY = "hulldown.outbox";
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 8000;
const SECOND = 1000;

function all(): Record<string, Commit> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Commit>;
  } catch {
    return {};
  }
}

export class Outbox {
  /** What has not been delivered yet. */
  waiting = $state.raw<Commit | null>(null);
  /** Whether it was committed before this page was loaded: then it goes out only if the player says so. */
  asks = $state(false);
  /** The seconds for which it can still be taken back before it is sent; 0 if it is not held. */
  held = $state(0);
  private timer = 0;
  private wait = FIRST_WAIT;
  private stopped = false;

  constructor(
    /** Whose order it is: the seat's token. */
    private readonly seat: string,
    private readonly deliver: (commit: Commit) => Promise<unknown>,
  ) {
    this.waiting = all()[seat] ?? null;
    this.asks = this.waiting !== null;
  }

  private readonly now = () => this.send();

  start(): void {
    this.stopped = false;
    window.addEventListener("online", this.now);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    window.removeEventListener("online", this.now);
  }

  /** Keeps an order that could not be sent and tries again by itself. */
  keep(commit: Commit): void {
    if (!this.waiting) this.wait = FIRST_WAIT;
    this.put(commit);
    if (this.stopped) return;
    this.timer = window.setTimeout(this.now, this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Keeps an order for some seconds in which it can be taken back, then sends it. */
  hold(commit: Commit, seconds: number): void {
    this.put(commit);
    this.held = seconds;
    this.count();
  }

  private count(): void {
    this.timer = window.setTimeout(() => {
      if (this.held <= 1) return this.send(true);
      this.held -= 1;
      this.count();
    }, SECOND);
  }

  private put(commit: Commit): void {
    clearTimeout(this.timer);
    this.waiting = commit;
    this.asks = false;
    this.held = 0;
    this.write({ ...all(), [this.seat]: commit });
  }

  /** Sends it at once, unless the player is to be asked first or may still take it back. */
  send(sure = false): void {
    const commit = this.waiting;
    if (!commit || this.stopped || ((this.asks || this.held) && !sure)) return;
    clearTimeout(this.timer);
    this.held = 0;
    void this.deliver(commit);
  }

  /** Whoever has the answer, or another wish, keeps nothing. */
  clear(): void {
    clearTimeout(this.timer);
    if (!this.waiting) return;
    this.waiting = null;
    this.asks = false;
    this.held = 0;
    const rest = all();
    delete rest[this.seat];
    this.write(rest);
  }

  private write(kept: Record<string, Commit>): void {
    localStorage.setItem(KEY, JSON.stringify(kept));
  }
}
