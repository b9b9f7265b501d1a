// Over 500 lines because one selection, one task and one half-drawn parameter are one state machine; the pure parts are in plotting.ts.
// The table's state besides the match: which unit is selected, which task is being drawn, what the pointer is told.

import { ApiError, freeOdds, tools } from "../../lib/api";
import type { Point } from "../../lib/hexgeo";
import type { Match } from "../../lib/match.svelte";
import { roster, taskFace, type GameFace } from "../../lib/face";
import { texts } from "../../lib/texts";
import type { Cell, Odds, Piece, Sighting, Task } from "../../lib/types";
import type { Hit } from "../../map/hit";
import type { Overlay } from "../../map/overlays";
import {
  asks, bare, choicesOnly, clickCell, clickPath, dragPath, fault, groupsFor, groupsOf, mayExit, pathOption, shorten, unitLegal, withChoice, withFacing,
  without, type Answer, type Group, type Refusal,
} from "./plotting";
import { clickRoute, farEdge } from "./route";
import { changesOf, chanceOf, differences, type WhatIf } from "../odds/whatif";
import { askOverlays, cellOf, chipsOf, ghostsOf, orderOverlays, type Scene } from "./scene";

export interface Tip extends Refusal {
  at: Point;
}
export interface OddsShown {
  unit: string;
  cell: Cell;
  odds: Odds | null;
  note: string;
  /** What would change it; comes a moment later. */
  changes?: WhatIf[];
}

export class Plotter {
  selected = $state<string | null>(null);
  kind = $state<string | null>(null);
  hover = $state.raw<Hit | null>(null);
  tip = $state.raw<Tip | null>(null);
  los = $state(false);
  losFrom = $state.raw<Cell | null>(null);
  seen = $state.raw<Cell[] | null>(null);
  sighting = $state.raw<{ from: Cell; to: Cell; found: Sighting } | null>(null);
  odds = $state.raw<OddsShown | null>(null);
  held = $state.raw<ReadonlySet<string>>(new Set());
  private lines = $state.raw<ReadonlyMap<string, Cell[]>>(new Map());
  private asked = new Set<string>();
  private known = new Map<string, OddsShown>();
  private tipTimer = 0;
  private lookTimer = 0;
  private changeTimer = 0;
  private facing = -1;

  constructor(
    readonly match: Match,
    readonly face: () => GameFace,
  ) {}

