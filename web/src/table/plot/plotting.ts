// How an Option becomes a Task: pure functions over the contract, the same for every game.

import { EMPTY, taskFace, type GameFace } from "../../lib/face";
import type { Plane } from "../../lib/hexgeo";
import { inPoints, pointsText } from "../../lib/points";
import { after, beginning, endsWell, exitCost, pathCost, reach, startOf, step, wayTo, type Reached, type Stand } from "../../lib/reach";
import { texts } from "../../lib/texts";
import type { Cell, CostTables, Legal, Option, PathDomain, Piece, Task, UnitLegal, View } from "../../lib/types";

export interface Ground {
  plane: Plane;
  tables: CostTables;
  /** How many of the tables' units make one point; one where it is not told. */
  ticks?: number;
  /** Hexes where somebody stands: a way straight through a hex ends elsewhere if it can. */
  taken?: ReadonlySet<Cell>;
  /** Hexes where enemies are seen: a click on one means a way straight through it. */
  foes?: ReadonlySet<Cell>;
  /** Hexes that a proposed way leads round where it can, by the cost table of who drives. */
  shunned?: Readonly<Record<string, Cell[]>>;
}
/** Why something cannot be done, with the rule if one is known. */
export interface Refusal {
  why: string;
  rule?: string;
}
export type Answer = { task: Task } | { refusal: Refusal };

/** The options of one kind: what a button of the task bar stands for. */
export interface Group {
  kind: string;
  rule: string;
  options: Option[];
}

export function unitLegal(legal: Legal | null, unit: string | null): UnitLegal | null {
  return legal?.units?.find((one) => one.unit === unit) ?? null;
}

export function groupsOf(unit: UnitLegal | null): Group[] {
  const groups = new Map<string, Group>();
  for (const option of unit?.options ?? []) {
    const known = groups.get(option.kind);
    if (known) known.options.push(option);
    else groups.set(option.kind, { kind: option.kind, rule: option.rule, options: [option] });
  }
  return [...groups.values()];
}

/** Hexes where somebody stands, or where an order leads another unit than the selected one. */
export function takenBy(view: View | null, tasks: Record<string, Task>, selected: string | null): ReadonlySet<Cell> {
  const ends = Object.values(tasks).filter((task) => task.unit !== selected).map((task) => task.cells?.at(-1) ?? -1);
  return new Set([...(view?.pieces ?? []).map((piece) => piece.cell), ...ends]);
}

/** Where units may be placed or come on. */
export function placesOf(legal: Legal | null): Cell[] {
  const options = (legal?.units ?? []).flatMap((unit) => unit.options);
  return [...new Set(options.flatMap((option) => option.path?.entries ?? option.cells ?? []))];
}

/** Whether an option asks for nothing: choosing it is the whole order. */
export function bare(option: Option): boolean {
  return !option.cells?.length && !option.path && !option.facings?.length && !option.choices?.length && !option.targets?.length;
}

/** Whether an option takes a choice and nothing else. */
export function choicesOnly(option: Option): boolean {
  return Boolean(option.choices?.length) && !option.cells?.length && !option.path && !option.facings?.length && !option.targets?.length;
}

/** Whether somebody must be told something, and the others later: doing nothing has a word of its own, which cannot be said now. */
export const insists = (legal: Legal | null): boolean => Boolean(legal?.units?.length && !legal.choices?.length && legal.idle?.choice);

/** Whether a decision is a reaction: answered by a choice, by fire at one of the targets named, or, where a chance may go by, by
 * something that needs no more to be said. */
export function reaction(legal: Legal | null, face: GameFace = EMPTY): boolean {
  if (!legal?.choices?.length) return false;
  const plain = (option: Option) => option.targets?.length || (legal.passes?.length && bare(option));
  // Those who attack together have a window of their own, in which also the hex is chosen.
  const placed = (option: Option) => option.cells?.length && !taskFace(face, option.kind).leads;
  return (legal.units ?? []).every((unit) => unit.options.every((option) => plain(option) && !option.path && !placed(option)));
}

/** The options that a task with its choice belongs to; all, as long as none is chosen. */
export function fitting(group: Group, task: Task | null): Option[] {
  const choice = task?.kind === group.kind ? task.choice : undefined;
  const found = choice ? group.options.filter((option) => option.choices?.includes(choice)) : [];
  return found.length ? found : group.options;
}

