// The table's state besides the match: which units are selected, which task is being drawn, what the pointer is told. Lines of
// sight, odds, conflicts and orders for several units have modules of their own; the pure parts are in plotting.ts.

import type { Point } from "../../lib/hexgeo";
import { given, without } from "../../lib/manifold";
import type { Match } from "../../lib/match.svelte";
import { chosenOf, roster, severalIn, taskFace, type GameFace } from "../../lib/face";
import { settings } from "../../lib/settings.svelte";
import { texts } from "../../lib/texts";
import type { Cell, Piece, Task, UnitLegal } from "../../lib/types";
import type { Hit } from "../../map/hit";
import { meaning } from "./clicks";
import { Commander } from "./commander.svelte";
import { Conflicts } from "./conflicts.svelte";
import { Crew } from "./crew.svelte";
import { Lookout } from "./lookout.svelte";
import { stopsOf } from "./stops";
import { OddsDesk, type OddsShown } from "./oddsdesk.svelte";
import {
  asks, bare, choicesOnly, clickCell, clickPath, dragPath, errandOf, fault, groupsFor, groupsOf, joinChoice, mayExit, movedFrom, shorten, shunnedIn, takenBy, unitLegal, withChoice,
  withFacing, withTarget, withoutCell, type Answer, type Group, type Refusal,
} from "./plotting";
import { openPairs, partnerOf, withPartner } from "./pairs";
import { plotTexts } from "./plottexts";
import { clickRoute, farEdge } from "./route";
import { gathered, left, unshared } from "./sharing";
import { actsByPreset, asked, guarded } from "../../lib/presets";
import { formOf } from "../../lib/forms";
import { Picture } from "./picture.svelte";
import { Planning } from "./planning.svelte";
import { Pointing } from "./pointing";
import { Writing } from "./writing.svelte";
import { cellOf } from "./scene";

export interface Tip extends Refusal {
  at: Point;
}

/** A domain of more cells than this is a zone, not a set of targets. */
const WIDE = 40;

export class Plotter {
  /** The unit that is shown and drawn for; `others` are selected with it. */
  selected = $state<string | null>(null);
  others = $state.raw<ReadonlySet<string>>(new Set());
  kind = $state<string | null>(null);
  hover = $state.raw<Hit | null>(null);
  tip = $state.raw<Tip | null>(null);
  held = $state.raw<ReadonlySet<string>>(new Set());
  readonly lookout: Lookout;
  readonly desk: OddsDesk;
  readonly conflicts: Conflicts;
  readonly commander: Commander;
  readonly crew: Crew;
  readonly picture: Picture;
  readonly writing: Writing;
  readonly planning: Planning;
  private readonly pointing: Pointing;
  /** Called when the next unit shall be taken up by itself. */
  onNext: () => void = () => {};
  private tipTimer = 0;
  private facing = -1;

  constructor(
    readonly match: Match,
    readonly face: () => GameFace,
  ) {
    this.lookout = new Lookout(match, (why) => this.refuse({ why }));
    this.desk = new OddsDesk(match, face);
    this.conflicts = new Conflicts(match, face);
    this.commander = new Commander(this);
    this.crew = new Crew(this);
    this.picture = new Picture(this);
    this.writing = new Writing(this);
    this.planning = new Planning(this);
    this.pointing = new Pointing(this);
  }

