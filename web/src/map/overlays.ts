// What lies on the map besides ground and counters, as data. The table says what, `drawOverlay` knows how.

import type { Cell, Zone } from "../lib/types";
import type { Silhouette } from "./silhouettes";

/** plan: what is being drawn; order: given already; the others say what they mark. */
export type Tone = "plan" | "order" | "reverse" | "overrun" | "fire" | "opportunity" | "target" | "zone" | "good" | "bad" | "warn" | "refused";

export interface ReachCell {
  cell: Cell;
  cost: number;
  /** No path may end here. */
  shut?: boolean;
}

export type Overlay =
  | { kind: "reach"; cells: ReachCell[]; faint?: boolean }
  | { kind: "path"; start: Cell | null; cells: Cell[]; costs?: number[]; tone: Tone; exit?: boolean; faded?: boolean }
  | { kind: "cells"; cells: Cell[]; tone: Tone; outline?: boolean; hatch?: "stripes" | "dots" | "cross" }
  /** How far something reaches. */
  | { kind: "limit"; cells: Cell[]; tone: Tone; broken?: boolean }
  /** A part of the map that the scenario speaks of, in the colour of its side, with its name. */
  | { kind: "area"; zone: Zone["kind"]; cells: Cell[]; colour: string; name: string; at: Cell }
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
  /** Where a unit will be: its silhouette, faintly. */
  | { kind: "ghost"; cell: Cell; facing: number; drawn: Silhouette; colour: string }
  /** How likely each hex is struck, from 0 to 1. */
  | { kind: "shares"; cells: { cell: Cell; share: number }[]; tone: Tone }
  | { kind: "text"; cell: Cell; text: string; tone: Tone; rise?: number }
  | { kind: "shot"; from: Cell; to: Cell; progress: number; tone?: Tone }
  /** Two units that belong together. */
  | { kind: "link"; from: Cell; to: Cell; tone: Tone; broken?: boolean }
  /** A sector around a unit: degrees to the left and the right of its facing. */
  | { kind: "wedge"; cell: Cell; facing: number; left: number; right: number; hexes: number; name: string; tone: Tone; strong?: boolean }
  | { kind: "burst"; cell: Cell; progress: number; tone?: Tone };
