// What is marked on the prompt: the answer that Enter gives, and the units that hold their fire.

import { EMPTY, taskFace, type GameFace } from "../../lib/face";
import type { Match } from "../../lib/match.svelte";
import { reaction } from "../plot/plotting";
import { chosenOf, partiesOf } from "./parties";
import { answerOf, entriesOf, harmOf, holdName, passOf, shotsOf, suggested, type Entry, type Said } from "./prompting";

export class Prompt {
  /** The answer that the arrows point at; -1 as long as they have not been used. */
  at = $state(-1);
  held = $state.raw<ReadonlySet<string>>(new Set());
  /** What units have been told for the rest of the phase. */
  said = $state.raw<ReadonlyMap<string, Said>>(new Map());

  constructor(
    private readonly match: Match,
    private readonly face: () => GameFace = () => EMPTY,
  ) {}

  private readonly leads = (kind: string) => taskFace(this.face(), kind).leads === true;
  /** What could be done now with its chances to harm, where the game tells. */
  readonly chances = $derived.by(() => this.match.state?.automatic?.chances ?? null);
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
    if (found >= 0) return found;
    const at = this.at < 0 && this.match.legal ? suggested(this.match.legal, this.entries, this.chances) : this.at;
    return Math.min(Math.max(0, at), Math.max(0, this.entries.length - 1));
  });

  reset(): void {
    this.at = -1;
    this.held = new Set();
    this.said = new Map();
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
    const { order, standing } = answerOf(legal, entry, this.held, this.said);
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
    if ((legal.units ?? []).every((one) => next.has(one.unit) || this.said.has(one.unit))) this.pass();
  }

  /** This unit waits for a better chance, or fires by itself from one on. What it is told to do at once, it does. */
  tell(unit: string, word: Said["word"], least: number): void {
    const { legal } = this.match;
    if (!legal || !holdName(legal, unit)) return;
    const next = new Map(this.said);
    const old = next.get(unit);
    next.delete(unit);
    if (old?.word !== word || old.least !== least) next.set(unit, { word, least });
    this.said = next;
    if (!next.has(unit)) return;
    const ready = word === "fire" ? this.bestOf(unit) : null;
    if (ready && ready.harm >= least) return this.take(ready.entry);
    if ((legal.units ?? []).every((one) => next.has(one.unit) || this.held.has(one.unit))) this.pass();
  }

  /** The best shot of a unit now. */
  private bestOf(unit: string): { entry: Entry; harm: number } | null {
    const own = this.entries.filter((entry) => entry.shots.length === 1 && entry.shots[0]!.unit === unit);
    const rated = own.map((entry) => ({ entry, harm: harmOf(this.chances, unit, entry.shots[0]!.target) ?? 0 }));
    return rated.sort((a, b) => b.harm - a.harm)[0] ?? null;
  }
}
