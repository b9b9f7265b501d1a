// What lies on the map besides ground and counters, as data. The table says what, `drawOverlay` knows how.

import type { Cell } from "../lib/types";

/** plan: what is being drawn; order: given already; the others say what they mark. */
export type Tone = "plan" | "order" | "reverse" | "overrun" | "fire" | "opportunity" | "target" | "zone" | "good" | "bad" | "warn";

export interface ReachCell {
  cell: Cell;
  cost: number;
  /** No path may end here. */
  shut?: boolean;
}

export type Overlay =
  | { kind: "reach"; cells: ReachCell[]; faint?: boolean }
  | { kind: "path"; start: Cell | null; cells: Cell[]; costs?: number[]; tone: Tone; exit?: boolean; faded?: boolean }
  | { kind: "cells"; cells: Cell[]; tone: Tone; outline?: boolean }
  | { kind: "shade"; seen: Cell[] }
  | { kind: "lane"; from: Cell; to: Cell; cells?: Cell[]; tone: "fire" | "opportunity"; faded?: boolean }
  | { kind: "ring"; cell: Cell; tone: Tone; faded?: boolean }
  | {
      kind: "los";
      from: Cell;
      to: Cell;
      cells: Cell[];
      clear: boolean;
      blockCell?: Cell | null;
      blockSide?: [Cell, Cell] | null;
    }
  | { kind: "hex"; cell: Cell; tone: Tone | "cursor" | "select" | "hover" }
  | { kind: "text"; cell: Cell; text: string; tone: Tone; rise?: number }
  | { kind: "shot"; from: Cell; to: Cell; progress: number; tone?: Tone }
  | { kind: "burst"; cell: Cell; progress: number; tone?: Tone };
