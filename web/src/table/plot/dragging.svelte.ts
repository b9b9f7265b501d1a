// What a drag over the map does: it draws a path, or moves something that lies on the map, such as the fire of a battery.

import type { Cell } from "../../lib/types";
import type { Plotter } from "./plotter.svelte";
import { dragPath, movedFrom } from "./plotting";

export class Dragging {
  /** What is dragged now: from its hex, to one of those where it may go. */
  moved = $state.raw<{ from: Cell; to: Cell } | null>(null);

  constructor(private readonly plotter: Plotter) {}

  /** Where what the chosen task moves lies now. */
  readonly origin = $derived.by<Cell | null>(() => this.plotter.group?.options.find((option) => (option.start ?? -1) >= 0)?.start ?? null);

  /** Whether a drag from this cell draws a path, or moves what lies there. */
  drawsFrom(cell: Cell): boolean {
    const { group, kind, legal, los, selected } = this.plotter;
    if (los) return false;
    if (selected && group?.options.some(({ path }) => path && (cell === path.start || path.via?.includes(cell) || path.entries?.includes(cell)))) return true;
    return movedFrom(legal, cell, selected, kind) !== null;
  }

  /** A drag that moves something: shown until it is let go, then ordered, or refused with the reason. */
  private shift(cells: Cell[], done: boolean): boolean {
    const { plotter } = this;
    const [from, to] = [cells[0], cells.at(-1)];
    const found = from === undefined || to === undefined ? null : movedFrom(plotter.legal, from, plotter.selected, plotter.kind);
    if (!found || from === undefined || to === undefined) return false;
    plotter.select(found.unit);
    plotter.kind = found.kind;
    this.moved = done ? null : { from, to };
    const { match } = plotter;
    if (done && to !== from && plotter.group && match.plane) {
      const pieces = match.view?.pieces.filter((piece) => piece.cell === to) ?? [];
      const screen = plotter.hover?.screen ?? { x: 200, y: 60 };
      plotter.apply(plotter.group, { cell: to, world: match.plane.centre(to), screen, piece: pieces.at(-1) ?? null, pieces, shift: false, pick: false });
    }
    return true;
  }

  drag(cells: Cell[], done: boolean): void {
    const { plotter } = this;
    if (!plotter.ground) return;
    const path = plotter.group?.options.some((option) => option.path);
    if (!path && this.shift(cells, done)) return;
    if (!plotter.group || !plotter.selected) return;
    const { task, refusal } = dragPath(plotter.ground, plotter.selected, plotter.group, cells);
    if (task) plotter.commander.forget(task.unit);
    plotter.match.draft.sketch(task && done ? plotter.answers.struck(task) : task, done);
    if (refusal && done) plotter.refuse(refusal);
  }
}
