// What a playback puts on a map instead of the view: pieces on their way, shots, floating texts. A MapView that is
// given a stage draws `pieces` and `markers` from it while they are set, and its `overlays` above everything.

import type { Cell, Marker, Piece } from "../lib/types";
import type { Overlay } from "./overlays";

/** A piece that may stand between two cells: `to` with `progress` 0–1. */
export interface StagedPiece extends Piece {
  to?: Cell;
  progress?: number;
  /** 0–1; a piece fades in and out. */
  alpha?: number;
}

export class Stage {
  pieces = $state.raw<StagedPiece[] | null>(null);
  markers = $state.raw<Marker[] | null>(null);
  overlays = $state.raw<Overlay[]>([]);
  /** A cell the map should scroll to when it is out of sight. */
  focus = $state.raw<Cell | null>(null);

  clear(): void {
    this.pieces = null;
    this.markers = null;
    this.overlays = [];
    this.focus = null;
  }
}

/** The stage of the table: Playback writes it, the table's MapView reads it. */
export const stage = new Stage();
