// What is marked on the prompt: the answer that Enter gives, and the units that hold their fire.

import { EMPTY, taskFace, type GameFace } from "../../lib/face";
import type { Match } from "../../lib/match.svelte";
import { reaction } from "../plot/plotting";
import { chosenOf, partiesOf } from "./parties";
import { answerOf, entriesOf, holdName, passOf, shotsOf, type Entry } from "./prompting";

export class Prompt {
  at = $state(0);
  held = $state.raw<ReadonlySet<string>>(new Set());

  constructor(
    private readonly match: Match,
    private readonly face: () => GameFace = () => EMPTY,
  ) {}

  private readonly leads = (kind: string) => taskFace(this.face(), kind).leads === true;
  readonly open = $derived.by(() => reaction(this.match.legal, this.face()));
  /** Those who could attack together, target by target. */
  readonly parties = $derived.by(() => (this.open ? partiesOf(this.match.legal, this.leads) : []));
  /** The first unit that the question is about: the map shows where it is. */
  readonly target = $derived.by(() => (this.open ? (this.parties[0]?.[0]?.target ?? (this.match.legal ? shotsOf(this.match.legal)[0]?.target : undefined) ?? null) : null));
  /** Of each party, who attacks as it stands now. */
  readonly chosen = $derived.by(() => this.parties.map((party) => chosenOf(party, this.match.draft.tasks)));
  readonly entries = $derived.by(() => {
    const single = (kind: string) => taskFace(this.face(), kind).single === true;
    return this.open ? entriesOf(this.match.legal, this.held, { single, leads: this.leads }, this.chosen.filter((one) => one.length)) : [];
  });
  /** The marked answer: the one drawn on the map, or else the one the arrows point at. */
  readonly marked = $derived.by(() => {
    const drawn = Object.values(this.match.draft.tasks);
    const found = this.entries.findIndex((entry) =>
      entry.shots.length > 0 && entry.shots.length === drawn.length
      && entry.shots.every((shot) => drawn.some((task) => task.unit === shot.unit && task.targets?.includes(shot.target) && (!task.choice || task.choice === shot.choice))),
    );
    return found >= 0 ? found : Math.min(this.at, Math.max(0, this.entries.length - 1));
  });

  reset(): void {
    this.at = 0;
    this.held = new Set();
  }

  move(by: number): void {
    const from = this.marked;
    const count = Math.max(1, this.entries.length);
    if (Object.keys(this.match.draft.tasks).length) this.match.draft.clearAll();
    this.at = (from + by + count) % count;
  }

  take(entry: Entry | null | undefined): void {
    const { legal } = this.match;
    if (!legal || !entry) return;
    const { order, standing } = answerOf(legal, entry, this.held);
    void this.match.submit(order, standing);
  }

  pass(): boolean {
    const entry = passOf(this.match.legal);
    this.take(entry);
    return entry !== null;
  }

  /** This unit takes no chance in this phase, or does again; when nobody is left who could, the chance goes by. */
  hold(unit: string): void {
    const { legal } = this.match;
    if (!legal || !holdName(legal, unit)) return;
    const next = new Set(this.held);
    if (!next.delete(unit)) next.add(unit);
    this.held = next;
    if ((legal.units ?? []).every((one) => next.has(one.unit))) this.pass();
  }
}