  // --- what is asked
  readonly legal = $derived.by(() => this.match.legal);
  readonly units = $derived.by(() => (this.match.view ? roster(this.match.view) : new Map()));
  readonly unit = $derived.by(() => unitLegal(this.legal, this.selected));
  readonly groups = $derived.by<Group[]>(() => openPairs(this.face(), this.legal, this.selected, this.groupsFor(this.unit), this.whereabouts));
  readonly group = $derived.by<Group | null>(() => this.groups.find((group) => group.kind === this.kind) ?? null);
  readonly task = $derived.by<Task | null>(() => {
    const key = this.selected && this.planning.key(this.selected, this.kind);
    return key ? (this.match.draft.tasks[key] ?? null) : null;
  });
  readonly asking = $derived.by(() => (this.group ? asks(this.group, this.task) : null));
  readonly left = $derived.by(() => this.commander.unordered());
  readonly exit = $derived.by(() => (this.group && this.ground ? mayExit(this.ground, this.group, this.task) : null));
  /** The cost table by which a way may be drawn for the chosen task, or null. */
  readonly routing = $derived.by(() => {
    return (this.group && taskFace(this.face(), this.group.kind).route) || null;
  });
  readonly far = $derived.by(() => (this.routing && this.group && this.match.plane ? farEdge(this.match.plane, this.group) : []));
  /** Whether the way drawn leads all across. */
  readonly routed = $derived.by(() => this.far.includes(this.task?.cells?.at(-1) ?? -1));
  /** What a unit can be told, each kind of task as if it were told alone. */
  private groupsFor(unit: UnitLegal | null): Group[] {
    return unshared(this.face(), this.legal, groupsOf(unit));
  }
  get ground() {
    const { plane, tables, view } = this.match;
    if (!plane) return null;
    const foes = new Set((view?.pieces ?? []).filter((piece) => piece.side !== this.match.side).map((piece) => piece.cell));
    const taken = takenBy(view, this.match.draft.tasks, this.selected);
    return { plane, tables, ticks: this.face().ticks, taken, foes, shunned: shunnedIn(this.face(), view) };
  }

  /** Whether the ruler is in hand. */
  get los(): boolean {
    return this.lookout.on;
  }
  /** Every unit selected, the first one first. */
  get all(): string[] {
    return this.selected ? [this.selected, ...this.others] : [];
  }

  get wheel() {
    return this.picture.wheel;
  }

  place(unit: string): Cell | null {
    return this.match.view ? cellOf({ view: this.match.view, tasks: this.match.draft.tasks, legal: this.legal }, unit) : null;
  }

  /** Where a unit is, also on board of another. */
  where(unit: string): Cell | null {
    return this.whereabouts(unit);
  }

  private readonly whereabouts = (unit: string): Cell | null => this.place(unit) ?? this.units.get(unit)?.cell ?? null;

  // --- selecting
  select(unit: string | null): void {
    this.others = new Set();
    if (unit === this.selected) return;
    this.planning.row = null;
    this.selected = unit;
    this.desk.clear();
    this.kind = null;
    if (unit) {
      const given = this.match.draft.tasks[unit];
      const groups = this.groupsFor(unitLegal(this.legal, unit));
      this.kind = given?.kind ?? (groups.length === 1 && !groups[0]!.options.every(bare) ? groups[0]!.kind : null);
    }
    this.askRefusals();
  }

  /** The order that a plan or a saved draft has brought for the selected unit is the one to go on with. */
  takeUp(): void {
    if (!this.kind && this.task) this.kind = this.task.kind;
  }

  /** Asks what the selected unit would be refused; a path has no hexes of which that can be said one by one. */
  askRefusals(): void {
    const free = this.group?.options.some((option) => option.path) || formOf(this.face(), this.kind);
    this.conflicts.look(free ? null : this.selected);
  }

  /** Adds a unit to those selected, or takes it out again. */
  add(unit: string): void {
    if (!this.selected) return this.select(unit);
    if (unit === this.selected) {
      const [first, ...rest] = [...this.others];
      if (first === undefined) return;
      this.select(first);
      this.others = new Set(rest);
      return;
    }
    const rest = new Set(this.others);
    if (!rest.delete(unit)) rest.add(unit);
    this.others = rest;
  }

  /** Selects several units; the task chosen stays if they have it. */
  selectAll(units: string[]): void {
    const able = units.filter((unit) => unitLegal(this.legal, unit) && this.units.has(unit));
    const lead = able.find((unit) => unit === this.selected) ?? able[0];
    if (lead === undefined) return;
    const kind = this.kind;
    this.select(lead);
    this.others = new Set(able.filter((unit) => unit !== lead));
    if (kind && this.groups.some((group) => group.kind === kind)) this.kind = kind;
  }