/** What is asked next of a group, given the task so far. */
export function asks(group: Group, task: Task | null): "path" | "cells" | "targets" | "facings" | "choices" | "done" {
  const of = (test: (option: Option) => boolean) => group.options.some(test);
  if (!task || task.kind !== group.kind) {
    if (of((o) => o.path !== undefined)) return "path";
    if (of((o) => (o.cells?.length ?? 0) > 0)) return "cells";
    if (of((o) => (o.targets?.length ?? 0) > 0)) return "targets";
    if (of((o) => (o.facings?.length ?? 0) > 0)) return "facings";
    return of((o) => (o.choices?.length ?? 0) > 0) ? "choices" : "done";
  }
  if (of((o) => o.path !== undefined)) return "path";
  return fitting(group, task).some((o) => o.facings?.length) ? "facings" : "done";
}

/** The cells of a path domain's task after those it must begin with. */
export function tail(domain: PathDomain, cells: Cell[]): Cell[] {
  const via = domain.via ?? [];
  return via.every((cell, k) => cells[k] === cell) ? cells.slice(via.length) : cells;
}

/** What is done on the way, wherever that is: the words before the hex. */
export const errandOf = (choice: string): string => choice.split("@")[0] ?? choice;

/** The option that a path task belongs to: the first in which its path is possible. */
export function pathOption(ground: Ground, group: Group, task: Task | null): Option | undefined {
  const all = group.options.filter((option) => option.path);
  const cells = task?.cells ?? [];
  // What is done on the way costs something: the way is then one of those that leave enough for it.
  const busy = task?.choice ? all.filter((option) => !option.path?.exits?.length && option.choices?.some((one) => task.choice?.split(", ").some((made) => errandOf(made) === errandOf(one)))) : [];
  const paths = busy.length ? busy : all;
  if (!cells.length || paths.length < 2) return paths[0];
  return paths.find((option) => {
    const domain = option.path as PathDomain;
    return (domain.via ?? []).every((cell, k) => cells[k] === cell) && pathCost(ground.plane, ground.tables, domain, tail(domain, cells)) !== null;
  }) ?? paths[0];
}

/** The running cost at each cell of a path task (0 for the cells it must begin with). */
export function runningCosts(ground: Ground, domain: PathDomain, cells: Cell[]): number[] {
  const costs: number[] = (domain.via ?? []).map(() => 0);
  let at: Stand | null = beginning(domain);
  const drawn = tail(domain, cells);
  let toll = 0;
  for (const [k, cell] of drawn.entries()) {
    at = step(ground.plane, ground.tables, domain, at, cell);
    if (!at) break;
    if (domain.toll && k === drawn.length - 2 && domain.through?.includes(cell)) toll = domain.toll;
    costs.push(inPoints(at.spent + toll, ground.ticks));
  }
  return costs;
}

/** What is left of a domain in reach after the cells drawn so far. */
export function reachAfter(ground: Ground, domain: PathDomain, cells: Cell[]): Map<Cell, Reached> {
  return reach(ground.plane, ground.tables, domain, { cells: tail(domain, cells) });
}

/** Hexes that ways shall lead round, by cost table: those of the markers that its units shun. */
export function shunnedIn(face: Pick<GameFace, "markers">, view: View | null): Record<string, Cell[]> {
  const found: Record<string, Cell[]> = {};
  for (const marker of view?.markers ?? []) {
    for (const table of face.markers[marker.kind]?.shunned_by ?? []) (found[table] ??= []).push(marker.cell);
  }
  return found;
}

/** A domain as ways are looked for in it: first without the hexes that are shunned, then with them. Those `meant` are no matter. */
export function carefully(ground: Ground, domain: PathDomain, meant: Cell[]): PathDomain[] {
  const shunned = (ground.shunned?.[domain.table] ?? []).filter((cell) => !meant.includes(cell));
  return shunned.length ? [{ ...domain, barred: [...(domain.barred ?? []), ...shunned] }, domain] : [domain];
}

/** The best way on from the cells drawn so far to another one, or null when it is out of reach. */
function wayOn(ground: Ground, domain: PathDomain, drawn: Cell[], to: Cell): Cell[] | null {
  for (const way of carefully(ground, domain, [...drawn, to])) {
    const reached = reachAfter(ground, way, drawn);
    if (reached.has(to)) return wayTo(reached, to);
  }
  return null;
}

