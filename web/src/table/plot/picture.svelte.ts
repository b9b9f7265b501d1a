// What is drawn of the plot: what is asked, the orders given, the plans behind them, and the wheel of facings.

import { patternOf, taskFace } from "../../lib/face";
import { fallOf, formOf, readOr, spans } from "../../lib/forms";
import { assetOf, exposedIn, reachesOf, shares } from "../../lib/groups";
import { after, endFacing, endWays } from "../../lib/reach";
import type { Cell, Piece, Task } from "../../lib/types";
import type { Overlay } from "../../map/overlays";
import { struckBy } from "./areas";
import type { Plotter } from "./plotter.svelte";
import { fitting, pathOption, tail } from "./plotting";
import { plotTexts } from "./plottexts";
import { askOverlays, chipsOf, followOverlays, ghostsOf, orderOverlays, planOverlays, ringOverlays, type Scene } from "./scene";

export class Picture {
  constructor(private readonly plotter: Plotter) {}

  readonly chips = $derived.by(() => chipsOf(this.plotter.face(), this.plotter.match.draft.tasks, (task) => this.plotter.crew.with(task)));
  readonly ghosts = $derived.by<Piece[]>(() =>
    this.plotter.match.view ? ghostsOf(this.plotter.match.view, this.plotter.units, this.plotter.legal, this.plotter.match.draft.tasks) : [],
  );
  /** The facings asked for now, the cell the wheel stands on, and how the unit will face: as the rules leave it. */
  readonly wheel = $derived.by(() => {
    if (!this.plotter.group || !this.plotter.selected) return null;
    const all = fitting(this.plotter.group, this.plotter.task).flatMap((option) => option.facings ?? []);
    if (!all.length) return null;
    const alone = this.plotter.group.options.some((option) => option.facings?.length && !option.cells?.length && !option.path);
    const task = this.plotter.task?.kind === this.plotter.group.kind ? this.plotter.task : null;
    const cell = alone ? this.plotter.place(this.plotter.selected) : (task?.cells?.at(-1) ?? null);
    if (cell === null) return null;
    const driven = this.driven(task);
    const now = task?.facing ?? driven?.facing ?? this.plotter.match.view?.pieces.find((piece) => piece.id === this.plotter.selected)?.facing ?? -1;
    return { cell, facings: driven?.ways ?? [...new Set(all)], now, chosen: task?.facing ?? -1 };
  });
  private readonly scene = $derived.by<Scene | null>(() => {
    const { view } = this.plotter.match;
    if (!view || !this.plotter.ground) return null;
    return {
      ground: this.plotter.ground, view, legal: this.plotter.legal, face: this.plotter.face(), units: this.plotter.units, tasks: this.plotter.match.draft.tasks,
      selected: this.plotter.selected, group: this.plotter.group, lines: this.plotter.lookout.lanes,
      refused: (kind, cell) => this.plotter.conflicts.at(kind, cell, view.pieces) !== null,
    };
  });
  private readonly goals = $derived.by<Overlay[]>(() =>
    this.plotter.far.length && this.plotter.task?.cells?.length ? [{ kind: "cells", cells: this.plotter.far, tone: "good", outline: true }] : [],
  );
  private readonly asks_ = $derived.by(() => (this.scene && !this.plotter.los ? askOverlays(this.scene) : []));
  private readonly given = $derived.by(() => (this.scene ? orderOverlays(this.scene) : []));
  private readonly plans = $derived.by(() => (this.scene ? planOverlays(this.scene, this.plotter.commander.plans) : []));
  private readonly marked = $derived.by<Overlay[]>(() =>
    [...this.plotter.others].map((unit) => this.plotter.place(unit)).filter((cell) => cell !== null).map((cell) => ({ kind: "hex", cell: cell as Cell, tone: "select" })),
  );
  /** Ways and places of units that follow an order for several of them. */
  private readonly following = $derived.by(() => (this.scene ? followOverlays(this.scene, this.plotter.conflicts.follows) : []));
  /** What the chosen task would strike: at the target under the pointer, else at the one chosen, else all it could. */
  private readonly strike = $derived.by<{ cell: Cell; near: number; struck: Map<Cell, number> } | null>(() => {
    const { match, group, task, hover } = this.plotter;
    const area = group && taskFace(this.plotter.face(), group.kind).area;
    if (!group || !area) return null;
    const places = (targets: string[]) => (match.view?.pieces ?? []).filter((piece) => targets.includes(piece.id)).map((piece) => piece.cell);
    const open = places(group.options.flatMap((option) => option.targets ?? []));
    const cell = open.find((one) => one === hover?.cell) ?? places(task?.kind === group.kind ? (task.targets ?? []) : [])[0];
    const struck = struckBy(match.view, area, cell);
    return struck.size ? { cell: cell ?? [...struck.keys()][0]!, near: 0, struck } : null;
  });
  /** Where what is aimed by something off the map may come down: at the hex chosen, or under the pointer. */
  private readonly fall = $derived.by<{ cell: Cell; near: number; struck: Map<Cell, number> } | null>(() => {
    const { match, selected, group, task, hover } = this.plotter;
    const given = task?.kind === group?.kind ? task : null;
    const first = group?.options.find((option) => option.cells?.length)?.choices?.[0] ?? "";
    const face = this.plotter.face();
    const form = formOf(face, group?.kind);
    const planned = form && fallOf(face, form, given?.choice ?? first);
    const pattern = form ? planned?.pattern : (patternOf(face, given?.choice ?? first, group?.kind) ?? face.patterns[assetOf(match.view, selected)?.pattern ?? ""]);
    if (!pattern || !match.plane || !group?.options.some((option) => option.cells?.length)) return this.strike;
    const cell = hover?.cell != null && group.options.some((option) => option.cells?.includes(hover.cell as Cell)) ? hover.cell : given?.cells?.[0];
    const near = taskFace(face, group.kind).near ?? 0;
    return cell === undefined ? null : { cell, near, struck: shares(match.plane, pattern, cell, planned?.facing ?? given?.facing) };
  });
  /** Who stands where it may come down, and which friends are too near. */
  readonly under = $derived.by(() => {
    const { match } = this.plotter;
    const { fall } = this;
    if (!fall || !match.plane) return null;
    const pieces = match.view?.pieces ?? [];
    const inside = pieces.filter((piece) => fall.struck.has(piece.cell));
    const exposed = exposedIn(match.view);
    const own = inside.filter((piece) => piece.side === match.side);
    const near = fall.near === 0 ? [] : pieces.filter((piece) => exposed.includes(piece.id) && piece.side === match.side && match.plane!.distance(piece.cell, fall.cell) <= fall.near);
    return { inside: inside.filter((piece) => piece.side !== match.side), own, near };
  });
  /** What is dragged now, and how far. */
  private readonly dragged = $derived.by<Overlay[]>(() => {
    const { match, group, dragging: { moved, origin } } = this.plotter;
    if (!match.plane) return [];
    const ring: Overlay[] = origin === null ? [] : [{ kind: "ring", cell: origin, tone: "plan" }];
    if (!moved || moved.from === moved.to) return ring;
    const fits = group?.options.some((option) => option.start === moved.from && option.cells?.includes(moved.to));
    const tone = fits ? "plan" : "bad";
    return [
      ...ring, { kind: "path", start: moved.from, cells: [moved.to], tone, faded: true },
      { kind: "text", cell: moved.to, text: plotTexts.by(match.plane.distance(moved.from, moved.to)), tone, rise: -0.6 },
    ];
  });
  /** What is planned in a table: where each of it comes down, and when. */
  private readonly planned = $derived.by<Overlay[]>(() => {
    const { match, planning } = this.plotter;
    const face = this.plotter.face();
    return Object.entries(match.draft.tasks).flatMap(([key, task]): Overlay[] => {
      const form = formOf(face, task.kind);
      const cell = task.cells?.[0];
      if (!form || cell === undefined || !match.plane) return [];
      const fall = fallOf(face, form, task.choice);
      const struck = fall ? [...shares(match.plane, fall.pattern, cell, fall.facing).keys()] : [];
      const first = spans(form, readOr(form, task.choice))[0]?.from;
      return [
        ...(struck.length && key !== planning.row ? [{ kind: "limit" as const, cells: struck, tone: "plan" as const }] : []),
        ...(task.cells ?? []).map((at): Overlay => ({ kind: "text", cell: at, text: [task.unit, first ? plotTexts.turnOf(first) : ""].filter(Boolean).join(" "), tone: "plan", rise: -0.6 })),
      ];
    });
  });
  private readonly aimed = $derived.by<Overlay[]>(() => {
    if (!this.fall) return [];
    const cells = [...this.fall.struck].map(([cell, share]) => ({ cell, share }));
    const friends = new Set([...(this.under?.own ?? []), ...(this.under?.near ?? [])].map((piece) => piece.cell));
    return [{ kind: "shares", cells, tone: "fire" }, ...[...friends].map((cell): Overlay => ({ kind: "hex", cell, tone: "bad" }))];
  });
  /** How far the selected unit fires, and below which distance it does not. */
  private readonly rings = $derived.by<Overlay[]>(() => {
    const { match, selected, kind } = this.plotter;
    const at = selected ? this.plotter.place(selected) : null;
    if (at === null || !match.plane || (kind && !["fire", "opportunity"].includes(taskFace(this.plotter.face(), kind).tone))) return [];
    return ringOverlays(match.plane, reachesOf(match.view, selected), at);
  });
  /** The sectors of the selected unit: its front, the way its gun points; as it will face where it is told to turn. */
  private readonly sectors = $derived.by<Overlay[]>(() => {
    const { match, selected, kind } = this.plotter;
    const piece = match.view?.pieces.find((one) => one.id === selected && one.side === match.side);
    if (!piece || (kind && !["fire", "face", "watch"].includes(taskFace(this.plotter.face(), kind).family))) return [];
    // A task may mean sectors of its own, where it is given; a turn means the unit's.
    const own = (kind && taskFace(this.plotter.face(), kind).arcs) || [];
    const facing = this.plotter.task?.facing ?? (own.length ? -1 : (piece.facing ?? -1));
    if (facing < 0) return [];
    const arcs = own.length ? own : (this.plotter.face().types[piece.type ?? ""]?.arcs ?? []);
    return arcs.map(({ name, left, right, hexes = 3 }) => ({ kind: "wedge", cell: piece.cell, facing, left, right, hexes, name, tone: "opportunity" }));
  });
  /** The sector of the target that the shot looked at comes from. */
  private readonly aspect = $derived.by<Overlay[]>(() => {
    const shown = this.plotter.desk.shown ?? this.plotter.desk.studied;
    const sector = shown?.odds?.sector;
    if (!shown || !sector || shown.odds?.blocked_by) return [];
    return [{ kind: "wedge", cell: shown.cell, facing: sector.facing, left: sector.left, right: sector.right, hexes: 1, name: sector.name, tone: "fire", strong: true }];
  });
  readonly overlays = $derived.by<Overlay[]>(() => [
    ...this.plotter.lookout.shade,
    ...this.sectors,
    ...this.aspect,
    ...this.asks_,
    ...this.rings,
    ...this.goals,
    ...this.plans,
    ...this.given,
    ...this.following,
    ...this.planned,
    ...this.aimed,
    ...this.dragged,
    ...this.plotter.crew.overlays,
    ...this.marked,
    ...this.preview,
    ...this.plotter.lookout.overlays,
  ]);
  /** The way that a click on the hovered cell would give. */
  private readonly preview = $derived.by<Overlay[]>(() => {
    const cell = this.plotter.hover?.cell;
    if (cell == null || !this.plotter.group || !this.plotter.selected || !this.plotter.ground || this.plotter.los) return [];
    // Where the path ends already, another click gives nothing.
    if (this.plotter.task?.kind === this.plotter.group.kind && this.plotter.task.cells?.at(-1) === cell) return [];
    if (this.plotter.routing && (!this.plotter.task?.cells?.length || this.plotter.task.cells.includes(cell))) return [];
    if (!this.plotter.routing && !this.plotter.group.options.some((option) => option.path)) return [];
    const answer = this.plotter.answerAt(this.plotter.group, cell);
    if (!("task" in answer)) return [];
    const domain = this.plotter.group.options.find((option) => option.path)?.path;
    const start = domain && domain.start >= 0 ? domain.start : null;
    return [{ kind: "path", start, cells: answer.task.cells ?? [], tone: "plan", faded: true }];
  });
  /** How a unit faces at the end of its path, and the facings it may choose there, where that follows from its steps. */
  private driven(task: Task | null): { facing: number; ways: number[] | null } | null {
    const domain = this.plotter.ground && this.plotter.group ? pathOption(this.plotter.ground, this.plotter.group, task)?.path : undefined;
    if (!this.plotter.ground || !domain || domain.facing === undefined || !task?.cells?.length) return null;
    const at = after(this.plotter.ground.plane, this.plotter.ground.tables, domain, tail(domain, task.cells));
    if (!at) return null;
    const ways = endWays(this.plotter.ground.tables, domain, at);
    return { facing: endFacing(this.plotter.ground.tables, domain, at), ways: domain.kinds ? (ways.length ? ways : [endFacing(this.plotter.ground.tables, domain, at)]) : null };
  }
}