  next(back = false): string | null {
    const all = this.commander.listed;
    const list = this.left.length ? all.filter((unit) => this.left.includes(unit)) : all;
    if (!list.length) return null;
    const here = this.selected ? all.indexOf(this.selected) : -1;
    const order = back ? [...all.slice(0, Math.max(0, here)).reverse(), ...all.slice(Math.max(0, here)).reverse()] : [...all.slice(here + 1), ...all.slice(0, here + 1)];
    const found = order.find((unit) => list.includes(unit)) ?? null;
    this.select(found);
    return found;
  }

  choose(kind: string): void {
    if (!this.selected) return this.refuse({ why: texts.refuse.noUnit });
    const group = this.groups.find((one) => one.kind === kind);
    if (!group) return;
    if (formOf(this.face(), kind) && kind !== this.task?.kind) return this.planning.add(this.selected, kind);
    this.kind = kind;
    this.askRefusals();
    const only = group.options.length === 1 ? group.options[0]! : null;
    const { choice_optional, facing_optional, begins } = taskFace(this.face(), kind);
    const whole = only && (bare(only) || (choice_optional && choicesOnly(only)) || (facing_optional && !only.path && !only.cells?.length && !only.targets?.length));
    if (!whole || (this.task?.kind === kind && this.task.targets?.length)) return;
    this.giveAll({ unit: this.selected, kind, ...(begins && only.choices?.length ? { choice: only.choices[0] } : {}) });
  }

  // --- drawing
  private refuse(refusal: Refusal, at?: Point): void {
    const place = at ?? this.hover?.screen ?? { x: 200, y: 60 };
    this.tip = { ...refusal, at: place };
    clearTimeout(this.tipTimer);
    this.tipTimer = window.setTimeout(() => (this.tip = null), 3500);
  }

  /** Says something at the pointer. */
  tell(why: string, rule?: string): void {
    this.refuse({ why, rule });
  }

  /** Notes tasks in the draft, as one step. */
  note(tasks: Task[]): void {
    this.tip = null;
    this.put(tasks);
    const given = new Set(tasks.map((task) => task.unit));
    if ([...this.held].some((unit) => given.has(unit))) this.held = new Set([...this.held].filter((unit) => !given.has(unit)));
    for (const task of tasks) this.askLine(task);
  }

  private put(told: Task[]): void {
    let { tasks } = this.match.draft;
    for (const task of told) {
      if (formOf(this.face(), task.kind)) {
        tasks = this.planning.placed(tasks, task);
        continue;
      }
      tasks = given(left(this.face(), this.legal, tasks, task.unit), task);
      if (task.targets?.length) tasks = gathered(this.face(), this.legal, tasks, task);
    }
    this.match.draft.put(guarded(this.face(), tasks));
  }

  private give(task: Task): void {
    this.commander.forget(task.unit);
    this.note(taskFace(this.face(), task.kind).paired ? withPartner(this.legal, task, this.whereabouts) : [task]);
  }

  /** Gives a task to the selected unit and, as far as they can take it, to those selected with it. */
  private giveAll(task: Task): void {
    if (this.others.size) this.commander.order(task);
    else this.give(task);
    const whole = this.asking === "done" && !severalIn(this.face(), task.kind);
    if (settings.chosen.autoNext && !this.others.size && whole) this.onNext();
  }

  private orderable(piece: Piece): boolean {
    return piece.side === this.match.side && unitLegal(this.legal, piece.id) !== null;
  }

  /** A click on the map; clicks.ts says what it means. */
  click(hit: Hit): void {
    this.hover = hit;
    const { cell } = hit;
    if (cell === null) return this.refuse({ why: texts.refuse.offMap }, hit.screen);
    if (this.los) return void this.lookout.lookFrom(cell);
    if (!this.ground) return;
    const { means, own, friends } = this.meant(hit, cell);
    const mate = means === "task" ? this.crew.at(cell, this.match.view?.pieces ?? [], hit.piece?.id) : null;
    if (mate) return void this.crew.share(mate);
    if (means === "task" && this.group) return this.apply(this.group, hit);
    if (means === "add") return this.add((friends.find((piece) => piece.id === hit.piece?.id) ?? friends[0]!).id);
    if (means === "select") return this.pick(hit, own);
    this.clickBare(hit, cell);
  }

