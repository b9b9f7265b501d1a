// A small board for tests, laid out as the server lays out its own.
import { Plane } from "../src/lib/hexgeo";
import type { Board, BoardCell, Cell, CostTables } from "../src/lib/types";

export function board(columns = 8, rows = 6, change: Partial<Board> = {}): Board {
  const stride = 40;
  const cells: BoardCell[] = [];
  for (let column = 1; column <= columns; column++) {
    for (let row = 1; row <= rows; row++) {
      const q = column;
      const r = row - Math.floor((column - 1) / 2) + 10;
      const label = String(column).padStart(2, "0") + String(row).padStart(2, "0");
      cells.push({ cell: q * stride + r, label, column, row, q, r, terrain: "clear", elevation: 0 });
    }
  }
  return {
    name: "small", title: "Small", columns, rows, first_row: 1, high_columns: "odd", stride, size: stride * (columns + 2),
    offsets: [-1, stride - 1, stride, 1, 1 - stride, -stride], meta: {}, cells, hexsides: [], lines: {}, edges: {}, regions: {},
    names: [], ...change,
  };
}

export function plain(change: Partial<Board> = {}): Plane {
  return new Plane(board(8, 6, change));
}

export function at(plane: Plane, label: string): Cell {
  const cell = plane.byLabel.get(label);
  if (cell === undefined) throw new Error(`no hex ${label}`);
  return cell;
}

/** Every step costs 1, but into the cells named. */
export function costs(plane: Plane, dear: Record<string, number> = {}): CostTables {
  const table: number[][] = Array.from({ length: plane.board.size }, () => []);
  for (const { cell } of plane.board.cells) {
    table[cell] = plane.board.offsets.map((_, direction) => {
      const ahead = plane.neighbour(cell, direction);
      return ahead === null ? 0 : (dear[plane.label(ahead)] ?? 1);
    });
  }
  return { vehicle: table };
}