  // --- what is asked
  readonly legal = $derived.by(() => this.match.legal);
  readonly units = $derived.by(() => (this.match.view ? roster(this.match.view) : new Map()));
  readonly unit = $derived.by(() => unitLegal(this.legal, this.selected));
  readonly groups = $derived.by<Group[]>(() => groupsOf(this.unit));
  readonly group = $derived.by<Group | null>(() => this.groups.find((group) => group.kind === this.kind) ?? null);
  readonly task = $derived.by<Task | null>(() => (this.selected ? (this.match.draft.tasks[this.selected] ?? null) : null));
  readonly asking = $derived.by(() => (this.group ? asks(this.group, this.task) : null));
  readonly left = $derived.by(() => without(this.legal, this.match.draft.tasks, this.held));
  readonly exit = $derived.by(() => (this.group && this.ground ? mayExit(this.ground, this.group, this.task) : null));
  readonly chips = $derived.by(() => chipsOf(this.face(), this.match.draft.tasks));
  readonly ghosts = $derived.by<Piece[]>(() =>
    this.match.view ? ghostsOf(this.match.view, this.units, this.legal, this.match.draft.tasks) : [],
  );
  /** The facings asked for now and the cell the wheel stands on. */
  readonly wheel = $derived.by(() => {
    const facings = this.group?.options.flatMap((option) => option.facings ?? []) ?? [];
    if (!facings.length || !this.group || !this.selected) return null;
    const alone = this.group.options.some((option) => option.facings?.length && !option.cells?.length && !option.path);
    const task = this.task?.kind === this.group.kind ? this.task : null;
    const cell = alone ? this.place(this.selected) : (task?.cells?.at(-1) ?? null);
    const now = task?.facing ?? this.driven(task) ?? this.match.view?.pieces.find((piece) => piece.id === this.selected)?.facing ?? -1;
    return cell === null ? null : { cell, facings: [...new Set(facings)], now, chosen: task?.facing ?? -1 };
  });
  private readonly scene = $derived.by<Scene | null>(() => {
    const { view } = this.match;
    if (!view || !this.ground) return null;
    return {
      ground: this.ground, view, legal: this.legal, face: this.face(), units: this.units, tasks: this.match.draft.tasks,
      selected: this.selected, group: this.group, lines: this.lines,
    };
  });
  /** The cost table by which a way may be drawn for the chosen task, or null. */
  readonly routing = $derived.by(() => {
    return (this.group && taskFace(this.face(), this.group.kind).route) || null;
  });
  private readonly far = $derived.by(() => (this.routing && this.group && this.match.plane ? farEdge(this.match.plane, this.group) : []));
  /** Whether the way drawn leads all across. */
  readonly routed = $derived.by(() => this.far.includes(this.task?.cells?.at(-1) ?? -1));
  private readonly goals = $derived.by<Overlay[]>(() =>
    this.far.length && this.task?.cells?.length ? [{ kind: "cells", cells: this.far, tone: "good", outline: true }] : [],
  );
  private readonly asks_ = $derived.by(() => (this.scene && !this.los ? askOverlays(this.scene) : []));
  private readonly given = $derived.by(() => (this.scene ? orderOverlays(this.scene) : []));
  readonly overlays = $derived.by<Overlay[]>(() => [
    ...(this.los && this.seen ? [{ kind: "shade", seen: this.seen } as Overlay] : []),
    ...this.asks_,
    ...this.goals,
    ...this.given,
    ...this.preview,
    ...this.sightLine,
  ]);
  /** The way that a click on the hovered cell would give. */
  private readonly preview = $derived.by<Overlay[]>(() => {
    const cell = this.hover?.cell;
    if (cell == null || !this.group || !this.selected || !this.ground || this.los) return [];
    if (this.routing) {
      if (!this.task?.cells?.length || this.task.cells.includes(cell)) return [];
      const way = clickRoute(this.ground, this.selected, this.group, this.task, cell, this.routing);
      return "task" in way ? [{ kind: "path", start: null, cells: way.task.cells ?? [], tone: "plan", faded: true }] : [];
    }
    if (!this.group.options.some((option) => option.path)) return [];
    const answer = clickPath(this.ground, this.selected, this.group, this.task, cell);
    if (!("task" in answer)) return [];
    const domain = this.group.options.find((option) => option.path)?.path;
    const start = domain && domain.start >= 0 ? domain.start : null;
    return [{ kind: "path", start, cells: answer.task.cells ?? [], tone: "plan", faded: true }];
  });
  private readonly sightLine = $derived.by<Overlay[]>(() => {
    const line = this.sighting;
    const plane = this.match.plane;
    if (!line || !plane) return [];
    const block = line.found.blocked_by;
    const cellAt = (name: string | undefined) => (name === undefined ? undefined : plane.byLabel.get(name));
    const side = block?.hexside?.map(cellAt) ?? [];
    return [{
      kind: "los", from: line.from, to: line.to, cells: line.found.cells ?? [], clear: line.found.clear,
      blockCell: cellAt(block?.hex) ?? null,
      blockSide: side.length === 2 && side[0] !== undefined && side[1] !== undefined ? [side[0], side[1]] : null,
    }];
  });
  private get ground() {
    const { plane, tables } = this.match;
    return plane ? { plane, tables } : null;
  }

  /** How a unit faces at the end of its path, where it must face its steps. */
  private driven(task: Task | null): number | undefined {
    const domain = this.ground && this.group ? pathOption(this.ground, this.group, task)?.path : undefined;
    const [from, to] = [domain?.start ?? -1, ...(task?.cells ?? [])].slice(-2);
    if (!this.ground || !domain || domain.facing === undefined || from === undefined || to === undefined) return undefined;
    const way = this.ground.plane.directionTo(from, to);
    return way < 0 ? undefined : domain.back ? (way + 3) % 6 : way;
  }

  place(unit: string): Cell | null {
    return this.match.view ? cellOf({ view: this.match.view, tasks: this.match.draft.tasks, legal: this.legal }, unit) : null;
  }