const straight = (plane: Plane, domain: PathDomain, cells: Cell[]): boolean => {
  const all = [startOf(domain), ...tail(domain, cells)];
  if (all.length < 3) return false;
  const [a, b, c] = all.slice(-3) as [Cell, Cell, Cell];
  return plane.directionTo(a, b) === plane.directionTo(b, c);
};

/** The way to a cell whose last two steps go straight, from the cells drawn so far: for overruns. */
function straightWay(ground: Ground, domain: PathDomain, drawn: Cell[], goal: Cell): Cell[] | null {
  const { plane } = ground;
  const there = { ...domain, through: undefined };
  const reached = reachAfter(ground, there, drawn);
  let best: { cells: Cell[]; cost: number } | null = null;
  for (let direction = 0; direction < 6; direction++) {
    const target = plane.neighbour(goal, (direction + 3) % 6);
    const before = target === null ? null : plane.neighbour(target, (direction + 3) % 6);
    if (target === null || before === null || !reached.has(before)) continue;
    if (domain.through?.length && !domain.through.includes(target)) continue;
    const cells = [...tail(domain, drawn), ...(wayOn(ground, there, drawn, before) ?? []), target, goal];
    const cost = pathCost(plane, ground.tables, domain, cells);
    if (cost !== null && (!best || cost < best.cost)) best = { cells, cost };
  }
  return best ? [...(domain.via ?? []), ...best.cells] : null;
}

/** The cheapest way straight through a cell, whichever side it comes from: for a click on the enemy himself. One that
 * ends where somebody stands or where no path may end is taken only if there is no other. */
function wayThrough(ground: Ground, domain: PathDomain, over: Cell): Cell[] | null {
  let best: { cells: Cell[]; cost: number } | null = null;
  for (let direction = 0; direction < 6; direction++) {
    const beyond = ground.plane.neighbour(over, direction);
    const cells = beyond === null ? null : straightWay(ground, { ...domain, through: [over] }, [], beyond);
    const spent = cells && pathCost(ground.plane, ground.tables, domain, tail(domain, cells));
    if (!cells || spent === null || beyond === null) continue;
    const cost = spent + (domain.shut?.includes(beyond) ? 2 * AWAY : ground.taken?.has(beyond) ? AWAY : 0);
    if (!best || cost < best.cost) best = { cells, cost };
  }
  return best?.cells ?? null;
}
/** More than any path costs. */
const AWAY = 100_000;

/** A click on a cell while a path is asked for: shorten it, go on from its end, or route anew. */
export function clickPath(ground: Ground, unit: string, group: Group, task: Task | null, cell: Cell): Answer {
  const drawn = task?.kind === group.kind && task.unit === unit ? (task.cells ?? []) : [];
  const label = ground.plane.label(cell);
  const own = pathOption(ground, group, drawn.length ? task : null);
  const at = drawn.indexOf(cell);
  if (own?.path && at >= 0 && at < drawn.length - 1) return finish(ground, unit, own, drawn.slice(0, at + 1));
  let refusal: Refusal | null = null;
  for (const [option, begun] of [
    ...(own && drawn.length ? ([[own, drawn]] as [Option, Cell[]][]) : []),
    ...group.options.filter((option) => option.path).map((option) => [option, [] as Cell[]] as [Option, Cell[]]),
  ]) {
    const domain = option.path as PathDomain;
    const via = domain.via ?? [];
    if (cell === startOf(domain) && via.length && !begun.length) return finish(ground, unit, option, [...via]);
    const found = begun.length ? begun : [...via];
    if (domain.straight_end) {
      const over = domain.through?.length ? domain.through.includes(cell) : ground.foes?.has(cell);
      // A way through an enemy is whole: the next click draws another one.
      const cells = over ? wayThrough(ground, domain, cell) : straightWay(ground, domain, domain.through?.length ? [] : found, cell);
      if (cells) return finish(ground, unit, option, cells);
      refusal ??= { why: texts.refuse.notStraight, rule: option.rule };
      continue;
    }
    const way = cell === (tail(domain, found).at(-1) ?? startOf(domain)) ? null : wayOn(ground, domain, found, cell);
    if (way) return finish(ground, unit, option, [...found, ...way]);
    if (cell === domain.start) refusal ??= { why: texts.hints.path, rule: option.rule };
    refusal ??= { why: texts.refuse.outOfReach(label, pointsText(inPoints(domain.allowance, ground.ticks))), rule: option.rule };
  }
  return { refusal: refusal ?? { why: texts.refuse.noTask } };
}

