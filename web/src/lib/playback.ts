// A turn as a film: events become beats, and a beat changes the pieces on the stage. Pure, so that it can be tested.

import type { Plane } from "./hexgeo";
import type { GameFace } from "./face";
import { shares } from "./groups";
import type { Cell, GameEvent, Marker, Piece, Verb } from "./types";

const SECONDS: Record<Verb, number> = {
  move: 0.24, leave: 0.3, shot: 0.75, aim: 0.35, kill: 0.7, hurt: 0.5, show: 0.35, tell: 0.2, appear: 0.35, turn: 0.15,
  crush: 0.6, panic: 0.4, land: 0.9, crash: 1.2, note: 0.25,
};
const LONGEST = 20;
/** Seconds that a turn takes at most in which nobody fires and nothing is lost, and those that each part of it may take. */
export const QUIET = 3;
export const LEAST = 0.4;

/** One moment: events that happen together, with how long they take. */
export interface Beat {
  events: GameEvent[];
  verb: Verb;
  seconds: number;
}

const LOUD: ReadonlySet<Verb> = new Set(["shot", "aim", "kill", "hurt", "show", "appear", "crush", "panic", "land", "crash"]);
/** Whether nothing happens but what both sides do in peace. */
export const quiet = (events: GameEvent[]): boolean => !events.some((event) => LOUD.has(event.verb));

/** Verbs that several events in a row share one moment of. */
const JOINED: ReadonlySet<Verb> = new Set(["tell", "appear", "panic"]);

/** Whether an event is only read out, but tells why something happened and where. */
export const reasoned = (event: GameEvent): boolean => event.verb === "note" && event.data?.["hex"] !== undefined && (event.data["why"] ?? event.data["how"]) !== undefined;

/** How much longer than usual a beat is shown: a reason has to be read, so have a fight with numbers of both sides and the rolls
 * for all who are shelled at once, and many movers have to be followed. */
function weight(beat: Beat, face?: GameFace): number {
  if (beat.events.some(reasoned)) return 4.5;
  if (beat.verb === "shot" && beat.events.some((event) => face?.events[event.kind]?.heading)) return 2.5;
  if (beat.verb === "tell" && beat.events.some((event) => face?.events[event.kind]?.text)) return 4;
  return beat.verb === "move" ? 1 + Math.min(4, beat.events.length - 1) * 0.2 : 1;
}

/** The beats of a turn; moves at the same point go together, and a long turn is shown faster. */
export function beats(events: GameEvent[], face?: GameFace, most = LONGEST): Beat[] {
  const found: Beat[] = [];
  for (const event of events) {
    const { verb } = event;
    const last = found[found.length - 1];
    const point = event.data?.["point"];
    const same = last && verb === last.verb && last.events[0]?.turn === event.turn && last.events[0]?.step === event.step;
    if (same && (JOINED.has(verb) || (verb === "move" && point !== undefined && last.events[0]?.data?.["point"] === point))) {
      last.events.push(event);
    } else {
      found.push({ events: [event], verb, seconds: SECONDS[verb] });
    }
  }
  for (const beat of found) beat.seconds *= weight(beat, face);
  const total = found.reduce((sum, beat) => sum + beat.seconds, 0);
  const scale = total > most ? most / total : 1;
  return found.map((beat) => ({ ...beat, seconds: beat.seconds * scale }));
}

/** The units an event names; several may fire together. */
export function unitsOf(event: GameEvent): string[] {
  const unit = event.data?.["unit"];
  return typeof unit === "string" ? unit.split(" ") : [];
}

/** Where an event happens, by label or by the units it names. */
export function placesOf(plane: Plane, pieces: Piece[], event: GameEvent): { from: Cell[]; at: Cell | null } {
  const where = (name: unknown): Cell | null => pieces.find((piece) => piece.id === name)?.cell ?? null;
  // What is told of the unit that is hit names who fires besides.
  const acting = event.verb === "shot" && typeof event.data?.["by"] === "string" ? event.data["by"].split(" ") : unitsOf(event);
  const from = acting.map(where).filter((cell): cell is Cell => cell !== null);
  const { hex, at, target, counter } = event.data ?? {};
  return { from, at: cellOf(plane, hex) ?? cellOf(plane, at) ?? where(target) ?? where(counter) };
}

/** The number of the roll an event tells of. */
export function rollOf(event: GameEvent): string {
  const { die, roll } = event.data ?? {};
  return String(die ?? roll ?? "");
}

export function cellOf(plane: Plane, label: unknown): Cell | null {
  return typeof label === "string" ? (plane.byLabel.get(label) ?? null) : null;
}

