// What the client knows of each game beyond the contract: names and keys of its tasks, classes of its counters, words for
// its marks and terrain, the layout of its cards. A game that is missing here is still playable with what `plain` gives.

import { sideName } from "./texts";
import type { Piece, View } from "./types";

export type CounterClass =
  | "tank" | "turretless" | "gun" | "infantry" | "carrier" | "truck" | "halftrack" | "aircraft" | "unknown";

export interface TaskSkin {
  name: string;
  /** The key that chooses it; digits are free as a fallback. */
  key: string;
  /** Two or three characters on the counter. */
  chip: string;
  what: string;
  tone: "plan" | "reverse" | "overrun" | "fire" | "opportunity" | "hold";
  /** Whether "repeat" may give it again. */
  repeats?: boolean;
  /** Its choices are a refinement: it can be given without one. */
  choiceOptional?: boolean;
  /** Its choice is a preset reaction, written freely; it needs this task besides. */
  preset?: { unit: string; kind: string; choice: string };
  /** A way may be drawn after the first cell: by this cost table, in scenarios whose fact has this value. */
  route?: { table: string; fact: string; value: string };
}
export interface CardField {
  key: string;
  label: string;
  what?: string;
}
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
export interface Skin {
  game: string;
  tasks: Record<string, TaskSkin>;
  marks: Record<string, { name: string; sign: string; tone: "bad" | "warn" | "good" | "quiet" }>;
  terrain: Record<string, string>;
  choices: Record<string, string>;
  fields: CardField[];
  /** The three or four figures a printed counter shows. */
  strengths: string[];
  /** Names for units that are no counters (a column, a side's reactions). */
  units: Record<string, string>;
  classOf: (type: string, data: UnitData | undefined) => CounterClass;
  shortType: (type: string) => string;
}

const NAMED_CLASS: Record<string, CounterClass> = {
  vehicle: "tank", tank: "tank", gun: "gun", infantry: "infantry", carrier: "carrier", truck: "truck",
  halftrack: "halftrack", aircraft: "aircraft", spg: "turretless", assault_gun: "turretless", tank_destroyer: "turretless",
  apc: "carrier", armored_car: "carrier",
};

function plainClass(type: string, data: UnitData | undefined): CounterClass {
  if (!type) return "unknown";
  const word = String(data?.["class"] ?? data?.["kind"] ?? "").toLowerCase().replace(/[ -]/g, "_");
  const found = NAMED_CLASS[word] ?? (/truck|lorry/.test(word) ? "truck" : /half/.test(word) ? "halftrack" : "tank");
  return found === "tank" && data?.["turret"] === false ? "turretless" : found;
}

const plain: Skin = {
  game: "",
  tasks: {},
  marks: {
    hidden: { name: "hidden: the enemy does not know of it", sign: "◌", tone: "good" },
    spotted: { name: "spotted", sign: "◉", tone: "warn" },
    panicked: { name: "panicked: its plot is not carried out", sign: "!", tone: "bad" },
    hit: { name: "hit: it is removed at the end of the segment", sign: "✕", tone: "bad" },
    damaged: { name: "damaged", sign: "✚", tone: "bad" },
    suppressed: { name: "suppressed", sign: "S", tone: "bad" },
    disrupted: { name: "disrupted", sign: "D", tone: "bad" },
    "spot/fire": { name: "spotted: it has fired", sign: "◉", tone: "warn" },
    "spot/move": { name: "spotted: it has moved", sign: "◉", tone: "warn" },
    moved: { name: "has moved", sign: "→", tone: "quiet" },
    fired: { name: "has fired", sign: "✶", tone: "quiet" },
  },
  terrain: {
    clear: "clear ground", woods: "woods", light_woods: "light woods", heavy_woods: "heavy woods", rough: "rough ground",
    scrub: "scrub", slope: "slope", berm: "berm", crest: "crest", wall: "wall", hedgerow: "hedgerow", cliff: "cliff",
    road: "road", path: "path", stream: "stream", gully: "gully", water: "water", ford: "ford", bridge: "bridge",
    wood_building: "wooden building", brick_building: "brick building", stone_building: "stone building",
  },
  choices: { continue: "Go on", stop: "Stop here", exit: "Leave the map", adjacent: "All six neighbours", pass: "Pass",
    "pass vehicle": "Pass while this vehicle moves", "pass step": "Pass for the rest of this step", stay: "All others stay",
    show: "Show the command", keep: "Keep it hidden", "keep all": "Keep all hidden this step", conceal: "Conceal commands",
    first: "Be First Player", second: "Be Second Player" },
  fields: [],
  strengths: [],
  units: {},
  classOf: plainClass,
  shortType: (type) => type.replace(/^(Pz\.?Kpfw\.?)\s*/, "Pz").slice(0, 9),
};

