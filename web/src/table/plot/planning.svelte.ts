// Tasks that are planned in a table: which row the map's clicks are for, and what its fields say.

import { emptyPart, formOf, readOr, rowsOf, written, type Filled } from "../../lib/forms";
import { keyed, keyFor } from "../../lib/manifold";
import type { Cell, Task } from "../../lib/types";
import type { Plotter } from "./plotter.svelte";
import { unitLegal } from "./plotting";

export class Planning {
  /** The row that is being changed, by its key in the draft; null: the next hex begins a new one. */
  row = $state<string | null>(null);

  constructor(private readonly plotter: Plotter) {}

  private get tasks(): Record<string, Task> {
    return this.plotter.match.draft.tasks;
  }

  /** The units that are planned for in a table. */
  readonly units = $derived.by(() =>
    (this.plotter.legal?.units ?? []).filter((unit) => unit.options.some((option) => formOf(this.plotter.face(), option.kind))).map((unit) => unit.unit));

  /** The key of the task that is being drawn for a unit; null where it is a new one. */
  key(unit: string, kind: string | null): string | null {
    if (this.row !== null && this.tasks[this.row]?.unit === unit) return this.row;
    return formOf(this.plotter.face(), kind) ? null : unit;
  }

  /** Puts a task into its row, or begins one with it. */
  placed(tasks: Record<string, Task>, task: Task): Record<string, Task> {
    const same = this.row !== null && tasks[this.row]?.unit === task.unit && tasks[this.row]?.kind === task.kind;
    this.row = same ? this.row : keyFor(tasks, task.unit);
    return { ...tasks, [this.row as string]: task };
  }

  /** Takes up a row: the next hex clicked is its own. */
  edit(key: string): void {
    const task = this.tasks[key];
    if (!task) return;
    this.plotter.select(task.unit);
    this.plotter.kind = task.kind;
    this.row = key;
  }

  /** A new row for a unit: the next hex clicked begins it. What names hexes alone has one row. */
  add(unit: string, kind: string): void {
    const form = formOf(this.plotter.face(), kind);
    const known = form && !form.parts?.length && !form.head?.length ? rowsOf(this.plotter.face(), this.tasks, unit).find(([, task]) => task.kind === kind) : undefined;
    if (known) return this.edit(known[0]);
    this.plotter.select(unit);
    this.plotter.kind = kind;
    this.row = null;
  }

  remove(key: string): void {
    this.row = null;
    const rest = Object.entries(this.tasks).filter(([one]) => one !== key).map(([, task]) => task);
    this.plotter.match.draft.put(keyed(rest));
  }

  /** The hexes of a row, typed or taken away. */
  move(key: string, cells: Cell[]): void {
    const task = this.tasks[key];
    if (!task) return;
    if (!cells.length) return this.remove(key);
    this.change(key, { ...task, cells });
  }

  /** Fields of a row; of its head, or of the part with this number. */
  fill(key: string, field: string, value: string, part = -1): void {
    this.refill(key, (filled) => {
      if (part < 0) return { ...filled, head: { ...filled.head, [field]: value } };
      return { ...filled, parts: filled.parts.map((one, k) => (k === part ? { ...one, [field]: value } : one)) };
    });
  }

  extend(key: string): void {
    const form = formOf(this.plotter.face(), this.tasks[key]?.kind);
    if (form) this.refill(key, (filled) => ({ ...filled, parts: [...filled.parts, emptyPart(form)] }));
  }

  shorten(key: string, part: number): void {
    this.refill(key, (filled) => ({ ...filled, parts: filled.parts.filter((_, k) => k !== part) }));
  }

  private refill(key: string, with_: (filled: Filled) => Filled): void {
    const task = this.tasks[key];
    const form = formOf(this.plotter.face(), task?.kind);
    if (task && form) this.change(key, { ...task, choice: written(form, with_(readOr(form, task.choice))) });
  }

  private change(key: string, task: Task): void {
    if (!unitLegal(this.plotter.legal, task.unit)) return;
    this.edit(key);
    this.plotter.match.draft.put({ ...this.tasks, [key]: task });
  }
}
