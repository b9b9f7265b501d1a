// HTTP calls to the server. A token travels in the Authorization header and nowhere else.

import type {
  Board, CostTables, Created, GameInfo, MatchState, MineEntry, Odds, Order, Receipt, Replay, RuleCase, Scalar,
  SequenceRow, Side, Sighting, Violation,
} from "./types";
import { gameFace } from "./face";
import type { Face } from "./wire";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly hint = "",
    readonly violations: Violation[] = [],
  ) {
    super(message);
  }
}

function offline(): ApiError {
  return new ApiError(0, "offline", "The server cannot be reached.", "It is tried again by itself.");
}

/** The content of an answer. The server may go away between the head and the end of the body. */
async function body<T>(answer: Response): Promise<T> {
  const kind = answer.headers.get("Content-Type") ?? "";
  try {
    return (kind.includes("json") && !kind.includes("jsonl") ? await answer.json() : await answer.text()) as T;
  } catch {
    throw offline();
  }
}

async function call<T>(method: string, path: string, token?: string, content?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (content !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    const text = content === undefined ? undefined : JSON.stringify(content);
    // A draft is saved even if the page is closed at this moment; browsers allow that for small bodies.
    const keepalive = method === "PUT" && (text?.length ?? 0) < 60_000;
    answer = await fetch(path, { method, headers, body: text, keepalive });
  } catch {
    throw offline();
  }
  if (answer.ok) return answer.status === 204 ? (undefined as T) : body<T>(answer);
  let error: { code?: string; message?: string; hint?: string; violations?: Violation[] } = {};
  try {
    error = ((await answer.json()) as { error?: typeof error }).error ?? {};
  } catch {
    // An answer without a body still has its status.
  }
  throw new ApiError(
    answer.status, error.code ?? "http", error.message ?? `The server answered ${answer.status}.`, error.hint ?? "",
    error.violations ?? [],
  );
}

const kept = new Map<string, Promise<unknown>>();

/** Catalogue answers never change while the page is open, so each is fetched once. */
function once<T>(path: string): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (!found) {
    found = call<T>("GET", path);
    found.catch(() => kept.delete(path));
    kept.set(path, found);
  }
  return found;
}

export const games = () => once<{ games: GameInfo[] }>("/api/games").then((found) => found.games);
export const sequence = (scenario: string) =>
  once<{ rows: SequenceRow[] }>(`/api/scenarios/${scenario}/sequence`).then((found) => found.rows);
export const rules = (game: string) =>
  once<{ rules: RuleCase[] }>(`/api/games/${game}/rules`).then((found) => found.rules);
export const units = (game: string) =>
  once<{ units: Record<string, unknown>[] }>(`/api/games/${game}/units`).then((found) => found.units);
/** The flags of a game's free tools. */
export const tools = (game: string) =>
  once<{ odds: { flag: string; type: string; choices?: Scalar[] | null; default?: Scalar | null; required?: boolean }[] }>(`/api/games/${game}/tools`);
/** The odds of an imagined shot. */
export const freeOdds = (game: string, args: Record<string, unknown>) =>
  call<Odds>("POST", `/api/games/${game}/odds`, undefined, { arguments: args });
export const board = (scenario: string) => once<Board>(`/api/scenarios/${scenario}/board`);
/** What the game tells of how it is shown. */
export const face = (scenario: string) => once<Face>(`/api/scenarios/${scenario}/face`).then(gameFace);
export const tables = (scenario: string) =>
  once<{ tables: CostTables }>(`/api/scenarios/${scenario}/tables`).then((found) => found.tables);

export interface NewMatch {
  scenario: string;
  options?: Record<string, Scalar>;
  seats: Record<Side, string>;
  hot_seat?: boolean;
  /** For each seat taken at once, the hash of its share of the seed. */
  commitments?: Record<Side, string>;
}
export const create = (wanted: NewMatch) => call<Created>("POST", "/api/matches", undefined, wanted);
export const takeSeat = (match: string, token: string, commitment: string) =>
  call<MatchState>("POST", `/api/matches/${match}/seat`, token, { commitment });
export const join = (match: string, invite: string, commitment: string, nonce: string) =>
  call<{ side: Side; token: string; state: MatchState }>("POST", `/api/matches/${match}/join`, undefined, {
    invite, commitment, nonce,
  });
export const mine = (tokens: string[]) =>
  call<{ matches: (MineEntry | null)[] }>("POST", "/api/mine", undefined, { tokens }).then((found) => found.matches);

/** Calls for one seat (or onlooker) of one match. */
export function seatCalls(match: string, token: string) {
  const at = `/api/matches/${match}`;
  return {
    state: (events = 0, epoch = 0) => call<MatchState>("GET", `${at}?events=${events}&epoch=${epoch}`, token),
    reveal: (entropy: string) => call<MatchState>("POST", `${at}/reveal`, token, { entropy }),
    submit: (submission: string, decision: string, order: Order) =>
      call<{ number: number; receipt?: Receipt | null }>("POST", `${at}/orders`, token, { submission, decision, order }),
    orders: () =>
      call<{ orders: { side: Side; turn: number; decision: string; order: Order }[] }>("GET", `${at}/orders`, token),
    check: (order: Order) =>
      call<{ violations: Violation[] }>("POST", `${at}/check`, token, { order }).then((found) => found.violations),
    undo: (submission: string) => call<{ order: Order; receipt?: Receipt | null }>("POST", `${at}/undo`, token, { submission }),
    saveDraft: (decision: string, draft: unknown) => call<void>("PUT", `${at}/draft`, token, { decision, draft }),
    draft: () => call<{ decision: string; draft: unknown }>("GET", `${at}/draft`, token),
    odds: (args: Record<string, unknown>) => call<Odds>("POST", `${at}/odds`, token, { arguments: args }),
    los: (start: number, end: number) => call<Sighting>("POST", `${at}/los`, token, { start, end, arguments: {} }),
    seen: (start: number) =>
      call<{ seen: number[] }>("POST", `${at}/los`, token, { start }).then((found) => found.seen),
    record: () => call<string>("GET", `${at}/record`, token),
    replay: (perspective: string, turn?: number) =>
      call<Replay>("GET", `${at}/replay?perspective=${perspective}${turn === undefined ? "" : `&turn=${turn}`}`, token),
    /** A new match from a turn on; without a side for a person the bots play it by themselves. */
    fork: (turn: number, side: Side, bots: Record<Side, string>) =>
      call<Created>("POST", `${at}/fork`, token, { turn, side, bots }),
  };
}
export type SeatCalls = ReturnType<typeof seatCalls>;

/** Random text for shares of the seed, nonces and submission ids. */
export function randomText(bytes = 16): string {
  const data = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(data, (value) => value.toString(16).padStart(2, "0")).join("");
}
