// What the rules refuse of the draft, asked while it is drawn: all conflicts together, and which hexes or targets the selected
// unit would be refused. The rules' own check answers both.

import { ApiError } from "../../lib/api";
import type { GameFace } from "../../lib/face";
import type { Match } from "../../lib/match.svelte";
import type { Cell, Piece, Task, Violation } from "../../lib/types";
import { insists, type Group, type Refusal } from "./plotting";

/** Milliseconds after the last change until the rules are asked. */
const SETTLED = 250;

const atCell = (kind: string, cell: Cell) => `${kind} ${cell}`;
const atTarget = (kind: string, target: string) => `${kind} @${target}`;

export class Conflicts {
  /** Everything that is wrong with the orders drawn, of units that have one. */
  found = $state.raw<Violation[]>([]);
  /** What units will do by orders for several of them, as the rules work it out. */
  follows = $state.raw<Task[]>([]);
  /** Why nothing can be sent before some unit has been told something; null where it can, or where that goes without saying. */
  owed = $state.raw<Violation | null>(null);
  /** What the orders drawn would mean, in words. */
  remarks = $state.raw<string[]>([]);
  /** The rules have not yet said what they think of the orders drawn. */
  asking = $state(false);
  /** The orders drawn that would not stay: of units that are refused, or that make others do what is refused. */
  private dropped = $state.raw<string[]>([]);
  /** What the selected unit would be refused, by kind and hex or target. */
  private refused = $state.raw<ReadonlyMap<string, Refusal>>(new Map());
  private asked = "";
  /** The draft beside which it was asked. */
  private askedOf: Record<string, Task> | null = null;
  private timer = 0;

  constructor(
    private readonly match: Match,
    private readonly face: () => GameFace,
  ) {}

  /** What will be refused: what the rules said of the order sent, and what they say of the draft. */
  readonly violations = $derived.by(() => {
    const sent = this.match.violations;
    const same = (a: Violation, b: Violation) => a.unit === b.unit && a.message === b.message;
    return [...sent, ...this.found.filter((one) => !sent.some((other) => same(one, other)))];
  });
  /** The units whose orders will be refused. */
  readonly units = $derived.by(() =>
    [...new Set([...this.violations.map((one) => one.unit ?? ""), ...this.dropped])].filter((unit) => this.match.draft.tasks[unit]));

  /** Asks about the draft as it is, when it has settled; returns what stops the asking. */
  watch(): () => void {
    const tasks = this.match.draft.tasks;
    this.found = [];
    this.dropped = [];
    this.owed = null;
    if (insists(this.match.legal) && !Object.keys(tasks).length) this.askOwed(tasks);
    if (!Object.keys(tasks).length) this.follows = this.remarks = [];
    this.asking = Boolean(this.match.legal?.units?.length && Object.keys(tasks).length);
    if (!this.asking) return () => {};
    const timer = window.setTimeout(() => {
      this.match.calls.check(this.match.draft.order()).then(
        ({ violations, kept = [], follows = [], remarks = [] }) => {
          if (this.match.draft.tasks !== tasks) return;
          this.dropped = violations.length ? [...new Set(Object.values(tasks).map((task) => task.unit))].filter((unit) => !kept.includes(unit)) : [];
          // Whoever has no order yet is not told so; but who is moved by another's order (his column's) is told what is wrong with it.
          const moved = this.dropped.some((unit) => !violations.some((one) => one.unit === unit));
          this.found = violations.filter((one) => moved || (one.unit && (tasks[one.unit] || Object.values(tasks).some((task) => task.targets?.includes(one.unit as string)))));
          this.follows = follows;
          this.remarks = remarks;
          this.asking = false;
        },
        (error: unknown) => {
          this.asking = false;
          if (!(error instanceof ApiError)) throw error;
        },
      );
    }, SETTLED);
    return () => clearTimeout(timer);
  }

  private askOwed(tasks: Record<string, Task>): void {
    this.match.calls.check(this.match.draft.order()).then(
      ({ violations }) => {
        if (this.match.draft.tasks === tasks) this.owed = violations[0] ?? null;
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      },
    );
  }

  /** Asks what a unit would be refused; null: nobody is selected. */
  look(unit: string | null): void {
    const { legal, draft } = this.match;
    const options = legal?.units?.find((one) => one.unit === unit)?.options ?? [];
    if (!unit || !options.some((option) => option.cells?.length || option.targets?.length)) {
      clearTimeout(this.timer);
      this.refused = new Map();
      this.asked = "";
      this.askedOf = null;
      return;
    }
    if (this.asked === unit && this.askedOf === draft.tasks) return;
    clearTimeout(this.timer);
    // Who is taken up is looked at once; while his order is drawn the rules are asked when it has settled, after the draft.
    const fresh = this.asked !== unit;
    if (fresh) this.refused = new Map();
    this.asked = unit;
    const tasks = draft.tasks;
    this.askedOf = tasks;
    this.timer = window.setTimeout(() => {
      this.match.calls.refused(draft.order(), unit).then(
        (found) => {
          if (this.asked !== unit || draft.tasks !== tasks) return;
          this.refused = new Map(found.map((one) => [
            one.target ? atTarget(one.kind, one.target) : atCell(one.kind, one.cell ?? -1), { why: one.message, rule: one.rule },
          ]));
        },
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
        },
      );
    }, fresh ? 20 : SETTLED + 50);
  }

  /** Why a kind of task would be refused in a hex or at what stands there; null when it would not. */
  at(kind: string, cell: Cell, pieces: Piece[] = []): Refusal | null {
    // Of a task for two the rules say only that the other has none yet; he is given it with this one.
    if (this.face().tasks[kind]?.paired) return null;
    const here = this.refused.get(atCell(kind, cell));
    if (here) return here;
    for (const piece of pieces) {
      const found = piece.cell === cell ? this.refused.get(atTarget(kind, piece.id)) : undefined;
      if (found) return found;
    }
    return null;
  }

  /** Why the rules would refuse a task of one hex there, where it is not offered; null where they say nothing of it. */
  async why(group: Group, unit: string, cell: Cell): Promise<Refusal | null> {
    const option = group.options.find((one) => one.cells?.length);
    const asked = this.match.legal?.decision.kind;
    if (!option || !asked || option.path) return null;
    const facing = option.facings?.[0];
    const choice = this.face().tasks[group.kind]?.choice_optional ? undefined : option.choices?.[0];
    const task: Task = { unit, kind: group.kind, cells: [cell], ...(facing === undefined ? {} : { facing }), ...(choice === undefined ? {} : { choice }) };
    try {
      const { violations } = await this.match.calls.check({ kind: asked, tasks: [task] });
      const found = violations.find((one) => one.unit === unit);
      return found ? { why: found.message, rule: found.rule } : null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return null;
    }
  }

  /** Takes the refused orders away: what is left is legal. */
  async drop(): Promise<void> {
    const { draft } = this.match;
    let kept: string[];
    try {
      kept = (await this.match.calls.check(draft.order())).kept ?? [];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.match.problem = error.message;
      return;
    }
    draft.put(Object.fromEntries(Object.entries(draft.tasks).filter(([, task]) => kept.includes(task.unit))));
  }
}