  /** What a click on a hex means, and the own counters there. */
  meant(hit: Hit, cell: Cell) {
    const own = hit.pieces.filter((piece) => piece.side === this.match.side);
    const friends = own.filter((piece) => piece.id !== this.selected && this.orderable(piece));
    const options = this.group?.options ?? [];
    const means = meaning({
      shift: hit.shift, pick: hit.pick, own: own.length, friends: friends.length,
      lit: this.selected !== null && this.group !== null && this.takes(this.group, cell),
      wide: options.some((option) => (option.cells?.length ?? 0) > WIDE && option.cells?.includes(cell)),
      done: this.task?.kind === this.group?.kind && this.task?.cells?.at(-1) === cell,
    });
    return { means, own, friends };
  }

  /** Whether the chosen task takes a cell: what is lit. */
  private takes(group: Group, cell: Cell): boolean {
    if (this.crew.at(cell, this.match.view?.pieces ?? [])) return true;
    if (this.conflicts.at(group.kind, cell, this.match.view?.pieces)) return false;
    const path = group.options.some((option) => option.path);
    if (path && this.selected && cell === this.place(this.selected)) return false;
    return "task" in this.answerAt(group, cell);
  }

  /** A click on a counter of one's own: it is selected, or the next one in its hex. */
  private pick(hit: Hit, own: Piece[]): void {
    const list = own.filter((piece) => this.orderable(piece));
    const fresh = list.filter((piece) => piece.id !== this.selected);
    const picked = list.find((piece) => piece.id === hit.piece?.id) ?? list[0];
    if (!picked) return this.refuse({ why: this.legal ? texts.refuse.noOptions(own[0]!.id) : texts.refuse.notYourTurn }, hit.screen);
    if (picked.id !== this.selected) return this.select(picked.id);
    const at = list.findIndex((piece) => piece.id === this.selected);
    if (fresh.length) return this.select(list[(at + 1) % list.length]!.id);
    if (this.others.size) return this.select(picked.id);
    if (this.task?.cells?.length && this.group?.options.some((option) => option.path)) this.drop(picked.id);
  }

  /** A click where nothing of one's own stands and nothing is lit. */
  private clickBare(hit: Hit, cell: Cell): void {
    if (!this.legal) return this.refuse({ why: texts.refuse.notYourTurn }, hit.screen);
    if (!this.selected) {
      const only = this.legal.units?.length === 1 ? this.legal.units[0]!.unit : null;
      if (!only) return this.refuse({ why: hit.piece ? texts.refuse.notYours : texts.refuse.noUnit }, hit.screen);
      this.select(only);
    }
    if (this.group) return this.apply(this.group, hit);
    const able = this.ground ? groupsFor(this.ground, this.groups, cell, this.match.view?.pieces ?? []) : [];
    const first = able[0];
    if (!first) return this.refuse({ why: texts.refuse.noTask }, hit.screen);
    this.kind = first.kind;
    this.apply(first, hit);
  }

  answerAt(group: Group, cell: Cell): Answer {
    if (!this.ground || !this.selected) return { refusal: { why: texts.refuse.noUnit } };
    if (this.routing) return clickRoute(this.ground, this.selected, group, this.task, cell, this.routing);
    if (group.options.some((option) => option.path)) {
      const way = clickPath(this.ground, this.selected, group, this.task, cell);
      return "task" in way ? { task: this.withErrands(group, way.task) } : way;
    }
    const found = clickCell(this.ground, this.selected, group, this.task, cell, this.match.view?.pieces ?? [], this.guessFacing(cell), severalIn(this.face(), group.kind));
    return "task" in found ? { task: this.withChoices(group, found.task) } : found;
  }

  /** A task that takes several choices keeps those made for another hex; one that needs some begins with the first. */
  private withChoices(group: Group, task: Task): Task {
    const { joined, begins, choice_optional } = taskFace(this.face(), group.kind);
    if (!joined && !begins) return task;
    const first = choice_optional ? undefined : group.options.find((option) => option.cells?.length)?.choices?.[0];
    const choice = (this.task?.kind === group.kind ? this.task.choice : undefined) ?? first;
    if (!choice) return task;
    // Another hex for the same choice keeps the direction.
    return withChoice(task.unit, group, { ...task, facing: task.facing ?? this.task?.facing }, choice) ?? { ...task, choice };
  }