const tank: Skin = {
  ...plain,
  game: "tank",
  tasks: {
    MV: { name: "Move", key: "m", chip: "MV", what: "Drives along a path, one Movement Point after the other", tone: "plan" },
    DF: { name: "Fire", key: "f", chip: "DF", what: "Direct fire at a counter in sight, before anything moves", tone: "fire", repeats: true },
    OF: { name: "Opportunity", key: "o", chip: "OF", what: "Covers a line of fire and shoots at the first enemy that enters it", tone: "opportunity", repeats: true },
    OV: { name: "Overrun", key: "v", chip: "OV", what: "Drives through guns or infantry and ends in the hex beyond", tone: "overrun" },
    MVR: { name: "Reverse", key: "r", chip: "RV", what: "Backs up two hexes at most, facing kept", tone: "reverse" },
    FC: { name: "Face", key: "c", chip: "FC", what: "Turns at the end of the turn; where to is chosen then", tone: "plan" },
    PANIC: { name: "Panic", key: "", chip: "!", what: "Its plot was replaced by panic", tone: "hold" },
    COL: { name: "Entry", key: "m", chip: "COL", what: "Where the column enters the map, and its way across", tone: "plan", route: { table: "vehicle", fact: "situation", value: "meeting" } },
    DP: { name: "Place", key: "p", chip: "DP", what: "Where the unit stands, and which way it faces", tone: "plan" },
  },
  fields: [
    { key: "front", label: "Front", what: "armour" }, { key: "side", label: "Side", what: "armour" },
    { key: "rear", label: "Rear", what: "armour" }, { key: "ap", label: "AP", what: "attack against vehicles" },
    { key: "he", label: "HE", what: "attack against guns and infantry" },
    { key: "ma", label: "Move", what: "Movement Points" }, { key: "range", label: "Range", what: "effective range in hexes" },
    { key: "fc", label: "Control", what: "fire control: which results table" },
    { key: "turret", label: "Turret", what: "a turret fires all round" },
  ],
  strengths: ["ap", "front", "ma"],
  units: { column: "Column" },
  shortType: (type) => (type === "infantry" ? "Inf" : type),
};

const panzer: Skin = {
  ...plain,
  game: "panzer",
  tasks: {
    FIRE: { name: "Fire", key: "f", chip: "F", what: "Fires at a spotted enemy in the Direct Fire step", tone: "fire", repeats: true },
    MOVE: { name: "Move", key: "m", chip: "M", what: "Drives ahead along a path", tone: "plan" },
    HALT: { name: "Short Halt", key: "s", chip: "SH", what: "Fires at a penalty and moves half", tone: "overrun" },
    OW: { name: "Overwatch", key: "o", chip: "OW", what: "Waits, and interrupts an enemy that moves or fires in sight", tone: "opportunity", repeats: true, choiceOptional: true,
      preset: { unit: "reactions", kind: "PRESET", choice: "show" } },
    NC: { name: "No command", key: "h", chip: "NC", what: "Does nothing this turn", tone: "hold", repeats: true },
    REVERSE: { name: "Reverse", key: "r", chip: "R", what: "Backs up, rear first", tone: "reverse" },
    MIXED: { name: "Ahead and back", key: "x", chip: "MX", what: "Drives partly ahead, partly back", tone: "reverse" },
    TURN: { name: "Turn", key: "c", chip: "T", what: "Turns on the spot", tone: "plan" },
    STAY: { name: "Stay", key: "h", chip: "ST", what: "Stays where it is", tone: "hold" },
    ASK: { name: "Ask me", key: "a", chip: "?", what: "You are asked for each overwatch", tone: "plan" },
    PRESET: { name: "By presets", key: "p", chip: "P", what: "Overwatch answers by itself, by the presets", tone: "plan" },
    DEPLOY: { name: "Place", key: "p", chip: "DP", what: "Where the vehicle stands, and which way it faces", tone: "plan" },
    DP: { name: "Place", key: "p", chip: "DP", what: "Where the vehicle stands, and which way it faces", tone: "plan" },
  },
  fields: [
    { key: "front", label: "Front" }, { key: "rear", label: "Rear" }, { key: "size", label: "Size" },
    { key: "defence", label: "Defence" }, { key: "cross_country", label: "Country" }, { key: "path", label: "Path" },
    { key: "road", label: "Road" }, { key: "turn", label: "Turn" }, { key: "gun", label: "Gun" },
    { key: "ap_range", label: "AP range" }, { key: "ap_penetration", label: "AP" }, { key: "points", label: "Points" },
  ],
  strengths: ["ap_penetration", "front", "cross_country"],
  units: { reactions: "Reactions" },
  shortType: (type) => type.replace(/^PzKpfw\s*/, "Pz").replace(/\s+M\d\d$/, "").slice(0, 9),
};

const skins: Record<string, Skin> = { tank, panzer };

export function skinOf(game: string): Skin {
  return skins[game] ?? { ...plain, game };
}

/** How a kind of task is called, with what is made up for one the skin does not know. */
export function taskSkin(skin: Skin, kind: string): TaskSkin {
  return (
    skin.tasks[kind] ?? {
      name: sideName(kind.toLowerCase().replace(/_/g, " ")), key: "", chip: kind.slice(0, 3), what: "", tone: "plan",
    }
  );
}

export function choiceName(skin: Skin, choice: string): string {
  return skin.choices[choice] ?? sideName(choice.replace(/_/g, " "));
}

export function terrainName(skin: Skin, terrain: string): string {
  return skin.terrain[terrain] ?? terrain.replace(/_/g, " ");
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
export function stateMarks(skin: Skin, piece: Piece): string[] {
  return (piece.marks ?? []).filter((mark) => mark !== HIDDEN_ORDER && (!(mark in skin.tasks) || mark in skin.marks));
}

/** An order or command that the viewer knows to be there and no more. */
const HIDDEN_ORDER = "?";

/** The order that a piece's marks tell of: a kind of task, "?" for one that is face down, or none. */
export function markedOrder(skin: Skin, piece: Piece): string | null {
  return (piece.marks ?? []).find((mark) => mark === HIDDEN_ORDER || (mark in skin.tasks && !(mark in skin.marks))) ?? null;
}
