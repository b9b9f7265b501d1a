// Tasks that several units share, and units with several tasks, as they are drawn: the rules are asked before one is added.

import { ApiError } from "../../lib/api";
import { taskFace } from "../../lib/face";
import { keyFor, same, taken, tasksOf } from "../../lib/manifold";
import type { Cell, Piece, Task } from "../../lib/types";
import type { Overlay } from "../../map/overlays";
import type { Plotter } from "./plotter.svelte";
import type { Refusal } from "./plotting";
import { gathered, joined, left, mayJoin, mayJoinAll, sharedBy, sharersOf, sharing } from "./sharing";

export class Crew {
  constructor(private readonly plotter: Plotter) {}

  private get match() {
    return this.plotter.match;
  }

  /** The task of the selected unit that others can share. */
  readonly task = $derived.by<Task | null>(() => {
    const { task, kind } = this.plotter;
    return task && task.kind === kind && !this.plotter.others.size ? task : null;
  });
  readonly members = $derived.by(() => sharersOf(this.plotter.face(), this.match.legal, this.task));
  private readonly sure = $derived.by(() => (this.task ? mayJoinAll(this.plotter.face(), this.match.legal, this.task) : []));
  readonly open = $derived.by(() => mayJoin(this.plotter.face(), this.match.legal, this.task));
  /** The task that the selected unit shares without being told it itself. */
  readonly follows = $derived.by(() => (this.plotter.selected ? this.of(this.plotter.selected) : null));
  /** All who share somebody's task. */
  readonly sharing = $derived.by(() => sharing(this.plotter.face(), this.match.legal, this.match.draft.tasks));

  of(unit: string): Task | null {
    return sharedBy(this.plotter.face(), this.match.legal, this.match.draft.tasks, unit);
  }

  with(task: Task): string[] {
    return sharersOf(this.plotter.face(), this.match.legal, task);
  }

  /** Whom a click on a hex takes into the task or out of it. */
  at(cell: Cell, pieces: Piece[], picked?: string): string | null {
    const here = pieces.filter((piece) => piece.cell === cell && piece.side === this.match.side).map((piece) => piece.id);
    const able = [...this.open, ...this.members].filter((unit) => here.includes(unit));
    return able.find((unit) => unit === picked) ?? able[0] ?? null;
  }

  /** Takes a unit into the task of the selected one, or out of it. */
  async share(unit: string): Promise<void> {
    const { task } = this;
    if (!task) return;
    if (this.members.includes(unit)) return this.leave(unit);
    await this.bring(joined(task, unit), plotted);
  }

  /** All selected units in one task, that of the first. */
  async together(): Promise<void> {
    const { task, others } = this.plotter;
    if (!task) return;
    const { targets: _, ...alone } = task;
    await this.bring({ ...alone, targets: [...others] }, plotted);
    if (this.match.draft.tasks[task.unit]?.targets?.length) this.plotter.select(task.unit);
  }

  leave(unit: string): void {
    this.match.draft.put(left(this.plotter.face(), this.match.legal, this.match.draft.tasks, unit));
  }

  private async bring(task: Task, name: (faults: Fault[]) => Refusal): Promise<void> {
    const faults = await this.faults([task]);
    if (faults.length) return this.plotter.tell(name(faults).why, name(faults).rule);
    this.match.draft.put(gathered(this.plotter.face(), this.match.legal, this.match.draft.tasks, task));
  }

  /** What the rules say of some tasks by themselves. */
  private async faults(tasks: Task[]): Promise<Fault[]> {
    const kind = this.match.legal?.decision.kind ?? "";
    const units = new Set(tasks.flatMap((task) => [task.unit, ...(task.targets ?? [])]));
    try {
      const { violations } = await this.match.calls.check({ kind, tasks });
      return violations.filter((one) => one.unit && units.has(one.unit)).map((one) => ({ unit: one.unit ?? "", why: one.message, rule: one.rule }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return [{ unit: "", why: error.message }];
    }
  }

  // --- several tasks of one unit
  /** Fires besides, or no longer. */
  async also(task: Task): Promise<void> {
    const { tasks } = this.match.draft;
    const mine = tasksOf(tasks, task.unit);
    const faults = await this.faults([...mine, task]);
    if (faults.length) return this.plotter.tell(plotted(faults).why, faults[0]?.rule);
    if (this.match.draft.tasks === tasks) this.match.draft.put({ ...tasks, [keyFor(tasks, task.unit)]: task });
  }

  /** One task of a unit in place of another. */
  replace(before: Task, task: Task): void {
    const { tasks } = this.match.draft;
    this.match.draft.put(Object.fromEntries(Object.entries(tasks).map(([key, one]) => [key, one.unit === before.unit && same(one, before) ? task : one])));
  }

  remove(task: Task): void {
    this.match.draft.put(taken(this.match.draft.tasks, task));
  }

  /** Those who share the task of the selected unit, and those who could. */
  readonly overlays = $derived.by<Overlay[]>(() => {
    const cells = (units: string[]) => units.map((unit) => this.plotter.place(unit)).filter((cell) => cell !== null);
    const leads = this.follows?.unit;
    return [
      ...(this.open.length ? [{ kind: "cells", cells: cells(this.open), tone: "plan", outline: true } satisfies Overlay] : []),
      ...(this.sure.length ? [{ kind: "cells", cells: cells(this.sure), tone: "plan" } satisfies Overlay] : []),
      ...(this.members.length ? [{ kind: "cells", cells: cells(this.members), tone: "good" } satisfies Overlay] : []),
      ...(leads ? [{ kind: "cells", cells: cells([leads]), tone: "good", outline: true } satisfies Overlay] : []),
      ...Object.values(this.match.draft.tasks).flatMap((task) => this.links(task)),
    ];
  });

  private links(task: Task): Overlay[] {
    const from = this.plotter.place(task.unit);
    const ends = this.with(task).map((unit) => this.plotter.place(unit));
    return from === null ? [] : ends.filter((to) => to !== null && to !== from).map((to) => ({ kind: "link", from, to: to as Cell, tone: "good" }));
  }

  /** Whether a kind of task can be given to one unit more than once. */
  again(kind: string): boolean {
    return taskFace(this.plotter.face(), kind).again === true;
  }
}

interface Fault extends Refusal {
  unit: string;
}

const plotted = (faults: Fault[]): Refusal => {
  const [first] = faults;
  return { why: first?.unit ? `${first.unit}: ${first.why}` : (first?.why ?? ""), rule: first?.rule };
};
