// Orders for more than one unit or more than one turn: groups, plans, copies, repeats, holding, suggested deployments.

import { ApiError } from "../../lib/api";
import { taskFace } from "../../lib/face";
import { covered, groupOf, isPseudo } from "../../lib/groups";
import { startOf } from "../../lib/reach";
import type { Cell, Piece, Task, UnitLegal } from "../../lib/types";
import { again, alike, march } from "./company";
import { ahead, convoy, fill, keepPlans, keptPlans, leg, startIn, type Plans } from "./plans";
import type { Plotter } from "./plotter.svelte";
import { bare, groupsOf, insists, unitLegal, without, type Group } from "./plotting";
import { plotTexts } from "./plottexts";

export class Commander {
  /** Ways over several turns, by unit. */
  plans = $state.raw<Plans>({});
  /** Deployments suggested so far for this decision. */
  suggested = $state(0);
  /** Fingers gather units: taps add, a drag draws a box. */
  gathers = $state(false);

  constructor(private readonly plotter: Plotter) {}

  private get match() {
    return this.plotter.match;
  }

  private legalOf(units: Iterable<string>): UnitLegal[] {
    return [...units].map((unit) => unitLegal(this.match.legal, unit)).filter((unit) => unit !== null);
  }

  // --- several units
  /** Gives all selected units the order of the first: a path as a formation, anything else as it is. */
  order(task: Task): void {
    const { plotter } = this;
    const { ground, group } = plotter;
    const own = groupsOf(unitLegal(this.match.legal, task.unit)).find((one) => one.kind === task.kind) ?? group;
    if (!ground || !own) return;
    if (plotter.crew.with(task).length) task = { unit: task.unit, kind: task.kind, ...(task.choice ? { choice: task.choice } : {}) };
    const others = this.legalOf(plotter.others);
    const pieces = this.match.view?.pieces ?? [];
    const moves = own.options.some((option) => option.path);
    let tasks: Task[];
    if (moves) {
      const moving = new Set([task.unit, ...plotter.others]);
      const stand = new Set(pieces.filter((piece) => piece.side === this.match.side && !moving.has(piece.id)).map((piece) => piece.cell));
      tasks = march(ground, { unit: task.unit, group: own, task }, others, stand).tasks;
    } else {
      tasks = others.map((unit) => alike(ground, task, unit, pieces, this.free(task))).filter((one) => one !== null);
    }
    for (const one of [task, ...tasks]) this.forget(one.unit);
    plotter.note([task, ...tasks]);
    const [given, all] = [tasks.length + 1, others.length + 1];
    if (moves) plotter.tell(plotTexts.movedAs(given, all));
    else if (given < all) plotter.tell(plotTexts.givenTo(given, all));
  }

  /** Whether the choice of a task is written from conditions. */
  private free(task: Task): boolean {
    return Boolean(taskFace(this.plotter.face(), task.kind).preset);
  }

  /** The order of the first unit for the others selected. */
  copy(): void {
    if (this.plotter.task && this.plotter.others.size) this.order(this.plotter.task);
  }

  /** Tasks that only others of those selected can be given: to choose one makes the first who can the one that is drawn for. */
  readonly further = $derived.by<Group[]>(() => {
    const known = new Set(this.plotter.groups.map((group) => group.kind));
    const all = this.legalOf(this.plotter.others).flatMap(groupsOf).filter((group) => !known.has(group.kind));
    return all.filter((group, k) => all.findIndex((one) => one.kind === group.kind) === k);
  });

  /** Makes the first of those selected who can be given a kind of task the one that is drawn for; whether there is one. */
  leadWith(kind: string): boolean {
    const { plotter } = this;
    const lead = this.legalOf(plotter.others).find((unit) => groupsOf(unit).some((group) => group.kind === kind))?.unit;
    if (!lead) return false;
    const rest = plotter.all.filter((unit) => unit !== lead);
    plotter.select(lead);
    plotter.others = new Set(rest);
    return true;
  }

  /** All units of the selected one's formation, else of its type. */
  formation(): void {
    const { units, selected } = this.plotter;
    const own = selected ? units.get(selected) : undefined;
    if (!own) return;
    // Where the whole group can be told at once, it is taken up itself.
    const group = groupOf(this.match.view, own.id);
    if (group && unitLegal(this.match.legal, group.key)) return this.plotter.select(group.key);
    this.plotter.selectAll([...units.values()].filter((one) => one.formation === own.formation).map((one) => one.id));
  }

