// What the page may tell while a turn is played: log, turn and phase of the moment on the stage, not of its outcome.

import type { GameEvent, View } from "../../lib/types";

/** Events that came together, and the view before them. */
export interface Scene {
  events: GameEvent[];
  before: View;
}
/** What a story needs of a match. */
export interface Told {
  readonly log: GameEvent[];
  readonly view: View | null;
  readonly before: View | null;
}

export class Story {
  /** What is played now, and what waits behind it. */
  scenes = $state.raw<Scene[]>([]);
  /** The event on the stage. */
  at = $state.raw<GameEvent | null>(null);
  /** The film of the present scene has ended; its summary is on the screen. */
  filmed = $state(false);

  /** What has been played since the last answer, to be summed up in one card beside the game. */
  told = $state.raw<GameEvent[]>([]);
  /** Seconds that quiet films have taken since the last answer. */
  spent = 0;
  private answered = false;

  constructor(private readonly match: Told) {}

  /** A question has come up: what is played next comes after its answer, and is a story of its own. */
  asked(): void {
    this.answered = true;
  }

  /** Takes events that have just come, with the view they came after. */
  add(events: GameEvent[]): void {
    if (this.answered) this.read();
    if (this.match.before) this.scenes = [...this.scenes, { events, before: this.match.before }];
  }

  /** The present scene has been seen. */
  done(): void {
    this.scenes = this.scenes.slice(1);
    this.rewind();
  }

  /** What has been told is not shown any more. */
  read(): void {
    this.answered = false;
    this.told = [];
    this.spent = 0;
  }

  /** Nothing of what waits is played any more. */
  clear(): void {
    this.scenes = [];
    this.rewind();
  }

  private rewind(): void {
    this.at = null;
    this.filmed = false;
  }

  /** The log as far as it has been played. */
  get log(): GameEvent[] {
    const scene = this.scenes[0];
    if (!scene) return this.match.log;
    const last = this.filmed ? scene.events[scene.events.length - 1] : this.at;
    return this.match.log.slice(0, last ? last.n + 1 : scene.events[0]?.n);
  }

  /** The view of the moment on the stage: the one before, with the turn and the step that are played. */
  get view(): View | null {
    const scene = this.scenes[0];
    if (!scene) return this.match.view;
    if (this.filmed) return this.scenes[1]?.before ?? this.match.view;
    return this.at ? { ...scene.before, turn: this.at.turn, step: this.at.step } : scene.before;
  }
}
