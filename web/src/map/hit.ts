// What a pointer (or the hex cursor) points at.

import type { Point } from "../lib/hexgeo";
import type { Cell, Piece } from "../lib/types";

export interface Hit {
  cell: Cell | null;
  world: Point;
  /** CSS pixels within the map's frame. */
  screen: Point;
  piece: Piece | null;
  pieces: Piece[];
  shift: boolean;
  /** Ctrl, Alt or the command key: to pick up what stands there. */
  pick: boolean;
  /** A finger, which cannot hover. */
  touch?: boolean;
}