function finish(ground: Ground, unit: string, option: Option, cells: Cell[]): Answer {
  const domain = option.path as PathDomain;
  const end = cells[cells.length - 1];
  if (end !== undefined && domain.shut?.includes(end)) {
    return { refusal: { why: texts.refuse.shut(ground.plane.label(end)), rule: option.rule } };
  }
  return { task: { unit, kind: option.kind, cells } };
}

/** A path drawn by hand: as far as one of the options allows, and why not further. */
export function dragPath(ground: Ground, unit: string, group: Group, drawn: Cell[]): { task: Task | null; refusal: Refusal | null } {
  let best: { kept: number; task: Task | null; refusal: Refusal | null } | null = null;
  for (const option of group.options) {
    const found = option.path ? dragged(ground, unit, option, option.path, drawn) : null;
    if (found && (!best || found.kept > best.kept)) best = found;
  }
  return best ? { task: best.task, refusal: best.refusal } : { task: null, refusal: { why: texts.refuse.noTask } };
}

function dragged(
  ground: Ground, unit: string, option: Option, domain: PathDomain, drawn: Cell[],
): { kept: number; task: Task | null; refusal: Refusal | null } {
  const via = domain.via ?? [];
  const cells = drawn[0] === startOf(domain) ? drawn.slice(1) : drawn;
  const kept: Cell[] = [];
  let at = beginning(domain);
  let refusal: Refusal | null = null;
  for (const cell of cells) {
    const next = domain.steps && kept.length >= domain.steps ? null : step(ground.plane, ground.tables, domain, at, cell);
    if (!next) {
      refusal = { why: whyNot(ground, domain, at.cell, cell, kept.length), rule: option.rule };
      break;
    }
    kept.push(cell);
    at = next;
  }
  const all = [...via, ...kept];
  return { kept: kept.length, task: all.length ? { unit, kind: option.kind, cells: all } : null, refusal };
}

function whyNot(ground: Ground, domain: PathDomain, from: Cell, to: Cell, steps: number): string {
  const { plane, tables } = ground;
  const direction = plane.directionTo(from, to);
  if (direction < 0) return texts.refuse.notNext(plane.label(to));
  if (!tables[domain.table]?.[from]?.[direction]) return texts.refuse.impassable(plane.label(to));
  if (domain.steps && steps >= domain.steps) return texts.refuse.tooManySteps(domain.steps);
  return texts.refuse.outOfReach(plane.label(to), pointsText(inPoints(domain.allowance, ground.ticks)));
}

/** One step less; null when nothing is left. */
export function shorten(ground: Ground, group: Group | null, task: Task): Task | null {
  const option = group ? pathOption(ground, group, task) : undefined;
  const least = option?.path?.via?.length ?? 0;
  if (task.choice) return { ...task, choice: undefined };
  const cells = (task.cells ?? []).slice(0, -1);
  return cells.length > 0 && cells.length >= least ? { unit: task.unit, kind: task.kind, cells } : null;
}

/** The path with a wait at its end, from where it goes on; null where the unit cannot wait. */
export function withWait(ground: Ground, group: Group, task: Task | null): Task | null {
  const cells = task?.kind === group.kind ? (task.cells ?? []) : [];
  const last = cells.at(-1);
  if (!task || last === undefined || task.choice) return null;
  const able = group.options.some((option) => {
    const at = option.path?.waits ? after(ground.plane, ground.tables, option.path, tail(option.path, [...cells, last])) : null;
    return at !== null;
  });
  return able ? { ...task, cells: [...cells, last] } : null;
}

/** The task that moves what lies in a cell: of the selected unit and the chosen kind if it can be, else of the only one. */
export function movedFrom(legal: Legal | null, cell: Cell, selected: string | null, kind: string | null): { unit: string; kind: string } | null {
  const all = (legal?.units ?? []).flatMap((unit) => unit.options.filter((option) => option.start === cell).map((option) => ({ unit: unit.unit, kind: option.kind })));
  const own = all.filter((one) => one.unit === selected);
  return own.find((one) => one.kind === kind) ?? own[0] ?? (new Set(all.map((one) => one.unit)).size === 1 ? all[0]! : null);
}

