// A game's face as the server tells it, made ready for looking things up. The client knows no game: what a face does not
// tell is shown by its own word.

import { groupOf } from "./groups";
import { capital, texts } from "./texts";
import type { Piece, Scenario, View } from "./types";
import type {
  AreaFace, ChangeFace, EventFace, Face, FieldFace, HexFace, HexsideFace, LineFace, MarkerFace, MarkFace, PatternFace, SideFace, TaskFace, TypeFace,
} from "./wire";

export type { TaskFace } from "./wire";
/** A card of /api/games/{game}/units. */
export type UnitData = Record<string, unknown>;
/** A unit of one's own, on the map or not. */
export interface Roster {
  id: string;
  type: string;
  side: string;
  cell: number;
  status: string;
  /** What is to be known of it besides, in words: when it enters, who carries it. */
  note: string;
  /** What it belongs to: the group that the view tells of, else the units of its type. */
  formation: string;
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
  /** The outcomes by which a unit is lost. */
  kills: string[];
  /** How many of the cost tables' units make one point. */
  ticks: number;
  /** Whether all moves of a plot run on one clock. */
  clock: boolean;
  /** Whether the game goes on by itself with what was ordered after an interruption. */
  keeps: boolean;
  /** How the six directions are called on this map, from its top clockwise. */
  directions: string[];
  /** Areas in which units have an effect: zones of control, patterns of shells. */
  areas: Record<string, AreaFace>;
  /** How what is aimed at a hex comes down. */
  patterns: Record<string, PatternFace>;
  /** Of a choice: the pattern in which what is chosen comes down. */
  shapes: Record<string, string>;
  /** The choices whose odds can be asked for. */
  prospects: ReadonlySet<string>;
  /** What the chances of a shot are called. */
  figures: Record<string, string>;
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
    shapes: Object.fromEntries((told.choices ?? []).flatMap((one) => (one.pattern ? [[one.key, one.pattern]] : []))),
    prospects: new Set((told.choices ?? []).flatMap((one) => (one.judged ? [one.key] : []))),
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
    kills: told.kills ?? [],
    ticks: told.ticks ?? 1,
    clock: told.clock ?? false,
    keeps: told.keeps ?? false,
    directions: told.directions?.length ? told.directions : texts.directions,
    areas: by(told.areas, (one) => one.kind),
    patterns: by(told.patterns, (one) => one.key),
    figures: named(told.figures),
  };
}

export const EMPTY: GameFace = gameFace({});

const plainWords = (word: string) => word.toLowerCase().replace(/_/g, " ");

/** How a kind of task is called, with what is made up for one the face does not know. */
export function taskFace(face: GameFace, kind: string): TaskFace {
  return face.tasks[kind] ?? { kind, name: capital(plainWords(kind)), family: "", chip: kind.slice(0, 3), tone: "plan" };
}

/** How an answer is called, in a task of this kind. */
export function choiceName(face: GameFace, choice: string, kind = ""): string {
  const { joined } = taskFace(face, kind);
  if (joined && choice.includes(joined)) return chosenOf(face, kind, choice).map((one) => choiceName(face, one, kind)).join(", ");
  return face.choices[`${kind} ${choice}`] ?? face.choices[choice] ?? formed(face, choice)?.name ?? capital(choice.replace(/_/g, " "));
}

/** Whether the odds of a choice can be asked for. */
export const judgedChoice = (face: GameFace, choice: string): boolean => face.prospects.has(choice) || face.prospects.has(formed(face, choice)?.key ?? "");

/** The pattern in which what is chosen comes down, where the face tells one. */
export function patternOf(face: GameFace, choice: string, kind = ""): PatternFace | undefined {
  const key = [`${kind} ${choice}`, choice].find((one) => face.choices[one] !== undefined) ?? formed(face, choice)?.key ?? "";
  return face.patterns[face.shapes[key] ?? ""];
}

const HOLE = /\{(\w+)\}/g;

/** The name of a choice by the form that it has: the words in braces are said again. */
function formed(face: GameFace, choice: string): { key: string; name: string } | null {
  for (const [key, name] of Object.entries(face.choices)) {
    if (!key.includes("{")) continue;
    const words = [...key.matchAll(HOLE)].map((one) => one[1] ?? "");
    const form = key.split(HOLE).map((part, k) => (k % 2 ? "([^@>]+)" : part.replace(/[.*+?^$()|[\]\\]/g, "\\$&"))).join("");
    const found = new RegExp(`^${form}$`).exec(choice);
    if (found) return { key, name: name.replace(HOLE, (_, word: string) => found[words.indexOf(word) + 1] ?? "") };
  }
  return null;
}

