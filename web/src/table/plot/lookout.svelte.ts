// Lines of sight: what can be seen from a hex, the line and distance between two, and the lanes of orders to fire.

import { ApiError } from "../../lib/api";
import type { Match } from "../../lib/match.svelte";
import type { Cell, Sighting } from "../../lib/types";
import type { Overlay } from "../../map/overlays";

export class Lookout {
  /** Whether the ruler is in hand. */
  on = $state(false);
  from = $state.raw<Cell | null>(null);
  seen = $state.raw<Cell[] | null>(null);
  line = $state.raw<{ from: Cell; to: Cell; found: Sighting } | null>(null);
  /** Cells of the lanes asked for so far, by "from-to". */
  lanes = $state.raw<ReadonlyMap<string, Cell[]>>(new Map());
  private asked = new Set<string>();

  constructor(
    private readonly match: Match,
    private readonly refuse: (why: string) => void,
  ) {}

  readonly overlays = $derived.by<Overlay[]>(() => {
    const { line } = this;
    const { plane } = this.match;
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
  readonly shade = $derived.by<Overlay[]>(() => (this.on && this.seen ? [{ kind: "shade", seen: this.seen }] : []));

  /** Takes the ruler up, at a hex if one is known, or puts it down. */
  toggle(from: Cell | null): void {
    this.on = !this.on;
    this.line = null;
    this.seen = null;
    this.from = null;
    if (this.on && from !== null) void this.lookFrom(from);
  }

  async lookFrom(cell: Cell): Promise<void> {
    this.from = cell;
    this.line = null;
    this.seen = null;
    try {
      const seen = await this.match.calls.seen(cell);
      if (this.from === cell) this.seen = seen;
    } catch (error) {
      if (error instanceof ApiError) this.refuse(error.message);
    }
  }

  /** The line to a hex, as long as `wanted` says that it is still asked for. */
  async lookTo(from: Cell, to: Cell, wanted: () => boolean): Promise<void> {
    try {
      const found = await this.match.calls.los(from, to);
      if (wanted()) this.line = { from, to, found };
    } catch {
      // The line is a help; without it everything else still works.
    }
  }

  /** The cells of a lane, for drawing it. */
  lane(from: Cell, to: Cell): void {
    const key = `${from}-${to}`;
    if (this.asked.has(key) || from === to) return;
    this.asked.add(key);
    this.match.calls.los(from, to).then(
      (found) => {
        if (found.cells) this.lanes = new Map([...this.lanes, [key, found.cells]]);
      },
      () => this.asked.delete(key),
    );
  }
}