  /** What was drawn around: the units of one's own in it are selected, and the next finger gives them an order. */
  boxed(pieces: Piece[]): void {
    this.gathers = false;
    this.plotter.selectAll(pieces.filter((piece) => piece.side === this.match.side).map((piece) => piece.id));
  }

  everybody(): void {
    this.plotter.selectAll((this.match.legal?.units ?? []).map((unit) => unit.unit));
  }

  /** Last turn's order once more for the selected units. */
  async again(): Promise<void> {
    const { ground } = this.plotter;
    const before = await this.match.draft.lastTasks();
    const pieces = this.match.view?.pieces ?? [];
    const found = this.legalOf(this.plotter.all).map((unit) => {
      const task = before.find((one) => one.unit === unit.unit);
      return ground && task ? again(ground, task, unit, pieces, this.match.draft.started[unit.unit] ?? null, this.free(task)) : null;
    });
    const tasks = found.filter((task) => task !== null);
    if (tasks.length) this.plotter.note(tasks);
    else this.plotter.tell(plotTexts.nothingToRepeat);
  }

  /** Every unit without an order holds: by the task for it where there is one. */
  holdOthers(): void {
    const { plotter } = this;
    const tasks: Task[] = [];
    const held = new Set(plotter.held);
    for (const unit of this.legalOf(plotter.left)) {
      if (unit.required) continue;
      const still = groupsOf(unit).find((group) => taskFace(plotter.face(), group.kind).tone === "hold" && group.options.some(bare));
      if (still) tasks.push({ unit: unit.unit, kind: still.kind });
      else held.add(unit.unit);
    }
    if (tasks.length) plotter.note(tasks);
    plotter.held = held;
  }

  /** Those of the forgotten units that may go without an order. */
  idle(): string[] {
    return this.legalOf(this.forgotten()).filter((unit) => !unit.required).map((unit) => unit.unit);
  }

  /** The units that have an order or have been told to hold. */
  ordered(): string[] {
    return (this.match.legal?.units ?? []).map((unit) => unit.unit).filter((unit) => this.plotter.units.has(unit) && (this.match.draft.tasks[unit] || this.covered.has(unit) || this.plotter.held.has(unit)));
  }

  /** The units that a commit would leave without an order, where somebody may have forgotten them. */
  forgotten(): string[] {
    if (this.match.legal?.choices?.length || insists(this.match.legal)) return [];
    // An order for something that is no counter, such as a column, is an order for all who follow it.
    const led = Object.values(this.match.draft.tasks).some((task) => !this.plotter.units.has(task.unit) && !isPseudo(this.match.view, task.unit) && task.cells?.length);
    if (led) return [];
    const asked = (this.match.legal?.units ?? []).filter((unit) => unit.options.some((option) => !option.facings?.length || option.cells?.length || option.path));
    const { left } = this.plotter;
    return asked.filter((unit) => left.includes(unit.unit) && this.counts(unit)).map((unit) => unit.unit);
  }

  /** Whether this is to be ordered like a unit: a column is no counter and yet is, a side's reactions are not. */
  counts(unit: UnitLegal): boolean {
    if (isPseudo(this.match.view, unit.unit)) return false;
    return this.plotter.units.has(unit.unit) || unit.options.some((option) => option.path || option.cells?.length);
  }

  /** Whether this is said for the whole side, such as its reactions. */
  wide(unit: UnitLegal): boolean {
    return !this.counts(unit) && !isPseudo(this.match.view, unit.unit);
  }

  /** What can be ordered, as the list shows it: what is said for the whole side comes last. */
  get listed(): string[] {
    const units = this.match.legal?.units ?? [];
    return [...units.filter((unit) => !this.wide(unit)), ...units.filter((unit) => this.wide(unit))].map((unit) => unit.unit);
  }

  /** The units that have an order through their group. */
  readonly covered = $derived.by(() => new Set([...covered(this.match.view, this.match.draft.tasks), ...this.plotter.crew.sharing]));

  /** The units without an order of their own or of their group that have not been told to hold. */
  unordered(): string[] {
    const left = without(this.match.legal, this.match.draft.tasks, this.plotter.held);
    return left.filter((unit) => !this.covered.has(unit) && !isPseudo(this.match.view, unit));
  }

