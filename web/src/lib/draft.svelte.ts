// The order being drawn for a decision, with its steps back and forth.

import { ApiError } from "./api";
import { carried } from "./carry";
import { keyed } from "./manifold";
import type { Match } from "./match.svelte";
import { people as said } from "./peopletexts";
import type { Cell, Order, Task } from "./types";

/** The order being drawn: tasks by unit, with undo and redo, saved on the server as it changes. */
export class Draft {
  tasks = $state.raw<Record<string, Task>>({});
  choice = $state("");
  private past: Record<string, Task>[] = [];
  private future: Record<string, Task>[] = [];
  /** The tasks last sent, by the kind of decision. */
  private last: Record<string, Task[]> = {};
  /** Where the units stood when the last order was sent, as far as this page has been open since. */
  started: Record<string, Cell> = {};
  private timer = 0;
  private begun = 0;
  private unsaved: (() => void) | null = null;
  /** The first steps, as far as the client has made them by itself. */
  private unasked = 0;
  /** The tasks before those that are being drawn with the pointer held down. */
  private sketched: Record<string, Task> | null = null;
  /** The decision whose saved draft has been looked for. */
  ready = $state("");
  depth = $state({ past: 0, future: 0 });

  constructor(private readonly match: Match) {}

  /** Starts afresh for a decision, or takes up what was drawn for it before. */
  async begin(decision: string): Promise<void> {
    const turn = ++this.begun;
    clearTimeout(this.timer);
    this.unsaved = null;
    this.past = [];
    this.future = [];
    this.unasked = 0;
    this.tasks = {};
    this.choice = "";
    this.ready = "";
    this.sketched = null;
    this.count();
    const kept = this.kept(decision);
    if (!decision) return;
    if (kept) {
      this.tasks = kept;
      this.save();
      this.ready = decision;
      return;
    }
    try {
      const saved = await this.match.calls.draft();
      // Whatever began or was given back in the meantime is newer than what was saved.
      if (turn === this.begun && saved.decision === decision && saved.draft && this.match.legal?.decision.id === decision && !this.past.length) {
        this.tasks = saved.draft as Record<string, Task>;
      } else if (turn === this.begun && saved.decision !== decision) {
        await this.carry(turn);
        this.prepare(turn);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    if (turn === this.begun) this.ready = decision;
  }

  /** What an interruption has left of this turn's orders to the same question comes back. */
  private async carry(begun: number): Promise<void> {
    const { legal, plane, tables, view, side } = this.match;
    if (!legal?.units?.length || !plane || !view || this.match.face.keeps) return;
    const { orders } = await this.match.calls.orders();
    const same = orders.filter((given) => given.turn === view.turn && given.side === side && given.order.kind === legal.decision.kind);
    if (begun !== this.begun || this.past.length || !same.length) return;
    const found = carried(plane, tables, legal, same.map((given) => given.order));
    this.tasks = found.tasks;
    this.choice = found.choice;
  }

  /** An order to begin with, where the question comes with one. */
  private prepare(begun: number): void {
    const tasks = this.match.legal?.draft ?? [];
    if (begun === this.begun && tasks.length && !this.past.length && !Object.keys(this.tasks).length && !this.choice) this.tasks = keyed(tasks);
  }

  /** Whether the player has drawn something: what a plan or the usual answer has filled in is nobody's act. */
  get touched(): boolean {
    return this.depth.past > this.unasked;
  }

  /** What has been put in so far, the client has put in by itself. */
  filled(): void {
    this.unasked = this.past.length;
  }

  set(task: Task): void {
    this.put({ ...this.tasks, [task.unit]: task });
  }

  /** All tasks at once: one step back takes them all away. */
  put(tasks: Record<string, Task>): void {
    this.choice = "";
    this.change(tasks);
  }

  /** A task that is still being drawn: until `done` all of it is one step, and none if nothing comes of it. */
  sketch(task: Task | null, done: boolean): void {
    if (task) {
      const begun = this.sketched;
      const tasks = { ...this.tasks, [task.unit]: task };
      if (begun && !same(this.tasks, tasks)) {
        this.tasks = tasks;
        this.match.violations = [];
        this.save();
      } else if (!begun && this.change(tasks)) {
        this.sketched = this.past.at(-1) ?? null;
      }
    }
    if (!done) return;
    if (this.sketched && same(this.sketched, this.tasks)) {
      this.past.pop();
      this.count();
    }
    this.sketched = null;
  }

  clear(unit: string): void {
    const rest = { ...this.tasks };
    delete rest[unit];
    this.change(rest);
  }

  clearAll(): void {
    this.change({});
  }

  /** The tasks of the last order of this kind; the server remembers them. */
  async lastTasks(): Promise<Task[]> {
    const kind = this.match.legal?.decision.kind ?? "";
    if (!this.last[kind]) {
      const { orders } = await this.match.calls.orders();
      const before = orders.filter((given) => given.order.kind === kind && given.side === this.match.side).at(-1);
      this.last[kind] = before?.order.tasks ?? [];
    }
    return this.last[kind];
  }

  /** Last turn's tasks that `allowed` lets through, for the units without one. */
  async repeat(allowed: (task: Task) => boolean): Promise<number> {
    const kept = (await this.lastTasks()).filter((task) => !this.tasks[task.unit] && allowed(task));
    if (kept.length) this.change({ ...this.tasks, ...Object.fromEntries(kept.map((task) => [task.unit, task])) });
    return kept.length;
  }

  undo(): void {
    const before = this.past.pop();
    if (before === undefined) return;
    this.recall();
    this.future.push(this.tasks);
    this.tasks = before;
    this.count();
    this.save();
  }

  redo(): void {
    const after = this.future.pop();
    if (after === undefined) return;
    this.recall();
    this.past.push(this.tasks);
    this.tasks = after;
    this.count();
    this.save();
  }

  order(choice = this.choice): Order {
    const kind = this.match.legal?.decision.kind ?? "";
    const tasks = Object.values(this.tasks);
    return { kind, ...(tasks.length && !choice ? { tasks } : {}), ...(choice ? { choice } : {}) };
  }

  sent(order: Order): void {
    // By the order's own kind: the next decision may be here before the answer to this one.
    if (order.tasks) this.last[order.kind] = order.tasks;
    const { view } = this.match;
    this.started = Object.fromEntries((view?.pieces ?? []).filter((piece) => piece.side === view?.side).map((piece) => [piece.id, piece.cell]));
  }

  restore(order: Order): void {
    this.begun += 1;
    this.tasks = keyed(order.tasks ?? []);
    this.choice = order.choice ?? "";
    this.ready = this.match.legal?.decision.id ?? "";
    this.save();
  }

  /** Makes a step of a change; what changes nothing is no step. */
  private change(tasks: Record<string, Task>): boolean {
    this.sketched = null;
    if (same(this.tasks, tasks)) return false;
    this.recall();
    this.past.push(this.tasks);
    this.future = [];
    this.tasks = tasks;
    this.match.violations = [];
    this.count();
    this.save();
    return true;
  }

  /** What was committed and has not gone out is not what is drawn now. */
  private recall(): void {
    if (!this.match.outbox.waiting) return;
    this.match.outbox.clear();
    this.match.problem = said.changed;
  }

  private count(): void {
    this.depth = { past: this.past.length, future: this.future.length };
  }

  save(): void {
    clearTimeout(this.timer);
    const decision = this.match.legal?.decision.id;
    if (!decision) return;
    const text = JSON.stringify({ decision, tasks: this.tasks });
    sessionStorage.setItem(this.place, text);
    this.unsaved = () => {
      this.unsaved = null;
      this.match.calls.saveDraft(decision, this.tasks).then(
        () => {
          if (sessionStorage.getItem(this.place) === text) sessionStorage.removeItem(this.place);
        },
        () => {
          // The next change tries again; a draft that could not be saved is still on the screen.
        },
      );
    };
    this.timer = window.setTimeout(() => this.flush(), 300);
  }

  /** Where this tab keeps what the server has not confirmed: a page loaded anew may ask before the last draft arrives. */
  private get place(): string {
    return `hulldown.draft.${this.match.id}.${this.match.side ?? ""}`;
  }

  /** What was drawn for this decision and never confirmed; what was drawn for another is forgotten. */
  private kept(decision: string): Record<string, Task> | null {
    const text = sessionStorage.getItem(this.place);
    if (text === null) return null;
    const found = JSON.parse(text) as { decision: string; tasks: Record<string, Task> };
    if (found.decision === decision) return found.tasks;
    sessionStorage.removeItem(this.place);
    return null;
  }

  /** Saves at once what waits to be saved: the page may be about to go. */
  flush(): void {
    clearTimeout(this.timer);
    this.unsaved?.();
  }
}

function same(a: Record<string, Task>, b: Record<string, Task>): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