/** The choices that a task holds, where it may hold several. */
export function chosenOf(face: GameFace, kind: string, choice: string | undefined): string[] {
  const { joined } = taskFace(face, kind);
  return !choice ? [] : joined ? choice.split(joined) : [choice];
}

/** How many hexes a kind of task names, where it names several; null where it names one. */
export function severalIn(face: GameFace, kind: string): { most: number; stacks?: boolean } | null {
  const { most, stacks } = taskFace(face, kind);
  return most ? { most, stacks } : null;
}

/** The name of a value on a unit's card. */
export function fieldName(face: GameFace, key: string): string {
  return face.fields.find((field) => field.key === key)?.label ?? capital(plainWords(key));
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

export function shortType(face: GameFace, type: string): string {
  return face.types[type]?.short || type.slice(0, 9);
}

export function sideTitle(face: GameFace, side: string): string {
  return face.sides[side]?.name ?? capital(side);
}

/** What a side looks like everywhere: a colour of the palette, and corners for whoever sees no colour. */
export interface SideLook {
  colour: SideFace["colour"];
  frame: NonNullable<SideFace["frame"]>;
}

const NEUTRAL: SideLook = { colour: "grey", frame: "round" };

/** The look of a side as the game's face gives it; of none, a neutral one. */
export function sideLook(face: GameFace, side: string): SideLook {
  const told = face.sides[side];
  return told ? { colour: told.colour, frame: told.frame ?? "round" } : NEUTRAL;
}

/** The same from the catalogue, before a face is there. */
export function scenarioLook(scenario: Pick<Scenario, "colours" | "frames">, side: string): SideLook {
  const colour = scenario.colours[side];
  return colour ? { colour, frame: scenario.frames[side] ?? "round" } : NEUTRAL;
}

/** Custom properties for what belongs to a side: its colour, a wash of it, and the kind of line that tells it apart. */
export function sideVars({ colour, frame }: SideLook): string {
  const line = frame === "cut" ? "double" : "solid";
  return `--own: var(--side-${colour}); --own-2: var(--side-${colour}-2); --own-line: ${line}`;
}

/** A side's own units, also those that are not on the map, as far as the view tells of them. */
export function roster(view: View): Map<string, Roster> {
  const found = new Map<string, Roster>();
  const all = view["own"] ?? view["units"];
  const notes = (view["notes"] ?? {}) as Record<string, string>;
  if (Array.isArray(all)) {
    for (const unit of all as Partial<Roster>[]) {
      if (typeof unit?.id !== "string" || (unit.side !== undefined && unit.side !== view.side)) continue;
      found.set(unit.id, {
        id: unit.id, type: unit.type ?? "", side: unit.side ?? view.side ?? "", cell: unit.cell ?? -1,
        status: unit.status ?? "", note: notes[unit.id] ?? "", formation: groupOf(view, unit.id)?.name ?? formationOf(unit as Record<string, unknown>),
      });
    }
  }
  for (const piece of view.pieces) {
    if (piece.side === view.side && !found.has(piece.id)) found.set(piece.id, fromPiece(piece));
  }
  return found;
}

function fromPiece(piece: Piece): Roster {
  return { id: piece.id, type: piece.type ?? "", side: piece.side, cell: piece.cell, status: "", note: "", formation: piece.type ?? "" };
}

function formationOf(unit: Record<string, unknown>): string {
  const group = unit["formation"] ?? unit["group"];
  return typeof group === "string" || typeof group === "number" ? `group ${group}` : String(unit["type"] ?? "");
}

/** Marks of a piece without those that are tasks: an order has its own chip. */
export function stateMarks(face: GameFace, piece: Piece): string[] {
  return (piece.marks ?? []).filter((mark) => mark !== HIDDEN_ORDER && (!(mark in face.tasks) || mark in face.marks));
}

/** A mark in a word or two: what its name says before it explains. */
export function shortMark(face: GameFace, mark: string): string {
  return (face.marks[mark]?.name ?? mark).split(":")[0] ?? mark;
}

/** An order or command that the viewer knows to be there and no more. */
const HIDDEN_ORDER = "?";

/** The order that a piece's marks tell of: a kind of task, "?" for one that is face down, or none. */
export function markedOrder(face: GameFace, piece: Piece): string | null {
  return (piece.marks ?? []).find((mark) => mark === HIDDEN_ORDER || (mark in face.tasks && !(mark in face.marks))) ?? null;
}
