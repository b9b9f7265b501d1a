// The shapes of the contract, for every game: those of the server's messages under the names the client uses (wire.d.ts is
// made from the OpenAPI document by `make wire`), and what the document leaves open.

import type * as wire from "./wire";

export type Side = string;
export type Scalar = string | number | boolean;
export type Cell = number;

export type Task = wire.Task;
export type Order = wire.Order;
export type Violation = wire.Violation;
export type Decision = wire.Decision;
export type PathDomain = wire.PathDomain;
export type Option = wire.Option;
export type UnitLegal = wire.UnitLegal;
export type Legal = wire.Legal;
export type Piece = wire.Piece;
export type Marker = wire.Marker;
export type Outcome = wire.Outcome;
/** A view with what each game adds to it. */
export type View = wire.View & { [more: string]: unknown };
/** An event of a log or of a replay; a replay of everything tells who saw it. */
export type GameEvent = wire.WireEvent & { audience?: Side[] | null };
export type Verb = GameEvent["verb"];
export type SeatInfo = wire.Seat;
export type Opening = wire.Opening;
export type Receipt = wire.Receipt;
export type MatchState = Omit<wire.StateOut, "view" | "events"> & { view: View | null; events: GameEvent[] };
export type Briefing = wire.Briefing;
export type Zone = wire.Zone;
export type Builder = wire.Builder;
export type BuilderField = wire.Field;
export type BuiltForce = wire.BuiltForce;
export type Contingent = wire.Contingent;
export type Choice = wire.Choice;
export type Score = wire.Score;
export type SideScore = wire.SideScore;
export type Created = wire.Created;
export type BoardCell = wire.CellOut;
export type BoardSide = wire.SideOut & { terrain: string };
export type Board = Omit<wire.BoardOut, "first_row" | "hexsides" | "outs" | "partial"> & {
  first_row?: number;
  hexsides: BoardSide[];
  outs?: wire.BoardOut["outs"];
  partial?: Cell[];
};
export type CostTables = wire.TablesOut["tables"];
export type BotInfo = wire.BotInfo;
export type Balance = wire.Balance;
export type Counted = wire.Counted;
export type Remark = wire.RemarkOut;
export type OptionInfo = wire.OptionInfo;
export type Scenario = wire.ScenarioOut;
export type GameInfo = wire.GameOut;
export type SequenceRow = wire.RowOut;
export type RuleCase = wire.RuleOut;
export type MineEntry = wire.Mine;
export type Ending = wire.EndingOut;
export type Offer = wire.OfferOut;
export type Terms = Offer["terms"];
export type Rematch = wire.RematchOut;
export type ReplayFrame = Omit<wire.Frame, "views"> & { views: Record<string, View> };
export type Replay = Omit<wire.ReplayOut, "turns" | "events" | "rolls"> & {
  turns: ReplayFrame[];
  events: GameEvent[];
  rolls?: wire.ReplayRoll[];
};

// What a view may tell besides, in any game (core/volleys.py, core/game.py).

/** One attack: who fires together, and the chance of each result. */
export interface Salvo {
  units: string[];
  superiority: number;
  outcomes: Record<string, string>;
  void?: string;
}
/** A way to divide the fire at a target: a sign for each firer, and the attacks it makes. */
export interface Division {
  groups: string;
  salvos: Salvo[];
  destroys: string;
  levels: string;
}
/** Fire at one target of which it has yet to be said how it is combined. */
export interface Volley {
  side: Side;
  cell: Cell;
  firers: string[];
  targets: string[];
  ways: Division[];
  best: number;
}
/** Hexes in which something has an effect; the face says what the kinds are. */
export interface Area {
  kind: string;
  side: Side;
  cells: Cell[];
  unit?: string;
}

// The answers of a game's tools, which the document does not describe.

export interface Factor {
  rule: string;
  label: string;
  value: Scalar;
  provenance?: string;
}
/** A roll laid out as a strip: which numbers do what. */
export interface RollBar {
  name: string;
  rule?: string;
  parts: { name: string; on: string; share: string; tone?: "bad" | "warn" | "good" | "quiet" }[];
  note?: string;
}
/** What is read off a table, line by line; a faint line cannot come. */
export interface RollTable {
  name: string;
  rule?: string;
  columns: string[];
  rows: { cells: string[]; faint?: boolean }[];
  note?: string;
  /** Where its values come from. */
  source?: string;
}
export interface Odds {
  probability?: string;
  hit?: string;
  hits_on?: number[];
  outcomes?: Record<string, string>;
  /** All that could be chosen, each with its chance. */
  ways?: { weapon: string; hit: string }[];
  factors?: Factor[];
  void?: string;
  /** Numbers on the way to the chances, by name. */
  figures?: Record<string, number | string>;
  /** What the dice do, table by table. */
  dice?: { name: string; rule?: string; cells: Record<string, string> }[];
  bars?: RollBar[];
  tables?: RollTable[];
  /** Choices that say more than the one asked for: to whom further hits go. */
  extras?: { choice: string; name: string }[];
  /** What is to be known besides, in sentences. */
  notes?: string[];
  /** What either side brings to it. */
  parts?: { name: string; factors: Factor[] }[];
  /** What is resolved one after the other, each with odds of its own. */
  attacks?: (Odds & { name: string })[];
  /** The sector of the target that the shot comes from, in degrees to the left and the right of its facing. */
  sector?: { name: string; facing: number; left: number; right: number };
  /** What the free odds tool would have to be told for the same shot. */
  arguments?: Record<string, unknown>;
  blocked_by?: unknown;
  [more: string]: unknown;
}
/** One hex along a line of sight: heights as numbers, that of the straight line as a fraction such as "3/2". */
export interface ProfilePoint {
  hex?: string;
  range: number;
  terrain?: string;
  ground: number;
  obstacle?: number;
  /** The height of a blocking hexside through which the line comes into the hex. */
  hexside?: number | null;
  line?: number | string;
}
export interface Sighting {
  clear: boolean;
  blocked_by: { hex?: string; hexside?: string[]; terrain?: string; height?: number; rule?: string } | null;
  cells?: Cell[];
  path?: string[];
  profile?: ProfilePoint[];
  factors?: Factor[];
  [more: string]: unknown;
}
