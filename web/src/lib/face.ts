// A game's face as the server tells it, made ready for looking things up. The client knows no game: what a face does not
// tell is shown by its own word.

import { capital } from "./texts";
import type { Piece, View } from "./types";
import type {
  ChangeFace, EventFace, Face, FieldFace, HexFace, HexsideFace, LineFace, MarkerFace, MarkFace, SideFace, TaskFace, TypeFace,
} from "./wire";

export type { TaskFace } from "./wire";
export type Shape = TypeFace["shape"];
/** A card of /api/games/{game}/units. */
export type UnitData = Record<string, unknown>;
/** A unit of one's own, on the map or not. */
export interface Roster {
  id: string;
  type: string;
  side: string;
  cell: number;
  status: string;
}
export type Group = "hex" | "side" | "line";

export interface GameFace {
  setting: string;
  notes: string[];
  tasks: Record<string, TaskFace>;
  marks: Record<string, MarkFace>;
  choices: Record<string, string>;
  /** Names for units that are no counters (a column, a side's reactions). */
  units: Record<string, string>;
  fields: FieldFace[];
  strengths: string[];
  types: Record<string, TypeFace>;
  hexes: Record<string, HexFace>;
  hexsides: Record<string, HexsideFace>;
  lines: Record<string, LineFace>;
  markers: Record<string, MarkerFace>;
  events: Record<string, EventFace>;
  sides: Record<string, SideFace>;
  /** What would change the odds of a shot, in the order in which it is told. */
  changes: ChangeFace[];
  /** What a hit can do, the least first. */
  outcomes: Record<string, string>;
}

function by<Entry>(entries: Entry[] | undefined, key: (entry: Entry) => string): Record<string, Entry> {
  return Object.fromEntries((entries ?? []).map((entry) => [key(entry), entry]));
}

export function gameFace(told: Face): GameFace {
  const named = (entries: { key: string; name: string }[] = []) => Object.fromEntries(entries.map((one) => [one.key, one.name]));
  return {
    setting: told.setting ?? "",
    notes: told.notes ?? [],
    tasks: by(told.tasks, (one) => one.kind),
    marks: by(told.marks, (one) => one.mark),
    choices: named(told.choices),
    units: named(told.units),
    fields: told.fields ?? [],
    strengths: told.strengths ?? [],
    types: by(told.types, (one) => one.type),
    hexes: by(told.hexes, (one) => one.terrain),
    hexsides: by(told.hexsides, (one) => one.terrain),
    lines: by(told.lines, (one) => one.terrain),
    markers: by(told.markers, (one) => one.kind),
    events: by(told.events, (one) => one.kind),
    sides: by(told.sides, (one) => one.side),
    changes: told.changes ?? [],
    outcomes: named(told.outcomes),
  };
}

export const EMPTY: GameFace = gameFace({});

const plainWords = (word: string) => word.toLowerCase().replace(/_/g, " ");

/** How a kind of task is called, with what is made up for one the face does not know. */
export function taskFace(face: GameFace, kind: string): TaskFace {
  return face.tasks[kind] ?? { kind, name: capital(plainWords(kind)), family: "", chip: kind.slice(0, 3), tone: "plan" };
}

export function choiceName(face: GameFace, choice: string): string {
  return face.choices[choice] ?? capital(choice.replace(/_/g, " "));
}

export function terrainName(face: GameFace, terrain: string, group: Group = "hex"): string {
  const told = { hex: [face.hexes, face.hexsides, face.lines], side: [face.hexsides], line: [face.lines] }[group];
  return told.map((entries) => entries[terrain]).find(Boolean)?.name ?? plainWords(terrain);
}

export function effectOf(face: GameFace, terrain: string, group: Group): string {
  return { hex: face.hexes, side: face.hexsides, line: face.lines }[group][terrain]?.effect ?? "";
}

export function markerName(face: GameFace, kind: string): string {
  return face.markers[kind]?.name ?? kind;
}

export function shapeOf(face: GameFace, type: string): Shape {
  return type ? (face.types[type]?.shape ?? "turreted") : "unknown";
}

export function shortType(face: GameFace, type: string): string {
  return face.types[type]?.short ?? type.slice(0, 9);
}

export function sideTitle(face: GameFace, side: string): string {
  return face.sides[side]?.name ?? capital(side);
}

/** Custom properties with the colours of the first two sides in a page's order, for what is around the map. */
export function sideStyle(colours: Record<string, string>, order: string[]): string {
  return ["first", "second"].flatMap((name, k) => {
    const colour = colours[order[k] ?? ""];
    return colour ? [`--${name}: var(--side-${colour})`, `--${name}-2: var(--side-${colour}-2)`] : [];
  }).join("; ");
}

export function sideColours(face: GameFace): Record<string, string> {
  return Object.fromEntries(Object.values(face.sides).map((side) => [side.side, side.colour]));
}

/** A side's own units, also those that are not on the map, as far as the view tells of them. */
export function roster(view: View): Map<string, Roster> {
  const found = new Map<string, Roster>();
  const all = view["own"] ?? view["units"];
  if (Array.isArray(all)) {
    for (const unit of all as Partial<Roster>[]) {
      if (typeof unit?.id !== "string" || (unit.side !== undefined && unit.side !== view.side)) continue;
      found.set(unit.id, {
        id: unit.id, type: unit.type ?? "", side: unit.side ?? view.side ?? "", cell: unit.cell ?? -1,
        status: unit.status ?? "",
      });
    }
  }
  for (const piece of view.pieces) {
    if (piece.side === view.side && !found.has(piece.id)) found.set(piece.id, fromPiece(piece));
  }
  return found;
}

function fromPiece(piece: Piece): Roster {
  return { id: piece.id, type: piece.type ?? "", side: piece.side, cell: piece.cell, status: "" };
}

/** Marks of a piece without those that are tasks: an order has its own chip. */
export function stateMarks(face: GameFace, piece: Piece): string[] {
  return (piece.marks ?? []).filter((mark) => mark !== HIDDEN_ORDER && (!(mark in face.tasks) || mark in face.marks));
}

/** An order or command that the viewer knows to be there and no more. */
const HIDDEN_ORDER = "?";

/** The order that a piece's marks tell of: a kind of task, "?" for one that is face down, or none. */
export function markedOrder(face: GameFace, piece: Piece): string | null {
  return (piece.marks ?? []).find((mark) => mark === HIDDEN_ORDER || (mark in face.tasks && !(mark in face.marks))) ?? null;
}