/** What is plainly wrong with a task before the server is asked. */
export function fault(ground: Ground, group: Group, task: Task): Refusal | null {
  const option = pathOption(ground, group, task);
  const domain = option?.path;
  if (domain && option) {
    const cells = task.cells ?? [];
    if (!task.choice && cells.length < (domain.minimum ?? 1)) return { why: texts.refuse.tooShort(domain.minimum ?? 1), rule: option.rule };
    if (domain.straight_end && !straight(ground.plane, domain, cells)) return { why: texts.refuse.notStraight, rule: option.rule };
    if (!task.choice && cells.length > 1 && cells.at(-1) === cells.at(-2)) return { why: texts.refuse.endsWaiting, rule: option.rule };
    const at = domain.through?.length ? after(ground.plane, ground.tables, domain, tail(domain, cells)) : null;
    if (at && !endsWell(ground.plane, domain, at)) return { why: texts.refuse.notThrough, rule: option.rule };
  }
  return null;
}

/** A task that names several hexes with one more; once more takes it out again, unless a hex can be named twice. */
function withCell(unit: string, group: Group, task: Task | null, cell: Cell, { most, stacks }: Several): Answer {
  const named = task?.kind === group.kind && task.unit === unit ? (task.cells ?? []) : [];
  if (!stacks && named.includes(cell)) return { task: { unit, kind: group.kind, cells: named.filter((one) => one !== cell) } };
  if (named.length >= most) return { refusal: { why: texts.refuse.allPlaced(most), rule: group.rule } };
  return { task: { unit, kind: group.kind, cells: [...named, cell] } };
}

/** The task with a hex named once less; null where it is not named. */
export function withoutCell(task: Task | null, cell: Cell): Task | null {
  const at = task?.cells?.lastIndexOf(cell) ?? -1;
  return task && at >= 0 ? { ...task, cells: (task.cells ?? []).filter((_, k) => k !== at) } : null;
}

/** How many hexes a task names at most, and whether it may name one twice. */
export interface Several {
  most: number;
  stacks?: boolean;
}

/** How often each hex is named, in the order of naming. */
export function countedCells(cells: Cell[]): [Cell, number][] {
  const found = new Map<Cell, number>();
  for (const cell of cells) found.set(cell, (found.get(cell) ?? 0) + 1);
  return [...found];
}

/** A click on a cell (or a piece in it) while cells or targets are asked for. */
export function clickCell(
  ground: Ground, unit: string, group: Group, task: Task | null, cell: Cell, pieces: Piece[], facing: number, several: Several | null = null,
): Answer {
  const meant = task?.kind === group.kind ? task.targets?.[0] : undefined;
  const first = group.options.filter((option) => meant !== undefined && option.cells?.length && option.targets?.includes(meant));
  for (const option of [...first, ...group.options]) {
    if (option.cells?.includes(cell)) {
      if (several) return withCell(unit, group, task, cell, several);
      const made: Task = { unit, kind: option.kind, cells: [cell] };
      // Whoever stands nowhere cannot be meant by a hex: he is named.
      const named = option.targets?.length === 1 && !pieces.some((piece) => piece.id === option.targets?.[0]) ? option.targets : null;
      if (named) made.targets = named;
      if (option.facings?.length) {
        const kept = task?.kind === option.kind ? task.facing : undefined;
        made.facing = kept ?? (option.facings.includes(facing) ? facing : option.facings[0]);
      }
      return { task: made };
    }
    const target = pieces.find((piece) => piece.cell === cell && option.targets?.includes(piece.id));
    if (target) return { task: { unit, kind: option.kind, targets: [target.id] } };
  }
  return { refusal: { why: texts.refuse.noTarget(ground.plane.label(cell)), rule: group.rule } };
}

/** The targets that may be named for a task: where its option takes a hex as well, only those of the hex chosen. */
export function targetsFor(group: Group | null, task: Task | null): string[] {
  const cell = task?.kind === group?.kind ? task?.cells?.[0] : undefined;
  const fits = (option: Option) => !option.cells?.length || (cell !== undefined && option.cells.includes(cell));
  return [...new Set((group?.options ?? []).filter(fits).flatMap((option) => option.targets ?? []))];
}

