// What is asked of the server about the hex under the pointer: the line to it, and what would come of the chosen task there.

import { taskFace } from "../../lib/face";
import type { Cell, Piece } from "../../lib/types";
import type { Hit } from "../../map/hit";
import type { Plotter } from "./plotter.svelte";
import { judgedStop } from "./stops";

/** Milliseconds on a hex before anything is asked about it; with the ruler in hand less. */
const PAUSE = 110;
const RULED = 40;

export class Pointing {
  private timer = 0;

  constructor(private readonly plotter: Plotter) {}

  /** The pointer is here now. */
  at(hit: Hit | null): void {
    const { plotter } = this;
    const before = plotter.hover?.cell ?? null;
    plotter.hover = hit;
    const cell = hit?.cell ?? null;
    if (cell === before) return;
    clearTimeout(this.timer);
    plotter.desk.clear();
    if (!plotter.los) plotter.lookout.line = null;
    if (cell === null) return;
    this.timer = window.setTimeout(() => void this.ask(cell), plotter.los ? RULED : PAUSE);
  }

  async ask(cell: Cell): Promise<void> {
    const { plotter } = this;
    const { group, selected: unit } = plotter;
    const from = plotter.los ? plotter.lookout.from : unit ? plotter.place(unit) : null;
    if (from === null || from === cell) return;
    const here = () => plotter.hover?.cell === cell;
    const told = taskFace(plotter.face(), plotter.kind ?? "");
    const fires = group?.options.some((option) => option.cells?.includes(cell)) && ["fire", "opportunity"].includes(told.tone);
    const foes = (plotter.match.view?.pieces ?? []).filter((piece) => piece.cell === cell && piece.side !== plotter.match.side);
    // Whoever drives through an enemy does not fire along a line.
    const drives = group?.options.some((option) => option.path?.through?.length);
    if (plotter.los || fires || (foes.length && !drives)) await plotter.lookout.lookTo(from, cell, here);
    if (plotter.los || !foes.length || !unit || !here()) return;
    const wanted = () => here() && plotter.selected === unit;
    const kind = plotter.kind ?? "";
    const way = this.errandAt(cell, foes);
    if (way) return plotter.desk.show(unit, way.foe, wanted, kind, way.word, way.cells);
    // The chances of a task's own kind may hang on what is chosen for it.
    const choice = plotter.task?.kind === plotter.kind && told.judged ? plotter.task?.choice : "";
    await plotter.desk.show(unit, foes[foes.length - 1]!, wanted, kind, choice);
  }

  /** What the selected unit could do to one of the enemies in a hex on its way, with the path that leads there. */
  private errandAt(cell: Cell, foes: Piece[]): { foe: Piece; word: string; cells: Cell[] } | null {
    const { plotter } = this;
    const found = judgedStop(plotter.face(), plotter.stops, foes.map((piece) => piece.id));
    const foe = found && foes.find((piece) => piece.id === found.unit);
    if (!found || !foe || !plotter.group) return null;
    const drawn = plotter.task?.kind === plotter.kind && plotter.task?.cells?.includes(cell) ? plotter.task : null;
    const answer = drawn ? { task: drawn } : plotter.answerAt(plotter.group, cell);
    return { foe, word: found.word, cells: "task" in answer ? (answer.task.cells ?? []) : [] };
  }
}
