// The way of a column across the map, drawn before the game: an entry hex, then the cheapest ways from click to click.

import type { Plane } from "../../lib/hexgeo";
import { reach, wayTo } from "../../lib/reach";
import { texts } from "../../lib/texts";
import type { Cell, CostTables, PathDomain, Task } from "../../lib/types";
import type { Answer, Ground, Group } from "./plotting";

const ROUTE = "route";
const FAR = 100_000;
const WHOLE = 1000;
/** What a step that takes a whole turn counts for: dear, but a column has many turns. */
const TURN = 12;

const made = new WeakMap<CostTables, Map<string, CostTables>>();

/** The cost tables with one for columns, in which a step that takes the whole allowance has a price. */
function routeTables(tables: CostTables, table: string): CostTables {
  const known = made.get(tables) ?? new Map<string, CostTables>();
  made.set(tables, known);
  let found = known.get(table);
  if (!found) {
    found = { [ROUTE]: (tables[table] ?? []).map((row) => row.map((cost) => (cost >= WHOLE ? TURN : cost))) };
    known.set(table, found);
  }
  return found;
}

/** The cheapest way between two cells, without the first, or null when there is none; round what is shunned if it can be. */
export function cheapest(ground: Ground, table: string, from: Cell, to: Cell): Cell[] | null {
  const shunned = (ground.shunned?.[table] ?? []).filter((cell) => cell !== to);
  for (const barred of shunned.length ? [shunned, []] : [[]]) {
    const domain: PathDomain = { start: from, allowance: FAR, table: ROUTE, barred };
    const found = reach(ground.plane, routeTables(ground.tables, table), domain);
    if (found.has(to)) return wayTo(found, to);
  }
  return null;
}

/** A click while a route is drawn: a new entry, back to a cell of the way, or on to another. */
export function clickRoute(ground: Ground, unit: string, group: Group, task: Task | null, cell: Cell, table: string): Answer {
  const entries = group.options.flatMap((option) => option.cells ?? []);
  const drawn = task?.kind === group.kind ? (task.cells ?? []) : [];
  const give = (cells: Cell[]): Answer => ({ task: { unit, kind: group.kind, cells } });
  const at = drawn.indexOf(cell);
  if (at >= 0) return give(drawn.slice(0, at + 1));
  if (entries.includes(cell)) return give([cell]);
  const last = drawn.at(-1);
  if (last === undefined) return { refusal: { why: texts.refuse.noTarget(ground.plane.label(cell)), rule: group.rule } };
  const way = cheapest(ground, table, last, cell);
  if (!way) return { refusal: { why: texts.refuse.noWay(ground.plane.label(cell)), rule: group.rule } };
  return give([...drawn, ...way]);
}

/** The cells of the map's edge that lies opposite the entries: where the way must lead. */
export function farEdge(plane: Plane, group: Group): Cell[] {
  const middle = (cells: Cell[]) => {
    const points = cells.map((cell) => plane.centre(cell));
    return { x: points.reduce((sum, p) => sum + p.x, 0) / points.length, y: points.reduce((sum, p) => sum + p.y, 0) / points.length };
  };
  const entries = group.options.flatMap((option) => option.cells ?? []);
  if (!entries.length) return [];
  const here = middle(entries);
  const own = Object.values(plane.board.edges).find((cells) => entries.every((cell) => cells.includes(cell)));
  // Opposite edges share no cell (but for the corners' neighbours), and lie the map's whole width or height apart.
  const others = Object.values(plane.board.edges).filter((cells) => cells !== own && cells.length > 0 && !cells.some((cell) => entries.includes(cell)));
  const away = (cells: Cell[]) => Math.hypot(middle(cells).x - here.x, middle(cells).y - here.y);
  return others.sort((a, b) => away(b) - away(a))[0] ?? [];
}