  /** What the selected unit may do in any hex of its path, in words without the hex. */
  get stops(): string[] {
    const { view } = this.match;
    return this.kind && taskFace(this.face(), this.kind).stops ? stopsOf(view, this.selected ?? "") : [];
  }

  /** A way drawn on keeps what is done on it, where several things can be. */
  private withErrands(group: Group, task: Task): Task {
    const { joined } = taskFace(this.face(), group.kind);
    if (!joined || this.task?.kind !== group.kind) return task;
    const offered = group.options.filter((option) => !option.path?.exits?.length).flatMap((option) => option.choices ?? []);
    const kept = chosenOf(this.face(), group.kind, this.task.choice).filter((choice) => offered.includes(choice) || this.stops.includes(errandOf(choice)));
    return kept.length ? { ...task, choice: kept.join(joined) } : task;
  }

  private apply(group: Group, hit: Hit): void {
    if (hit.cell === null || !this.selected) return;
    const refused = this.conflicts.at(group.kind, hit.cell, this.match.view?.pieces);
    if (refused) return this.refuse({ why: plotTexts.refusedHere(refused.why), rule: refused.rule }, hit.screen);
    const fewer = hit.shift && severalIn(this.face(), group.kind) ? withoutCell(this.task, hit.cell) : null;
    if (fewer) return fewer.cells?.length ? this.give(fewer) : this.drop(fewer.unit);
    if (hit.shift && this.commander.plan(group, hit.cell, true)) return;
    const found = this.answerAt(group, hit.cell);
    if ("task" in found) return found.task.cells?.length === 0 ? this.drop(found.task.unit) : this.giveAll(found.task);
    if (!this.others.size && this.commander.plan(group, hit.cell, false)) return;
    this.refuse(found.refusal, hit.screen);
    void this.conflicts.why(group, this.selected, hit.cell).then((told) => told && this.hover?.cell === hit.cell && this.refuse(told, hit.screen));
  }

  /** A facing for a newly placed unit: the last one chosen, else towards the middle of the map. */
  guessFacing(cell: Cell): number {
    if (this.facing >= 0) return this.facing;
    const plane = this.match.plane;
    return plane ? plane.directionAt(cell, plane.width / 2, plane.height / 2) : 0;
  }

  /** Whether a drag from this cell draws a path, or moves what lies there. */
  drawsFrom(cell: Cell): boolean {
    if (this.los) return false;
    if (this.selected && this.group?.options.some(({ path }) => path && (cell === path.start || path.via?.includes(cell) || path.entries?.includes(cell)))) return true;
    return movedFrom(this.legal, cell, this.selected, this.kind) !== null;
  }

  /** Where what the chosen task moves lies now. */
  readonly origin = $derived.by<Cell | null>(() => this.group?.options.find((option) => (option.start ?? -1) >= 0)?.start ?? null);

  /** What is dragged now: from its hex, to one of those where it may go. */
  moved = $state.raw<{ from: Cell; to: Cell } | null>(null);

  /** A drag that moves something: shown until it is let go, then ordered, or refused with the reason. */
  private shift(cells: Cell[], done: boolean): boolean {
    const [from, to] = [cells[0], cells.at(-1)];
    const found = from === undefined || to === undefined ? null : movedFrom(this.legal, from, this.selected, this.kind);
    if (!found || from === undefined || to === undefined) return false;
    this.select(found.unit);
    this.kind = found.kind;
    this.moved = done ? null : { from, to };
    if (done && to !== from && this.group && this.match.plane) {
      const pieces = this.match.view?.pieces.filter((piece) => piece.cell === to) ?? [];
      const screen = this.hover?.screen ?? { x: 200, y: 60 };
      this.apply(this.group, { cell: to, world: this.match.plane.centre(to), screen, piece: pieces.at(-1) ?? null, pieces, shift: false, pick: false });
    }
    return true;
  }

