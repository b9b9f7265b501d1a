// The odds of one's own units at counters: those under the pointer with what would change them, and those of the orders given.

import { ApiError, freeOdds, tools, units as cardsOf } from "../../lib/api";
import { judgedChoice, type GameFace } from "../../lib/face";
import type { Match } from "../../lib/match.svelte";
import { texts } from "../../lib/texts";
import type { Cell, Odds, Piece, Task } from "../../lib/types";
import { changesOf, chanceOf, differences, type WhatIf } from "../odds/whatif";

export interface OddsShown {
  unit: string;
  target: string;
  cell: Cell;
  odds: Odds | null;
  note: string;
  /** What would change it; comes a moment later. */
  changes?: WhatIf[];
}

/** Milliseconds on a counter before anything more is asked. */
const DWELL = 200;

export class OddsDesk {
  /** At the pointer. */
  shown = $state.raw<OddsShown | null>(null);
  /** In a panel: drawn at the target as long as nothing is pointed at. */
  studied = $state.raw<OddsShown | null>(null);
  private known = new Map<string, OddsShown>();
  private timer = 0;

  constructor(
    private readonly match: Match,
    private readonly face: () => GameFace,
  ) {}

  clear(): void {
    this.shown = null;
    clearTimeout(this.timer);
  }

  forget(): void {
    this.clear();
    this.known.clear();
  }

  /** Shows the odds of a unit at a counter, as long as `wanted` says that they are still asked for. */
  async show(unit: string, target: Piece, wanted: () => boolean, kind = "", choice = "", cells: Cell[] = []): Promise<void> {
    const shown = judgedChoice(this.face(), choice) ? await this.onTheWay({ unit, kind, choice, cells }, target) : await this.at(unit, target, kind, choice);
    if (!shown || !wanted()) return;
    this.shown = shown;
    clearTimeout(this.timer);
    // Whoever only passes over a counter asks nothing more.
    if (!shown.changes) this.timer = window.setTimeout(() => void this.change(shown), DWELL);
  }

  /** Asks the free tool what would change these odds, if it tells the same of the shot as it stands. */
  private async change(shown: OddsShown): Promise<void> {
    const game = this.match.state?.game;
    const args = shown.odds?.arguments;
    if (!game || !args || !shown.odds || shown.odds.blocked_by) return;
    try {
      const [{ odds: flags }, base, cards] = await Promise.all([tools(game), freeOdds(game, args), cardsOf(game, this.match.state?.scenario ?? "")]);
      if (chanceOf(base) !== chanceOf(shown.odds)) return;
      const asked = await Promise.all(changesOf(this.face(), flags, args, cards).map(async (change) => ({ change, odds: await freeOdds(game, change.args) })));
      const full = { ...shown, changes: differences(this.face(), base, asked) };
      for (const [key, value] of this.known) if (value === shown) this.known.set(key, full);
      if (this.shown === shown) this.shown = full;
    } catch (error) {
      // The odds stand without it.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** The odds of one of one's units at a counter, or null when none can be told. */
  async of(unit: string, target: string, kind = "", choice = ""): Promise<OddsShown | null> {
    const piece = this.match.view?.pieces.find((one) => one.id === target);
    return piece ? this.at(unit, piece, kind, choice) : null;
  }

  /** The odds of something that a unit does on its way, with the path that leads there. */
  async onTheWay({ unit, kind, choice, cells }: Required<Pick<Task, "unit" | "kind" | "choice" | "cells">>, target?: Piece): Promise<OddsShown> {
    const key = `${this.match.state?.number}|${unit}|${kind}|${choice}|${cells.join()}|${target?.id ?? ""}`;
    return this.ask(key, { unit, target: target?.id ?? "", cell: target?.cell ?? -1 }, { attacker: unit, kind, choice, cells: cells.join() });
  }

  private async at(unit: string, target: Piece, kind = "", choice = ""): Promise<OddsShown | null> {
    const { view } = this.match;
    const firer = view?.pieces.find((piece) => piece.id === unit && piece.side === view.side);
    // Whoever is carried stands nowhere, and may fire all the same.
    const carried = this.match.legal?.units?.some((one) => one.unit === unit && one.options.some((option) => option.targets?.includes(target.id)));
    if (!firer && !carried) return null;
    // A task with chances of its own is asked for all who are told it at the same place.
    const judged = kind !== "" && this.face().tasks[kind]?.judged === true;
    const others = judged ? Object.values(this.match.draft.tasks).filter((task) => task.kind === kind && task.unit !== unit && (task.cells?.includes(target.cell) || task.targets?.includes(target.id))) : [];
    const crew = [unit, ...others.map((task) => task.unit)].join(",");
    const argument = (choice && this.face().tasks[kind]?.argument) || "";
    const key = `${this.match.state?.number}|${crew}|${target.id}|${judged ? kind : ""}|${argument && choice}`;
    return this.ask(key, { unit, target: target.id, cell: target.cell }, { attacker: crew, target: target.id, ...(judged ? { kind } : {}), ...(argument ? { [argument]: choice } : {}) });
  }

  /** What the server tells, asked once. */
  private async ask(key: string, about: Pick<OddsShown, "unit" | "target" | "cell">, args: Record<string, unknown>): Promise<OddsShown> {
    const before = this.known.get(key);
    if (before) return before;
    let shown: OddsShown = { ...about, odds: null, note: texts.noOdds };
    try {
      const odds = await this.match.calls.odds(args);
      shown = { ...shown, odds, note: "" };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      shown = { ...shown, note: error.message };
    }
    this.known.set(key, shown);
    return shown;
  }
}
