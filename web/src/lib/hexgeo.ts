// Where hexes lie on the drawing: flat-topped hexes in world units, with the corner at distance SIZE from the centre.

import type { Board, BoardCell, Cell } from "./types";

export const SIZE = 20;
export const HEIGHT = Math.sqrt(3) * SIZE;

export interface Point {
  x: number;
  y: number;
}

/** Corners of a flat-topped hex from its centre, clockwise from the right one. */
export const CORNERS: Point[] = [0, 1, 2, 3, 4, 5].map((k) => ({
  x: SIZE * Math.cos((Math.PI / 3) * k),
  y: SIZE * Math.sin((Math.PI / 3) * k),
}));

/** The two corners of side 0–5 (N NE SE S SW NW), in clockwise order. */
export const SIDE_CORNERS: [number, number][] = [[4, 5], [5, 0], [0, 1], [1, 2], [2, 3], [3, 4]];

/** Unit vectors of the six directions. */
export const DIRECTIONS: Point[] = [0, 1, 2, 3, 4, 5].map((k) => ({
  x: Math.sin((Math.PI / 3) * k),
  y: -Math.cos((Math.PI / 3) * k),
}));

/** A board with what drawing needs looked up: centres by cell and cells by place. */
export class Plane {
  readonly byCell = new Map<Cell, BoardCell>();
  readonly byLabel = new Map<string, Cell>();
  readonly centres = new Map<Cell, Point>();
  readonly width: number;
  readonly height: number;
  /** Whether hexes differ in elevation: where they do not, nobody needs to be told of it. */
  readonly levels: boolean;
  private readonly byPlace = new Map<number, Cell>();

  constructor(readonly board: Board) {
    const first = board.first_row ?? 1;
    for (const entry of board.cells) {
      const low = (entry.column % 2 === 1) !== (board.high_columns === "odd");
      this.byCell.set(entry.cell, entry);
      this.byLabel.set(entry.label, entry.cell);
      this.centres.set(entry.cell, {
        x: SIZE * (1.5 * (entry.column - 1) + 1),
        y: HEIGHT * (entry.row - first + 0.5 + (low ? 0.5 : 0)),
      });
      this.byPlace.set(entry.column * 1000 + entry.row, entry.cell);
    }
    this.width = SIZE * (1.5 * board.columns + 0.5);
    this.height = HEIGHT * (board.rows + 0.5);
    this.levels = board.cells.some((entry) => entry.elevation !== board.cells[0]?.elevation);
  }

  centre(cell: Cell): Point {
    return this.centres.get(cell) ?? { x: 0, y: 0 };
  }

  label(cell: Cell): string {
    return this.byCell.get(cell)?.label ?? "";
  }

  has(cell: Cell): boolean {
    return this.byCell.has(cell);
  }

  neighbour(cell: Cell, direction: number): Cell | null {
    const ahead = cell + (this.board.offsets[direction] ?? 0);
    return this.byCell.has(ahead) ? ahead : null;
  }

  directionTo(a: Cell, b: Cell): number {
    return this.board.offsets.indexOf(b - a);
  }

  distance(a: Cell, b: Cell): number {
    const one = this.byCell.get(a);
    const two = this.byCell.get(b);
    if (!one || !two) return Infinity;
    const dq = one.q - two.q;
    const dr = one.r - two.r;
    return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
  }

  /** The cell under a point of the drawing, or null beside the map: the nearest centre of the few candidates. */
  cellAt(x: number, y: number): Cell | null {
    const column = Math.round((x / SIZE - 1) / 1.5) + 1;
    const row = Math.round(y / HEIGHT);
    let best: Cell | null = null;
    let least = SIZE * SIZE;
    for (let c = column - 1; c <= column + 1; c++) {
      for (let r = row - 1; r <= row + 2; r++) {
        const cell = this.byPlace.get(c * 1000 + r);
        if (cell === undefined) continue;
        const at = this.centre(cell);
        const away = (at.x - x) ** 2 + (at.y - y) ** 2;
        if (away < least) {
          least = away;
          best = cell;
        }
      }
    }
    return best;
  }

  /** The direction (0–5) in which a point lies from the centre of a cell. */
  directionAt(cell: Cell, x: number, y: number): number {
    const at = this.centre(cell);
    const angle = Math.atan2(x - at.x, -(y - at.y));
    return ((Math.round(angle / (Math.PI / 3)) % 6) + 6) % 6;
  }
}

/** Adds the outline of a hex to the current path of a canvas. */
export function hexPath(context: CanvasRenderingContext2D, at: Point, scale = 1): void {
  CORNERS.forEach((corner, index) => {
    const x = at.x + corner.x * scale;
    const y = at.y + corner.y * scale;
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.closePath();
}
