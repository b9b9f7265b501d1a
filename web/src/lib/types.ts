// The shapes of the contract (see docs/server.md and hulldown.core): what the server sends and takes, for every game.

export type Side = string;
export type Scalar = string | number | boolean;
export type Cell = number;

export interface Task {
  unit: string;
  kind: string;
  cells?: Cell[];
  facing?: number;
  choice?: string;
  targets?: string[];
}
export interface Order {
  kind: string;
  tasks?: Task[];
  choice?: string;
  decision?: string;
}
export interface Violation {
  rule: string;
  message: string;
  unit?: string;
}
export interface Decision {
  id: string;
  kind: string;
  side: Side;
  rule: string;
  prompt: string;
}
export interface PathDomain {
  start: Cell;
  allowance: number;
  table: string;
  steps?: number;
  via?: Cell[];
  exits?: Cell[];
  exit_cost?: number;
  minimum?: number;
  straight_end?: boolean;
  facing?: number;
  turns?: string;
  free?: number;
  back?: boolean;
  extra?: Cell[];
  shut?: Cell[];
  least?: boolean;
  entries?: Cell[];
  entering?: string;
  leaving?: string;
  times?: number;
  begun?: boolean;
  turned?: number;
  kinds?: string;
  rate?: number;
  lead?: number;
  barred?: Cell[];
}
export interface Option {
  kind: string;
  rule: string;
  cells?: Cell[];
  path?: PathDomain;
  facings?: number[];
  choices?: string[];
  targets?: string[];
}
export interface UnitLegal {
  unit: string;
  options: Option[];
  required?: boolean;
}
export interface Legal {
  decision: Decision;
  units?: UnitLegal[];
  choices?: string[];
  idle?: Order;
}
export interface Piece {
  id: string;
  side: Side;
  cell: Cell;
  type?: string;
  facing?: number;
  face_down?: boolean;
  marks?: string[];
}
export interface Marker {
  kind: string;
  cell: Cell;
  side?: Side;
}
export interface Outcome {
  winner: Side | null;
  rule: string;
  reason: string;
  score?: Record<string, number>;
}
export interface View {
  game: string;
  scenario: string;
  side: Side | null;
  turn: number;
  step: string;
  owing: Side[];
  decision: Decision | null;
  pieces: Piece[];
  markers: Marker[];
  facts: Record<string, Scalar>;
  outcome: Outcome | null;
  [more: string]: unknown;
}
export interface GameEvent {
  n: number;
  kind: string;
  rule: string;
  turn: number;
  step: string;
  data?: Record<string, Scalar>;
  text: string;
  audience?: Side[];
}
export interface SeatInfo {
  kind: string;
  taken: boolean;
  token?: string;
  invite?: string;
  /** The hash of the share of the seed that this side is going to reveal. */
  commitment?: string;
  revealed?: boolean;
}
/** All commitments of a match, signed before anybody reveals. */
export interface Opening {
  match: string;
  commitment: string;
  commitments: Record<Side, string>;
  key: string;
  signature: string;
}
/** The head of the record at a viewer's last change, signed. */
export interface Receipt {
  match: string;
  viewer: Side;
  number: number;
  head: string;
  signature: string;
}
export type Status = "open" | "playing" | "over" | "frozen";
export interface MatchState {
  match: string;
  game: string;
  scenario: string;
  options: Record<string, Scalar>;
  rules: string;
  hot_seat: boolean;
  status: Status;
  commitment: string;
  fork_of: string;
  seats: Record<Side, SeatInfo>;
  side: Side | null;
  number: number;
  epoch: number;
  first: number;
  count: number;
  events: GameEvent[];
  view: View | null;
  legal: Legal | null;
  undo: boolean;
  opening?: Opening | null;
  receipt?: Receipt | null;
}
export interface Created {
  match: string;
  commitment: string;
  status: Status;
  seats: Record<Side, SeatInfo>;
  watch: string;
}
export interface BoardCell {
  cell: Cell;
  label: string;
  column: number;
  row: number;
  q: number;
  r: number;
  terrain: string;
  elevation: number;
}
export interface BoardSide {
  cell: Cell;
  direction: number;
  cells: [Cell, Cell];
  terrain: string;
  down?: Cell;
}
export interface Board {
  name: string;
  title: string;
  columns: number;
  rows: number;
  first_row?: number;
  high_columns: "odd" | "even";
  stride: number;
  size: number;
  offsets: number[];
  meta: Record<string, string>;
  cells: BoardCell[];
  hexsides: BoardSide[];
  lines: Record<string, { cell: Cell; direction: number; cells: [Cell, Cell] }[]>;
  outs?: Record<string, { cell: Cell; direction: number }[]>;
  edges: Record<string, Cell[]>;
  partial?: Cell[];
  regions: Record<string, Cell[]>;
  names: { cell: Cell; name: string }[];
}
export type CostTables = Record<string, number[][]>;
/** A bot as lists show it. */
export interface BotInfo {
  name: string;
  title: string;
  what: string;
  group: "level" | "engine" | "local";
}
/** How often each side has won between equal bots; `interval` is how sure that is for the first side. */
export interface Balance {
  games: number;
  bots: string;
  wins: Record<Side, number>;
  interval: [number, number];
  /** Options with which the lab's games came out about even. */
  handicap?: Record<string, number>;
}
/** What a bot said about an order. */
export interface Remark {
  side: Side;
  turn: number;
  decision: string;
  remark: string;
}
export interface OptionInfo {
  name: string;
  default: Scalar;
  rule: string;
  what: string;
  /** What a text may be; none for numbers and switches. */
  choices?: string[];
}
export interface Scenario {
  id: string;
  game: string;
  title: string;
  description: string;
  map: string;
  length: number;
  facts: Record<string, Scalar>;
  sides: Record<Side, Record<string, Scalar>>;
  hash: string;
  options: OptionInfo[];
  thumbnail: string;
  balance?: Balance | null;
}
export interface GameInfo {
  name: string;
  title: string;
  version: string;
  sides: Side[];
  bots: BotInfo[];
  tools: string[];
  scenarios: Scenario[];
}
export interface SequenceRow {
  key: string;
  rule: string;
  name: string;
  what: string;
  parent: string;
}
export interface RuleCase {
  id: string;
  book?: string;
  level?: string;
  topic: string;
  kind: string;
  summary: string;
}
export interface MineEntry {
  match: string;
  game: string;
  scenario: string;
  title: string;
  role: "seat" | "watch" | "invite";
  side: Side | null;
  status: Status;
  turn: number;
  owing: Side[];
  your_turn: boolean;
  outcome: Outcome | null;
  seats?: Record<Side, SeatInfo>;
  changed: number;
}
export interface Factor {
  rule: string;
  label: string;
  value: Scalar;
  provenance?: string;
}
export interface Odds {
  probability?: string;
  hit?: string;
  hits_on?: number[];
  outcomes?: Record<string, string>;
  factors?: Factor[];
  void?: string;
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
export interface ReplayFrame {
  turn: number;
  step: string;
  events: [number, number];
  views: Record<string, View>;
}
export interface Replay {
  perspective: string;
  turns: ReplayFrame[];
  events: GameEvent[];
  rolls?: { serial: number; sides: number; value: number; purpose: string; turn: number }[];
  /** Told when the match is over. */
  remarks?: Remark[];
}