/** A name of the face with the event's values for what stands in braces. */
const named = (name: string, event: GameEvent): string => name.replace(/\{(\w+)\}/g, (_, key: string) => String(event.data?.[key] ?? ""));

/** What the face has written over the place of an event, or "". */
export const writtenAt = (face: GameFace, event: GameEvent): string => named(face.events[event.kind]?.text ?? "", event);

/** The mark that an event puts on a unit, or "". */
export const markOf = (face: GameFace, event: GameEvent): string => named(face.events[event.kind]?.mark ?? "", event);

/** The hexes in which something lands, and what is written there. */
export function landing(face: GameFace, plane: Plane, event: GameEvent): { cells: Cell[]; text: string } {
  const told = face.events[event.kind];
  const aim = cellOf(plane, event.data?.["hex"]);
  if (aim === null) return { cells: [], text: "" };
  const pattern = face.patterns[named(told?.pattern ?? "", event)];
  const facing = Math.max(0, "ABCDEF".indexOf(String(event.data?.["facing"] ?? "A")));
  return { cells: pattern ? [...shares(plane, pattern, aim, facing).keys()] : [aim], text: named(told?.text ?? "", event) };
}

/** The last hexes of something that comes down: as many as the event tells, in its direction; none off the map. */
export function fallOf(plane: Plane, event: GameEvent): Cell[] {
  const end = cellOf(plane, event.data?.["hex"]);
  const back = ("ABCDEF".indexOf(String(event.data?.["facing"] ?? "?")) + 3) % 6;
  if (end === null) return [];
  const cells: Cell[] = [end];
  for (let left = Number(event.data?.["hexes"] ?? 0); left > 0 && event.data?.["facing"]; left--) {
    const before = plane.neighbour(cells[0]!, back);
    if (before === null) break;
    cells.unshift(before);
  }
  return cells;
}

/** The scene after an event; the face tells which mark or marker it leaves. */
export function after(
  face: GameFace, plane: Plane, pieces: Piece[], markers: Marker[], event: GameEvent,
): { pieces: Piece[]; markers: Marker[] } {
  const name = unitsOf(event)[0] ?? "";
  const known = pieces.find((piece) => piece.id === name);
  const place = cellOf(plane, event.data?.["hex"]);
  const change = (piece: Piece) => [...pieces.filter((other) => other.id !== name), piece];
  const told = "ABCDEF".indexOf(String(event.data?.["facing"] ?? "?"));
  switch (event.verb) {
    case "move":
    case "appear": {
      if (place === null || !name) break;
      const travel = known ? plane.directionTo(known.cell, place) : -1;
      const turned = known?.facing !== undefined && known.facing >= 0 && travel >= 0 ? travel : known?.facing;
      const facing = told >= 0 ? told : turned;
      const type = typeof event.data?.["type"] === "string" ? event.data["type"] : undefined;
      const base: Piece = known ?? {
        id: name, side: event.side, cell: place, face_down: name.includes("?"), ...(type === undefined ? {} : { type }),
      };
      return { pieces: change({ ...base, cell: place, ...(facing === undefined ? {} : { facing }) }), markers };
    }
    case "aim": {
      const kind = named(face.events[event.kind]?.marker ?? "", event);
      if (kind && place !== null) return { pieces, markers: [...markers, { kind, cell: place, side: event.side }] };
      break;
    }
    case "leave":
      return { pieces: pieces.filter((piece) => piece.id !== name), markers };
    case "kill": {
      const at = known?.cell ?? place;
      const wreck = event.data?.["wreck"] !== false && at !== null;
      const kind = face.events[event.kind]?.marker;
      return {
        pieces: pieces.filter((piece) => piece.id !== name),
        markers: wreck && kind && at !== null ? [...markers, { kind, cell: at }] : markers,
      };
    }
    case "show": {
      const old = pieces.find((piece) => piece.id === event.data?.["counter"]) ?? known;
      if (!old) break;
      const type = typeof event.data?.["type"] === "string" ? event.data["type"] : (old.type ?? "");
      const shown: Piece = { ...old, id: name, face_down: false, type };
      return { pieces: [...pieces.filter((piece) => piece.id !== old.id && piece.id !== name), shown], markers };
    }
    case "turn": {
      if (known && told >= 0) return { pieces: change({ ...known, facing: told }), markers };
      break;
    }
    case "panic":
    case "hurt": {
      const mark = markOf(face, event);
      const marks = known?.marks ?? [];
      if (!known) break;
      // Who is reduced is of another type from now on.
      const type = typeof event.data?.["type"] === "string" ? { type: event.data["type"] } : {};
      return { pieces: change({ ...known, ...type, ...(mark && !marks.includes(mark) ? { marks: [...marks, mark] } : {}) }), markers };
    }
    default:
  }
  return { pieces, markers };
}