  /** How many units have an order, and of how many; null where none is asked for. */
  get given(): [number, number] | null {
    const asked = (this.match.legal?.units ?? []).filter((unit) => this.counts(unit));
    return asked.length ? [asked.filter((unit) => this.match.draft.tasks[unit.unit] || this.covered.has(unit.unit)).length, asked.length] : null;
  }

  // --- several turns
  /** A way that takes more than this turn: its first part is ordered, the rest kept; `more` adds to a plan. */
  plan(group: Group, cell: Cell, more: boolean): boolean {
    const { ground, selected } = this.plotter;
    const domain = group.options.find((option) => option.path)?.path;
    if (!ground || !selected || !domain || domain.straight_end || this.plotter.routing) return false;
    const known = more ? (this.plans[selected]?.goals ?? this.match.draft.tasks[selected]?.cells?.slice(-1) ?? []) : [];
    const goals = [...known.filter((one) => one !== cell), cell];
    const next = leg(ground, selected, group, goals);
    if (!next?.task) return false;
    this.keep({ ...this.plans, [selected]: { kind: group.kind, goals } });
    this.plotter.note([next.task]);
    this.plotter.tell(plotTexts.planned(ground.plane.label(cell), Math.max(2, next.turns)));
    return true;
  }

  /** The same for all selected units: each goes as far from its hex as the first from its own, or as near to that as it can. */
  planAll(group: Group, cell: Cell): boolean {
    const { ground, selected, others } = this.plotter;
    const from = startIn(group);
    if (!ground || !selected || from === null || !this.plan(group, cell, false)) return false;
    const lead = this.match.draft.tasks[selected]?.cells?.at(-1);
    const mates = this.legalOf(others).map((unit) => ({ unit: unit.unit, group: groupsOf(unit).find((one) => one.kind === group.kind) }));
    const found = convoy(ground, cell - from, mates, [cell], lead === undefined ? [] : [lead]);
    this.keep({ ...this.plans, ...Object.fromEntries(found.map((one) => [one.task.unit, { kind: group.kind, goals: [one.goal] }])) });
    this.plotter.note(found.map((one) => one.task));
    const turns = Math.max(2, leg(ground, selected, group, [cell])?.turns ?? 2, ...found.map((one) => one.turns));
    this.plotter.tell(plotTexts.plannedAll(found.length + 1, others.size + 1, ground.plane.label(cell), turns));
    return true;
  }

  forget(unit: string): void {
    if (!this.plans[unit]) return;
    const rest = { ...this.plans };
    delete rest[unit];
    this.keep(rest);
  }

  private keep(plans: Plans): void {
    this.plans = plans;
    keepPlans(this.match.id, this.match.side, plans);
  }

  /** A new decision: plans give their orders to the units that have none. */
  begin(): void {
    const { ground } = this.plotter;
    this.suggested = 0;
    this.plans = keptPlans(this.match.id, this.match.side);
    if (!ground || !Object.keys(this.plans).length) return;
    const filled = fill(ground, this.match.legal, this.match.draft.tasks, this.plans);
    this.keep(filled.plans);
    if (!filled.tasks.length) return;
    const { draft } = this.match;
    const { touched } = draft;
    this.plotter.note(filled.tasks);
    if (!touched) draft.filled();
  }

  /** Where the plan of a unit leads in the end, if it has one that goes on after this turn. */
  goalOf(unit: string): Cell | null {
    const plan = this.plans[unit];
    const domain = groupsOf(unitLegal(this.match.legal, unit)).find((group) => group.kind === plan?.kind)?.options.find((option) => option.path)?.path;
    const goal = plan ? ahead(plan, domain ? startOf(domain) : -1).at(-1) : undefined;
    return goal === undefined || this.match.draft.tasks[unit]?.cells?.at(-1) === goal ? null : goal;
  }

  // --- deployments
  /** Whether places are asked for, of which every unit that must have one can choose: then they may be suggested. */
  readonly deploys = $derived.by(() => {
    const units = this.match.legal?.units ?? [];
    const due = units.filter((unit) => unit.required);
    return units.length > 1 && due.length > 0 && due.every((unit) => unit.options.some((option) => option.cells?.length))
      && units.every((unit) => unit.options.every((option) => !option.path));
  });

  /** A deployment of every unit, as a bot would choose it; the next call gives another. */
  async suggest(): Promise<void> {
    try {
      const order = await this.match.calls.suggest(this.suggested);
      this.suggested += 1;
      this.plotter.note(order.tasks ?? []);
      this.plotter.tell(plotTexts.suggested);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.plotter.tell(error.message);
    }
  }
}
