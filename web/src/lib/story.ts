// A log as people read it: one line for a unit's move or for a shot with what it did, to be filtered and found again on
// the map. Pure, so that it can be tested.

import type { Plane } from "./hexgeo";
import { cellOf, unitsOf } from "./playback";
import type { Cell, GameEvent, Piece, Side, Verb } from "./types";

export const LINE_KINDS = ["moves", "shots", "losses", "sightings", "other"] as const;
export type LineKind = (typeof LINE_KINDS)[number];

const KINDS: Record<Verb, LineKind> = {
  move: "moves", leave: "moves", turn: "moves", shot: "shots", aim: "shots", crush: "shots", land: "shots", kill: "losses", crash: "losses", hurt: "losses",
  show: "sightings", appear: "sightings", tell: "sightings", panic: "other", note: "other",
};
/** Events that one line tells of a unit. */
const MOVING: ReadonlySet<Verb> = new Set(["move", "turn", "leave"]);
/** What may happen between two steps of a move without ending its line. */
const ASIDE: ReadonlySet<Verb> = new Set(["note", "tell", "move", "turn", "leave"]);
/** What a shot does to its target. */
const EFFECTS: ReadonlySet<Verb> = new Set(["kill", "hurt"]);

export interface Line {
  /** The number of its first event. */
  key: number;
  form: "move" | "shot" | "plain";
  turn: number;
  events: GameEvent[];
}

/** Every unit that an event names: who acts, at whom, and under which number it was known. */
export function namesOf(event: GameEvent): string[] {
  const { target, counter } = event.data ?? {};
  return [...unitsOf(event), ...[target, counter].filter((name): name is string => typeof name === "string")];
}

const formOf = (verb: Verb): Line["form"] => (MOVING.has(verb) ? "move" : verb === "shot" || verb === "aim" ? "shot" : "plain");
const targetOf = (event: GameEvent) => event.data?.["target"];
/** Who attacks together in a combat that either side may lose. */
const partyOf = (event: GameEvent) => String(event.data?.["attackers"] ?? "").split(" ");

/** The lines of a log, in the order in which they begin. */
export function linesOf(events: GameEvent[]): Line[] {
  const lines: Line[] = [];
  /** The moves that still go on, by unit. */
  const moves = new Map<string, Line>();
  let last: GameEvent | undefined;
  /** The line of the shot whose effects are being told. */
  let shot: Line | undefined;
  for (const event of events) {
    if (last && (last.turn !== event.turn || last.step !== event.step || !ASIDE.has(event.verb))) moves.clear();
    last = event;
    const known = joinedBy(event, lines, moves, shot);
    const line: Line = known ?? { key: event.n, form: formOf(event.verb), turn: event.turn, events: [] };
    line.events.push(event);
    if (!EFFECTS.has(event.verb)) shot = event.verb === "shot" ? line : undefined;
    if (known) continue;
    lines.push(line);
    const unit = unitsOf(event)[0];
    if (line.form === "move" && unit) moves.set(unit, line);
  }
  return lines;
}

/** The line that an event goes on with, if there is one. */
function joinedBy(event: GameEvent, lines: Line[], moves: Map<string, Line>, shot: Line | undefined): Line | undefined {
  if (MOVING.has(event.verb)) return moves.get(unitsOf(event)[0] ?? "");
  const before = lines[lines.length - 1];
  if (!before || before.turn !== event.turn) return undefined;
  if (event.verb === "shot") {
    // A shot that was announced: the announcements of a volley come first, then its shots.
    const announced = (line: Line) =>
      line.form === "shot" && line.events.length === 1 && line.events[0]?.verb === "aim" && targetOf(line.events[0]) === targetOf(event) &&
      unitsOf(line.events[0])[0] === unitsOf(event)[0];
    return lines.slice(-12).findLast((line) => line.turn === event.turn && announced(line));
  }
  if (EFFECTS.has(event.verb)) {
    const hit = unitsOf(event)[0];
    return hit && shot?.events.some((one) => one.verb === "shot" && (targetOf(one) === hit || partyOf(one).includes(hit))) ? shot : undefined;
  }
  // The same sentence again, such as another chance let go by.
  const same = event.verb === "note" && before.form === "plain" && before.events[0]?.text === event.text;
  return same ? before : undefined;
}

/** What led to a question: the last events of the step in which it is asked. */
export function justNow(log: GameEvent[], most = 3): GameEvent[] {
  const last = log[log.length - 1];
  return last ? log.slice(-most).filter((event) => event.turn === last.turn && event.step === last.step) : [];
}

/** Where each event happened, by its number: the hex it names, or where its target or unit was last known to be. */
export function placesIn(plane: Plane, events: GameEvent[], pieces: Piece[] = []): Map<number, Cell> {
  const at = new Map<string, Cell>();
  const found = new Map<number, Cell>();
  const standing = (name: unknown) => at.get(String(name)) ?? pieces.find((piece) => piece.id === name)?.cell;
  for (const event of events) {
    const { hex, at: aimed, target, counter } = event.data ?? {};
    const units = unitsOf(event);
    const here = cellOf(plane, hex) ?? cellOf(plane, aimed);
    if (event.verb === "show" && typeof counter === "string" && at.has(counter)) {
      for (const unit of units) at.set(unit, at.get(counter) as Cell);
    }
    const cell = here ?? standing(target) ?? standing(counter) ?? units.map(standing).find((one) => one !== undefined);
    if (cell !== undefined) found.set(event.n, cell);
    if (cellOf(plane, hex) !== null && ["move", "appear", "show"].includes(event.verb)) {
      for (const unit of units) at.set(unit, here as Cell);
    }
  }
  return found;
}

/** Where a line leads on the map: where its last event with a place happened. */
export function placeOf(line: Line, places: Map<number, Cell>): Cell | null {
  const cells = line.events.map((event) => places.get(event.n)).filter((cell): cell is Cell => cell !== undefined);
  return cells[cells.length - 1] ?? null;
}

export interface Wanted {
  kind: LineKind | "";
  side: Side;
  unit: string;
  cell: Cell | null;
}
export const EVERYTHING: Wanted = { kind: "", side: "", unit: "", cell: null };

/** Whether a line passes a filter; empty wishes let everything through. */
export function passes(line: Line, wanted: Wanted, places: Map<number, Cell>): boolean {
  const { events } = line;
  if (wanted.kind && !events.some((event) => KINDS[event.verb] === wanted.kind)) return false;
  if (wanted.side && !events.some((event) => event.side === wanted.side)) return false;
  if (wanted.unit && !events.some((event) => namesOf(event).includes(wanted.unit))) return false;
  return wanted.cell === null || events.some((event) => places.get(event.n) === wanted.cell);
}

/** The units that a log tells of, for its filter: in the order of their letters and numbers. */
export function unitsIn(events: GameEvent[]): string[] {
  const names = new Set(events.flatMap((event) => (event.verb === "note" ? [] : namesOf(event))));
  return [...names].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}
