// The table's state besides the match: which units are selected, which task is being drawn, what the pointer is told. Lines of
// sight, odds, conflicts and orders for several units have modules of their own; the pure parts are in plotting.ts.

import type { Point } from "../../lib/hexgeo";
import { given, without } from "../../lib/manifold";
import type { Match } from "../../lib/match.svelte";
import { roster, severalIn, taskFace, type GameFace } from "../../lib/face";
import { settings } from "../../lib/settings.svelte";
import { texts } from "../../lib/texts";
import type { Cell, Piece, Task, UnitLegal } from "../../lib/types";
import type { Hit } from "../../map/hit";
import { Answers } from "./answers";
import { meaning } from "./clicks";
import { Commander } from "./commander.svelte";
import { Conflicts } from "./conflicts.svelte";
import { Crew } from "./crew.svelte";
import { Dragging } from "./dragging.svelte";
import { Lookout } from "./lookout.svelte";
import { OddsDesk, type OddsShown } from "./oddsdesk.svelte";
import {
  asks, bare, choicesOnly, groupsFor, groupsOf, mayExit, shorten, shunnedIn, takenBy, unitLegal, withChoice, withFacing, withTarget, withoutCell, type Answer, type Group, type Refusal,
} from "./plotting";
import { openPairs, partnerOf, withPartner } from "./pairs";
import { plotTexts } from "./plottexts";
import { farEdge } from "./route";
import { gathered, left, unshared } from "./sharing";
import { formOf } from "../../lib/forms";
import { Picture } from "./picture.svelte";
import { Planning } from "./planning.svelte";
import { Presetting } from "./presetting.svelte";
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
  readonly answers: Answers;
  readonly dragging: Dragging;
  readonly presetting: Presetting;
  private readonly pointing: Pointing;
  /** Called when the next unit shall be taken up by itself. */
  onNext: () => void = () => {};
  private tipTimer = 0;
  /** The facing last chosen, which the next unit placed takes up; -1 for none. */
  lastFacing = -1;

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
    this.answers = new Answers(this);
    this.dragging = new Dragging(this);
    this.presetting = new Presetting(this);
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
    if (!group) return void (this.commander.leadWith(kind) && this.choose(kind));
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
  refuse(refusal: Refusal, at?: Point): void {
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

  /** Puts tasks into the draft beside those that are there. */
  put(told: Task[]): void {
    let { tasks } = this.match.draft;
    for (const task of told) {
      if (formOf(this.face(), task.kind)) {
        tasks = this.planning.placed(tasks, task);
        continue;
      }
      tasks = given(left(this.face(), this.legal, tasks, task.unit), task);
      if (task.targets?.length) tasks = gathered(this.face(), this.legal, tasks, task);
    }
    this.match.draft.put(tasks);
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

  /** What a click on a hex gives the selected unit. */
  answerAt(group: Group, cell: Cell): Answer {
    return this.answers.at(group, cell);
  }

  /** What the selected unit may do in any hex of its path, in words without the hex. */
  get stops(): string[] {
    return this.answers.stops;
  }

  /** Orders what a click on a hex means for the chosen task, or says why it cannot be. */
  apply(group: Group, hit: Hit): void {
    if (hit.cell === null || !this.selected) return;
    const refused = this.conflicts.at(group.kind, hit.cell, this.match.view?.pieces);
    if (refused) return this.refuse({ why: plotTexts.refusedHere(refused.why), rule: refused.rule }, hit.screen);
    const fewer = hit.shift && severalIn(this.face(), group.kind) ? withoutCell(this.task, hit.cell) : null;
    if (fewer) return fewer.cells?.length ? this.give(fewer) : this.drop(fewer.unit);
    if (hit.shift && this.commander.plan(group, hit.cell, true)) return;
    const found = this.answerAt(group, hit.cell);
    if ("task" in found) return found.task.cells?.length === 0 ? this.drop(found.task.unit) : this.giveAll(found.task);
    if (this.others.size ? this.commander.planAll(group, hit.cell) : this.commander.plan(group, hit.cell, false)) return;
    this.refuse(found.refusal, hit.screen);
    void this.conflicts.why(group, this.selected, hit.cell).then((told) => told && this.hover?.cell === hit.cell && this.refuse(told, hit.screen));
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
    this.lastFacing = facing;
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
    const task = made && this.answers.joinedTo(made, choice);
    if (task && !task.cells?.length) this.giveAll(task);
    else if (task) this.give(task);
    else this.refuse({ why: texts.refuse.noTask, rule: this.group.rule });
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

  /** A new decision: nothing of the old one stays. */
  reset(): void {
    this.tip = null;
    this.dragging.moved = null;
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