  drag(cells: Cell[], done: boolean): void {
    if (!this.ground) return;
    const path = this.group?.options.some((option) => option.path);
    if (!path && this.shift(cells, done)) return;
    if (!this.group || !this.selected) return;
    const { task, refusal } = dragPath(this.ground, this.selected, this.group, cells);
    if (task) this.commander.forget(task.unit);
    this.match.draft.sketch(task, done);
    if (refusal && done) this.refuse(refusal);
  }

  backspace(): void {
    if (!this.task) return;
    const shorter = this.ground ? shorten(this.ground, this.group, this.task) : null;
    if (shorter) this.give(shorter);
    else this.drop(this.task.unit);
  }

  turnTo(facing: number): boolean {
    if (!this.group || !this.selected) return false;
    const task = withFacing(this.selected, this.group, this.task, facing);
    if (!task) return false;
    this.facing = facing;
    if (this.others.size && !task.cells?.length) this.commander.order(task);
    else this.give(task);
    return true;
  }

  turn(by: number): boolean {
    const wheel = this.wheel;
    if (!wheel) return false;
    for (let k = 1; k <= 6; k++) {
      const facing = (((wheel.now < 0 ? 0 : wheel.now) + by * k) % 6 + 6) % 6;
      if (wheel.facings.includes(facing)) return this.turnTo(facing);
    }
    return false;
  }

  take(choice: string): void {
    if (!this.group || !this.selected) return;
    const made = withChoice(this.selected, this.group, this.task, choice);
    const task = made && this.joinedTo(made, choice);
    if (task && !task.cells?.length) this.giveAll(task);
    else if (task) this.give(task);
    else this.refuse({ why: texts.refuse.noTask, rule: this.group.rule });
  }

  /** A task with a choice besides those it has, where it may have several. */
  private joinedTo(task: Task, choice: string): Task {
    const { kind, joined, alone } = taskFace(this.face(), task.kind);
    if (!joined || this.task?.kind !== kind) return task;
    const offered = (this.group?.options ?? []).flatMap((option) => option.choices ?? []);
    const text = joinChoice(offered, chosenOf(this.face(), kind, this.task.choice), choice, joined, alone);
    return { ...task, choice: text || undefined };
  }

  /** The preset that the chosen task takes here and now, or null: the same kind of task may be asked for its target only. */
  readonly presets = $derived.by(() => {
    const takes = this.group?.options.some((option) => option.choices?.length && !option.targets?.length);
    return (this.group && takes && this.task?.kind === this.group.kind && taskFace(this.face(), this.group.kind).preset) || null;
  });
  /** Whether the side of this draft acts by its presets, and nobody is asked. */
  readonly byPresets = $derived.by(() => actsByPreset(this.presets, this.match.draft.tasks));

  /** When the selected unit acts by itself. With the first preset its side reacts by presets; "" has it asked again, all of it. */
  preset(text: string): void {
    const needs = this.presets;
    if (!needs || !this.selected || !this.group) return;
    const kind = this.group.kind;
    if (!text) return this.match.draft.put(asked(needs, kind, this.match.draft.tasks));
    const mode = unitLegal(this.legal, needs.unit) ? [{ unit: needs.unit, kind: needs.kind, choice: needs.choice }] : [];
    const shared = this.task?.kind === kind && this.task.targets ? { targets: this.task.targets } : {};
    this.put([{ unit: this.selected, kind, choice: text, ...shared }, ...mode.filter((task) => this.match.draft.tasks[task.unit]?.kind !== task.kind)]);
  }

  target(id: string): void {
    if (!this.group || !this.selected) return;
    const task = withTarget(this.selected, this.group, this.task, id);
    if (task) this.giveAll(task);
  }

  /** No order for the selected units, and on to the next. */
  hold(): void {
    const units = this.all;
    if (!units.length) return;
    for (const unit of units) this.drop(unit);
    this.held = new Set([...this.held, ...units]);
    this.next();
  }

  /** Takes the order of a unit away, with the plan behind it, and that of the unit it was shared with. */
  drop(unit: string): void {
    this.commander.forget(unit);
    if (this.crew.of(unit)) return this.crew.leave(unit);
    const tasks = without(this.match.draft.tasks, unit);
    const partner = partnerOf(this.face(), this.match.draft.tasks, unit, this.whereabouts);
    if (!partner) {
      if (this.match.draft.tasks[unit]) this.match.draft.put(tasks);
      return;
    }
    delete tasks[partner];
    this.match.draft.put(tasks);
  }