  // --- selecting
  select(unit: string | null): void {
    if (unit === this.selected) return;
    this.selected = unit;
    this.odds = null;
    this.kind = null;
    if (!unit) return;
    const given = this.match.draft.tasks[unit];
    const groups = groupsOf(unitLegal(this.legal, unit));
    this.kind = given?.kind ?? (groups.length === 1 && !groups[0]!.options.every(bare) ? groups[0]!.kind : null);
  }

  next(back = false): string | null {
    const all = (this.legal?.units ?? []).map((unit) => unit.unit);
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
    this.kind = kind;
    const only = group.options.length === 1 ? group.options[0]! : null;
    if (only && (bare(only) || (taskFace(this.face(), kind).choice_optional && choicesOnly(only)))) this.give({ unit: this.selected, kind });
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

  private give(task: Task): void {
    this.tip = null;
    this.match.draft.set(task);
    if (this.held.has(task.unit)) this.held = new Set([...this.held].filter((unit) => unit !== task.unit));
    this.askLine(task);
  }

  private answer(found: Answer, at?: Point): boolean {
    if ("task" in found) {
      this.give(found.task);
      return true;
    }
    this.refuse(found.refusal, at);
    return false;
  }

  /** A click on the map. */
  click(hit: Hit): void {
    this.hover = hit;
    if (hit.cell === null) return this.refuse({ why: texts.refuse.offMap }, hit.screen);
    if (this.los) return void this.look(hit.cell);
    if (!this.ground) return;
    const orderable = (piece: Piece) => piece.side === this.match.side && unitLegal(this.legal, piece.id) !== null;
    const own = hit.pieces.filter((piece) => piece.side === this.match.side);
    // A cell that the task takes is the task's; elsewhere a click on a counter selects it.
    if (this.selected && this.group) {
      // A hex with another unit that could be ordered is that unit's, unless Shift is held.
      const free = hit.shift || !own.some((piece) => piece.id !== this.selected && orderable(piece));
      const takes = this.group.options.some((option) => option.path) && free && hit.cell !== this.place(this.selected)
        || this.group.options.some((option) => option.cells?.includes(hit.cell as Cell))
        || hit.pieces.some((piece) => this.group?.options.some((option) => option.targets?.includes(piece.id)))
        || (this.task?.cells?.includes(hit.cell) ?? false);
      const other = own.find((piece) => piece.id !== this.selected && orderable(piece));
      if (takes && !(other && this.group.options.some((option) => (option.cells?.length ?? 0) > 40))) {
        this.apply(this.group, hit);
        return;
      }
    }
    if (own.length) {
      const list = own.filter(orderable);
      const picked = list.find((piece) => piece.id === hit.piece?.id) ?? list[0];
      if (picked && picked.id !== this.selected) return this.select(picked.id);
      if (picked && list.length > 1) {
        const at = list.findIndex((piece) => piece.id === this.selected);
        return this.select(list[(at + 1) % list.length]!.id);
      }
      if (picked && this.task?.cells?.length && this.group?.options.some((option) => option.path)) return this.match.draft.clear(picked.id);
      if (!picked) this.refuse({ why: this.legal ? texts.refuse.noOptions(own[0]!.id) : texts.refuse.notYourTurn }, hit.screen);
      return;
    }
    if (!this.legal) return this.refuse({ why: texts.refuse.notYourTurn }, hit.screen);
    if (!this.selected) {
      const only = this.legal.units?.length === 1 ? this.legal.units[0]!.unit : null;
      if (!only) return this.refuse({ why: hit.piece ? texts.refuse.notYours : texts.refuse.noUnit }, hit.screen);
      this.select(only);
    }
    if (this.group) return this.apply(this.group, hit);
    const able = groupsFor(this.ground, this.groups, hit.cell, this.match.view?.pieces ?? []);
    const first = able[0];
    if (!first) return this.refuse({ why: texts.refuse.noTask }, hit.screen);
    this.kind = first.kind;
    this.apply(first, hit);
  }

  private apply(group: Group, hit: Hit): void {
    if (!this.ground || !this.selected || hit.cell === null) return;
    const unit = this.selected;
    const path = group.options.some((option) => option.path);
    const found = this.routing ? clickRoute(this.ground, unit, group, this.task, hit.cell, this.routing) : path
      ? clickPath(this.ground, unit, group, this.task, hit.cell)
      : clickCell(this.ground, unit, group, this.task, hit.cell, this.match.view?.pieces ?? [], this.guessFacing(hit.cell));
    this.answer(found, hit.screen);
  }

  /** A facing for a newly placed unit: the last one chosen, else towards the middle of the map. */
  private guessFacing(cell: Cell): number {
    if (this.facing >= 0) return this.facing;
    const plane = this.match.plane;
    return plane ? plane.directionAt(cell, plane.width / 2, plane.height / 2) : 0;
  }

  /** Whether a drag from this cell draws a path. */
  drawsFrom(cell: Cell): boolean {
    if (!this.group || !this.selected || this.los) return false;
    const domain = this.group.options.find((option) => option.path)?.path;
    if (!domain) return false;
    return cell === domain.start || Boolean(domain.via?.includes(cell) || domain.entries?.includes(cell));
  }

  drag(cells: Cell[], done: boolean): void {
    if (!this.group || !this.selected || !this.ground) return;
    const { task, refusal } = dragPath(this.ground, this.selected, this.group, cells);
    if (task) this.give(task);
    if (refusal && done) this.refuse(refusal);
  }

  backspace(): void {
    if (!this.task) return;
    const shorter = this.ground ? shorten(this.ground, this.group, this.task) : null;
    if (shorter) this.give(shorter);
    else this.match.draft.clear(this.task.unit);
  }

  turnTo(facing: number): boolean {
    if (!this.group || !this.selected) return false;
    const task = withFacing(this.selected, this.group, this.task, facing);
    if (!task) return false;
    this.facing = facing;
    this.give(task);
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
    const task = withChoice(this.selected, this.group, this.task, choice);
    if (task) this.give(task);
    else this.refuse({ why: texts.refuse.noTask, rule: this.group.rule });
  }

  /** A preset reaction for the selected unit, "" for none; with the first one its side reacts by presets. */
  preset(text: string): void {
    const needs = this.group ? taskFace(this.face(), this.group.kind).preset : undefined;
    if (!this.group || !this.selected || !needs) return;
    this.give({ unit: this.selected, kind: this.group.kind, ...(text ? { choice: text } : {}) });
    if (text && unitLegal(this.legal, needs.unit) && !this.match.draft.tasks[needs.unit]) this.give({ ...needs });
  }

  target(id: string): void {
    if (!this.group || !this.selected) return;
    this.give({ unit: this.selected, kind: this.group.kind, targets: [id] });
  }

  /** No order for the selected unit, and on to the next. */
  hold(): void {
    if (!this.selected) return;
    const unit = this.selected;
    if (this.match.draft.tasks[unit]) this.match.draft.clear(unit);
    this.held = new Set([...this.held, unit]);
    this.next();
  }

  clear(): void {
    if (this.selected && this.match.draft.tasks[this.selected]) this.match.draft.clear(this.selected);
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
    this.held = new Set();
    this.kind = null;
    this.odds = null;
    this.known.clear();
    if (this.selected && !unitLegal(this.legal, this.selected)) this.selected = null;
    else if (this.selected) {
      const unit = this.selected;
      this.selected = null;
      this.select(unit);
    }
    const all = this.legal?.units ?? [];
    if (all.length === 1) this.select(all[0]!.unit);
  }

  // --- asking the server: lines, sight, odds
  private askLine(task: Task): void {
    const tone = taskFace(this.face(), task.kind).tone;
    const from = this.place(task.unit);
    const to = task.cells?.[0];
    if ((tone !== "fire" && tone !== "opportunity") || from === null || to === undefined) return;
    this.line(from, to);
  }

  /** Lines of the orders taken up from a saved draft. */
  askLines(): void {
    for (const task of Object.values(this.match.draft.tasks)) this.askLine(task);
  }

  private line(from: Cell, to: Cell): void {
    const key = `${from}-${to}`;
    if (this.asked.has(key) || from === to) return;
    this.asked.add(key);
    this.match.calls.los(from, to).then(
      (found) => {
        if (found.cells) this.lines = new Map([...this.lines, [key, found.cells]]);
      },
      () => this.asked.delete(key),
    );
  }

  toggleLos(): void {
    this.los = !this.los;
    this.sighting = null;
    this.seen = null;
    this.losFrom = null;
    this.odds = null;
    const from = this.los && this.selected ? this.place(this.selected) : null;
    if (from !== null) void this.look(from);
    // The pointer need not move to be told of the hex it is on.
    const cell = this.hover?.cell ?? null;
    if (cell !== null) void this.pointAt(cell);
  }

  private async look(cell: Cell): Promise<void> {
    this.losFrom = cell;
    this.sighting = null;
    this.seen = null;
    try {
      const seen = await this.match.calls.seen(cell);
      if (this.losFrom === cell) this.seen = seen;
    } catch (error) {
      if (error instanceof ApiError) this.refuse({ why: error.message });
    }
  }

  pointed(hit: Hit | null): void {
    const before = this.hover?.cell ?? null;
    this.hover = hit;
    const cell = hit?.cell ?? null;
    if (cell === before) return;
    clearTimeout(this.lookTimer);
    clearTimeout(this.changeTimer);
    this.odds = null;
    if (!this.los) this.sighting = null;
    if (cell === null) return;
    this.lookTimer = window.setTimeout(() => void this.pointAt(cell), this.los ? 40 : 110);
  }

  private async pointAt(cell: Cell): Promise<void> {
    const from = this.los ? this.losFrom : this.selected ? this.place(this.selected) : null;
    if (from === null || from === cell) return;
    const fires = this.group?.options.some((option) => option.cells?.includes(cell))
      && ["fire", "opportunity"].includes(taskFace(this.face(), this.kind ?? "").tone);
    const foes = (this.match.view?.pieces ?? []).filter((piece) => piece.cell === cell && piece.side !== this.match.side);
    if (this.los || fires || foes.length) {
      try {
        const found = await this.match.calls.los(from, cell);
        if (this.hover?.cell === cell) this.sighting = { from, to: cell, found };
      } catch {
        // The line is a help; without it everything else still works.
      }
    }
    if (!this.los && foes.length && this.selected && this.hover?.cell === cell) await this.askOdds(cell, foes[foes.length - 1]!);
  }

  private async askOdds(cell: Cell, target: Piece): Promise<void> {
    const unit = this.selected;
    if (!unit) return;
    const shown = await this.oddsAt(unit, target);
    if (!shown || this.hover?.cell !== cell || this.selected !== unit) return;
    this.odds = shown;
    clearTimeout(this.changeTimer);
    // Whoever only passes over a counter asks nothing more.
    if (!shown.changes) this.changeTimer = window.setTimeout(() => void this.askChanges(shown), 200);
  }

  /** Asks the free tool what would change these odds, if it tells the same of the shot as it stands. */
  private async askChanges(shown: OddsShown): Promise<void> {
    const game = this.match.state?.game;
    const args = shown.odds?.arguments;
    if (!game || !args || !shown.odds || shown.odds.blocked_by) return;
    try {
      const [{ odds: flags }, base] = await Promise.all([tools(game), freeOdds(game, args)]);
      if (chanceOf(base) !== chanceOf(shown.odds)) return;
      const asked = await Promise.all(changesOf(this.face(), flags, args).map(async (change) => ({ change, odds: await freeOdds(game, change.args) })));
      const full = { ...shown, changes: differences(this.face(), base, asked) };
      for (const [key, value] of this.known) if (value === shown) this.known.set(key, full);
      if (this.odds === shown) this.odds = full;
    } catch (error) {
      // The odds stand without it.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** The odds of one of one's units at a counter, or null when none can be told. */
  async oddsOf(unit: string, target: string): Promise<OddsShown | null> {
    const piece = this.match.view?.pieces.find((one) => one.id === target);
    return piece ? this.oddsAt(unit, piece) : null;
  }

  private async oddsAt(unit: string, target: Piece): Promise<OddsShown | null> {
    const { view } = this.match;
    const firer = view?.pieces.find((piece) => piece.id === unit && piece.side === view.side);
    if (!firer) return null;
    const key = `${this.match.state?.number}|${unit}|${target.id}`;
    const before = this.known.get(key);
    if (before) return before;
    let shown: OddsShown = { unit, cell: target.cell, odds: null, note: texts.noOdds };
    try {
      const odds = await this.match.calls.odds({ attacker: unit, target: target.id });
      shown = { ...shown, odds, note: "" };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      shown = { ...shown, note: error.message };
    }
    this.known.set(key, shown);
    return shown;
  }
}