/** The task with a target named; once more takes the name away where the hex alone will do. */
export function withTarget(unit: string, group: Group, task: Task | null, target: string): Task | null {
  const option = group.options.find((one) => one.targets?.includes(target));
  if (!option) return null;
  if (!option.cells?.length) return { unit, kind: group.kind, targets: [target] };
  const same = task?.kind === group.kind ? task : null;
  if (!same?.cells?.length) return null;
  const named = same.targets?.includes(target);
  return { ...same, targets: named ? undefined : [target] };
}

/** The task with a facing, or null when the group takes none. */
export function withFacing(unit: string, group: Group, task: Task | null, facing: number): Task | null {
  const option = fitting(group, task).find((one) => one.facings?.includes(facing));
  if (!option) return null;
  const base = task?.kind === group.kind ? task : { unit, kind: group.kind };
  if ((option.cells?.length || option.path) && !task?.cells?.length) return null;
  return { ...base, facing };
}

/** Several choices as they are written: with this one, or without it where it was made already. */
export function joinChoice(offered: string[], made: string[], choice: string, by: string, alone = ""): string {
  const rest = made.filter((one) => one !== choice && one !== alone);
  if (choice === alone) return alone;
  const wanted = made.includes(choice) ? rest : [...rest, choice];
  return wanted.sort((a, b) => offered.indexOf(a) - offered.indexOf(b)).join(by);
}

/** The task with one of the group's choices. */
export function withChoice(unit: string, group: Group, task: Task | null, choice: string): Task | null {
  const option = group.options.find((one) => one.choices?.includes(choice));
  if (!option) return null;
  const same = task?.kind === group.kind ? task : null;
  if (option.path) {
    const end = same?.cells?.at(-1) ?? startOf(option.path);
    if (option.path.exits?.length && !option.path.exits.includes(end)) return null;
    return { unit, kind: group.kind, ...(same?.cells?.length ? { cells: same.cells } : {}), choice };
  }
  const base = same && (option.cells?.length || option.targets?.length || option.facings?.length) ? same : { unit, kind: group.kind };
  // Of a hex with a choice, some choices have a direction and others have none.
  return { ...base, ...(option.cells?.length ? directed(option, base) : {}), choice };
}

/** The facing of a task that takes a hex: the one it has, else the first; none where the option has none. */
function directed(option: Option, task: Task): { facing?: number } {
  return { facing: option.facings?.length ? (task.facing ?? option.facings[0]) : undefined };
}

/** Whether a path task may go on over the map's edge now. */
export function mayExit(ground: Ground, group: Group, task: Task | null): { choice: string; cost: number } | null {
  const cells = task?.kind === group.kind ? (task.cells ?? []) : [];
  for (const option of group.options) {
    const domain = option.path;
    if (!domain?.exits?.length || !option.choices?.length) continue;
    const at = after(ground.plane, ground.tables, domain, tail(domain, cells));
    const cost = at && exitCost(ground.plane, ground.tables, domain, at);
    if (cost !== null) return { choice: option.choices[0] as string, cost: inPoints(cost, ground.ticks) };
  }
  return null;
}

/** The groups that could take a click on this cell, best first: for clicks before a task is chosen. */
export function groupsFor(ground: Ground, groups: Group[], cell: Cell, pieces: Piece[]): Group[] {
  return groups.filter((group) =>
    group.options.some(
      (option) =>
        (option.cells?.includes(cell) && option.cells.length < 40) ||
        pieces.some((piece) => piece.cell === cell && option.targets?.includes(piece.id)) ||
        (option.path && !option.path.straight_end && reachAfter(ground, option.path, []).has(cell)),
    ),
  );
}

/** Units that still need an order: first those that must have one. */
export function without(legal: Legal | null, tasks: Record<string, Task>, held: ReadonlySet<string> = new Set()): string[] {
  const left = (legal?.units ?? []).filter((unit) => !tasks[unit.unit] && !held.has(unit.unit));
  return [...left.filter((unit) => unit.required), ...left.filter((unit) => !unit.required)].map((unit) => unit.unit);
}