  clear(): void {
    for (const unit of this.all) this.drop(unit);
    this.kind = null;
  }

  /** What is plainly missing before an order is sent. */
  missing(): string[] {
    return (this.legal?.units ?? []).filter((unit) => unit.required && !this.match.draft.tasks[unit.unit]).map((unit) => unit.unit);
  }

  /** Faults that the client sees itself, by unit. */
  readonly faults = $derived.by<Record<string, Refusal>>(() => {
    const found: Record<string, Refusal> = {};
    if (!this.ground) return found;
    for (const task of Object.values(this.match.draft.tasks)) {
      const group = groupsOf(unitLegal(this.legal, task.unit)).find((one) => one.kind === task.kind);
      const wrong = group && fault(this.ground, group, task);
      if (wrong) found[task.unit] = wrong;
    }
    return found;
  });

  repeatable(task: Task): boolean {
    if (!taskFace(this.face(), task.kind).repeats) return false;
    const options = unitLegal(this.legal, task.unit)?.options.filter((option) => option.kind === task.kind) ?? [];
    const { choice_optional, preset } = taskFace(this.face(), task.kind);
    return options.some((option) =>
      bare(option) || (choice_optional && choicesOnly(option) && (preset || !task.choice)) || (task.choice ? option.choices?.includes(task.choice) : task.cells?.every((cell) => option.cells?.includes(cell))),
    );
  }

  /** A new decision: nothing of the old one stays. */
  reset(): void {
    this.tip = null;
    this.moved = null;
    this.planning.row = null;
    this.held = new Set();
    this.kind = null;
    this.others = new Set();
    this.desk.forget();
    this.conflicts.look(null);
    if (this.selected && !unitLegal(this.legal, this.selected)) this.selected = null;
    else if (this.selected) {
      const unit = this.selected;
      this.selected = null;
      this.select(unit);
    }
    // Where one order is all that must be given, it is asked for at once.
    const all = this.legal?.units ?? [];
    const due = all.filter((unit) => unit.required);
    if (all.length === 1 || due.length === 1) this.select((due[0] ?? all[0]!).unit);
  }

  // --- asking the server: lines, sight, odds
  private askLine(task: Task): void {
    const tone = taskFace(this.face(), task.kind).tone;
    const from = this.place(task.unit);
    const to = task.cells?.[0];
    if ((tone !== "fire" && tone !== "opportunity") || from === null || to === undefined) return;
    this.lookout.lane(from, to);
  }

  /** Lines of the orders taken up from a saved draft. */
  askLines(): void {
    for (const task of Object.values(this.match.draft.tasks)) this.askLine(task);
  }

  /** Takes the ruler up or puts it down: at the selected unit, else at the hex under the pointer. */
  toggleLos(): void {
    this.desk.clear();
    const at = this.hover?.cell ?? null;
    const from = this.selected ? this.place(this.selected) : null;
    this.lookout.toggle(from ?? at);
    // The pointer need not move to be told of the hex it is on.
    if (at !== null) void this.pointing.ask(at);
  }

  pointed(hit: Hit | null): void {
    this.pointing.at(hit);
  }

  /** Why the fire of the selected unit into a hex would be refused, whichever kind of fire it is; null when one is allowed. */
  refusedFire(cell: Cell): Refusal | null {
    const pieces = this.match.view?.pieces ?? [];
    const fires = this.groups.filter((group) => (this.kind ? group.kind === this.kind : taskFace(this.face(), group.kind).tone === "fire")
      && group.options.some((option) => option.cells?.includes(cell) || pieces.some((piece) => piece.cell === cell && option.targets?.includes(piece.id))));
    const refused = fires.map((group) => this.conflicts.at(group.kind, cell, pieces));
    return refused.length && refused.every(Boolean) ? refused[0]! : null;
  }

  /** The odds of one of one's units at a counter, or null when none can be told. */
  async oddsOf(unit: string, target: string, kind = "", choice = ""): Promise<OddsShown | null> {
    return this.desk.of(unit, target, kind, choice);
  }
}
