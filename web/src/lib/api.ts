// HTTP calls to the server. A token travels in the Authorization header and nowhere else.

import type {
  Board, Briefing, Builder, CostTables, Created, GameInfo, MatchState, MineEntry, Odds, Order, Receipt, Rematch, Replay, RuleCase, Scalar,
  SequenceRow, Side, Sighting, Terms, Violation,
} from "./types";
import { gameFace } from "./face";
import { stored } from "./personkey";
import type {
  ChatIn, ChatMessage, ChatOut, Checked, ClockTerms, CodeOut, EndedOut, Face, HeldOut, Hint, JoinedOpen, LessonInfo, LessonOut, Listing, MyGamesOut, Newcomer,
  FeedOut, OpenGamesOut, PeopleOut, PersonOut, PushOut, RatedOut, RatingsOut, RefusedOption, SinceOut, SubscriptionIn,
} from "./wire";
import type { Wish } from "./settings.svelte";

/** A message of the server as a sentence. */
export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly hint = "",
    readonly violations: Violation[] = [],
    /** The part of the request that is wrong, such as options.turn_cap. */
    readonly field = "",
  ) {
    super(message);
  }

  /** What is wrong and what helps, as sentences. */
  get told(): string {
    return [this.message, this.hint].filter(Boolean).map(sentence).join(" ");
  }

  /** Whether the same request may succeed a little later: nobody answered, or the server was too busy. */
  get passing(): boolean {
    return this.code === "offline" || this.status === 429 || this.status >= 502;
  }
}

function offline(): ApiError {
  return new ApiError(0, "offline", "The server cannot be reached.", "Try again in a moment.");
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

/** Whether a call goes with the person's key, if this browser has one: it never travels where nobody asks for it. */
type Who = "person" | "nobody";

async function call<T>(method: string, path: string, token?: string, content?: unknown, who: Who = "nobody"): Promise<T> {
  const headers: Record<string, string> = {};
  const key = who === "person" ? stored()?.key : undefined;
  if (key) headers["Hulldown-Person"] = key;
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
  let error: { code?: string; message?: string; hint?: string; violations?: Violation[]; field?: string } = {};
  try {
    error = ((await answer.json()) as { error?: typeof error }).error ?? {};
  } catch {
    // An answer without a body still has its status.
  }
  throw new ApiError(
    answer.status, error.code ?? "http", error.message ?? `The server answered ${answer.status}.`, error.hint ?? "",
    error.violations ?? [], error.field ?? "",
  );
}

type Options = Record<string, Scalar>;
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
/** The weapons or cards that a scenario is played with. */
export const units = (game: string, scenario: string) =>
  games().then((all) => {
    const book = all.flatMap((one) => one.scenarios).find((one) => one.id === scenario)?.book ?? "";
    return once<{ units: Record<string, unknown>[] }>(`/api/games/${game}/units${book ? `?book=${encodeURIComponent(book)}` : ""}`).then((found) => found.units);
  });
/** The flags of a game's free tools. */
export const tools = (game: string) =>
  once<{ odds: { flag: string; type: string; choices?: Scalar[] | null; default?: Scalar | null; required?: boolean }[] }>(`/api/games/${game}/tools`);
/** The odds of an imagined shot. */
export const freeOdds = (game: string, args: Record<string, unknown>) =>
  call<Odds>("POST", `/api/games/${game}/odds`, undefined, { arguments: args });
export const board = (scenario: string) => once<Board>(`/api/scenarios/${scenario}/board`);
/** The part of an address that says with which options a scenario is played. */
const played = (options: Options) => (Object.keys(options).length ? `?options=${encodeURIComponent(JSON.stringify(options))}` : "");
/** What the game tells of how it is shown, played with these options. */
export const face = (scenario: string, options: Options = {}) =>
  once<Face>(`/api/scenarios/${scenario}/face${played(options)}`).then(gameFace);
/** What wins a scenario played with these options, where, and how long it takes. */
export const briefing = (scenario: string, options: Record<string, Scalar> = {}) =>
  call<Briefing>("POST", `/api/scenarios/${scenario}/briefing`, undefined, { options });
/** What can be chosen for a scenario whose forces are open, given what is chosen, and the forces that makes. */
export const builder = (scenario: string, options: Record<string, Scalar> = {}) =>
  call<Builder>("POST", `/api/scenarios/${scenario}/builder`, undefined, { options });
export const lessons = () => once<{ lessons: LessonInfo[] }>("/api/lessons").then((found) => found.lessons);
export const lesson = (id: string) => once<LessonOut>(`/api/lessons/${id}`);
/** A new match at the position of a lesson. */
export const startLesson = (id: string) => call<Created>("POST", `/api/lessons/${id}`, undefined, undefined, stored()?.person ? "person" : "nobody");
export const tables = (scenario: string, options: Options = {}) =>
  once<{ tables: CostTables }>(`/api/scenarios/${scenario}/tables${played(options)}`).then((found) => found.tables);

export interface NewMatch {
  scenario: string;
  options?: Record<string, Scalar>;
  seats: Record<Side, string>;
  hot_seat?: boolean;
  /** For each seat taken at once, the hash of its share of the seed. */
  commitments?: Record<Side, string>;
  /** The names of the players at this browser. */
  names?: Record<Side, string>;
  clock?: ClockTerms | null;
  /** Offers the open seat to everybody. */
  listed?: Listing;
}
export const create = (wanted: NewMatch, who: Who = "nobody") => call<Created>("POST", "/api/matches", undefined, wanted, who);

/** Tokens that the server takes in one request. */
const TOKENS = 200;
const parts = (tokens: string[]) => Array.from({ length: Math.ceil(tokens.length / TOKENS) }, (_, k) => tokens.slice(k * TOKENS, (k + 1) * TOKENS));
const asMe = <T>(method: string, path: string, content?: unknown) => call<T>(method, path, undefined, content, "person");
/** Calls about people: who this browser is, and the games of that person. */
export const people = {
  about: () => call<PeopleOut>("GET", "/api/people"),
  register: (wanted: Newcomer) => call<PersonOut>("POST", "/api/people", undefined, wanted),
  recover: (code: string, key: string) => call<PersonOut>("POST", "/api/people/recover", undefined, { code, key }),
  me: () => asMe<PersonOut>("GET", "/api/me"),
  rename: (name: string) => asMe<PersonOut>("PUT", "/api/me", { name }),
  replaceCode: (code: string) => asMe<void>("PUT", "/api/me/code", { code }),
  deviceCode: () => asMe<CodeOut>("POST", "/api/me/device"),
  invite: () => asMe<CodeOut>("POST", "/api/me/invitations"),
  endOthers: () => asMe<EndedOut>("DELETE", "/api/me/browsers"),
  /** Makes these seats this person's; how many of them are new. */
  hold: async (tokens: string[]) => {
    let added = 0;
    for (const some of parts(tokens)) added += (await asMe<HeldOut>("POST", "/api/me/games", { tokens: some })).added;
    return added;
  },
  games: (words = "", archived = false) => asMe<MyGamesOut>("GET", `/api/me/games?q=${encodeURIComponent(words)}&archived=${archived}`),
  archive: (match: string, archived: boolean) => asMe<void>("PUT", `/api/me/games/${match}/archived`, { archived }),
  seen: (match: string, number: number, events: number, chat: number) => asMe<void>("PUT", `/api/me/games/${match}/seen`, { number, events, chat }),
  ratings: () => asMe<RatingsOut>("GET", "/api/me/ratings"),
  since: (match: string) => asMe<SinceOut>("GET", `/api/me/games/${match}/since`),
};
/** Calls about being told: push messages and the feed. */
export const telling = {
  about: () => call<PushOut>("GET", "/api/push"),
  subscribe: (wish: SubscriptionIn) => asMe<void>("PUT", "/api/me/push", wish),
  unsubscribe: () => asMe<void>("DELETE", "/api/me/push"),
  tryOut: () => asMe<void>("POST", "/api/me/push/trial"),
  feed: () => asMe<FeedOut>("GET", "/api/me/feed"),
  renewFeed: () => asMe<FeedOut>("PUT", "/api/me/feed"),
  endFeed: () => asMe<void>("DELETE", "/api/me/feed"),
};
export const openGames = {
  list: () => asMe<OpenGamesOut>("GET", "/api/open"),
  join: (match: string, commitment: string, nonce: string) => asMe<JoinedOpen>("POST", `/api/open/${match}/join`, { commitment, nonce }),
  withdraw: (match: string) => asMe<void>("DELETE", `/api/open/${match}`),
};
export const takeSeat = (match: string, token: string, commitment: string, name = "") =>
  call<MatchState>("POST", `/api/matches/${match}/seat`, token, { commitment, name });
export const join = (match: string, invite: string, commitment: string, nonce: string, name = "") =>
  call<{ side: Side; token: string; state: MatchState }>("POST", `/api/matches/${match}/join`, undefined, {
    invite, commitment, nonce, name,
  }, "person");
/** What these tokens open, in the same order. */
export async function mine(tokens: string[]): Promise<(MineEntry | null)[]> {
  const found: (MineEntry | null)[] = [];
  for (const some of parts(tokens)) found.push(...(await call<{ matches: (MineEntry | null)[] }>("POST", "/api/mine", undefined, { tokens: some })).matches);
  return found;
}

/** Calls for one seat (or onlooker) of one match. */
export function seatCalls(match: string, token: string) {
  const at = `/api/matches/${match}`;
  return {
    state: (events = 0, epoch = 0) => call<MatchState>("GET", `${at}?events=${events}&epoch=${epoch}`, token),
    reveal: (entropy: string) => call<MatchState>("POST", `${at}/reveal`, token, { entropy }),
    submit: (submission: string, decision: string, order: Order, standing: string[] = []) =>
      call<{ number: number; receipt?: Receipt | null }>("POST", `${at}/orders`, token, { submission, decision, order, ...(standing.length ? { standing } : {}) }),
    setAutomatic: (on: boolean, wish: Wish | null = null) => call<MatchState>("PUT", `${at}/automatic`, token, { on, ...(wish ? { wish } : {}) }),
    orders: () =>
      call<{ orders: { side: Side; turn: number; decision: string; order: Order }[] }>("GET", `${at}/orders`, token),
    check: (order: Order) => call<Checked>("POST", `${at}/check`, token, { order }),
    /** What is offered to a unit and would be refused beside the rest of the draft. */
    refused: (order: Order, unit: string) =>
      call<{ refused: RefusedOption[] }>("POST", `${at}/refused`, token, { order, unit }).then((found) => found.refused),
    /** A deployment as a bot would choose it in this seat; each number gives another one. */
    suggest: (number: number) => call<{ order: Order }>("POST", `${at}/suggest`, token, { number }).then((found) => found.order),
    undo: (submission: string) => call<{ order: Order; receipt?: Receipt | null }>("POST", `${at}/undo`, token, { submission }),
    resign: () => call<MatchState>("POST", `${at}/resign`, token),
    /** Offers to end the game; "" takes the offer back. */
    offer: (terms: Terms) => call<MatchState>("POST", `${at}/offer`, token, { terms }),
    answerOffer: (accept: boolean, terms: Terms) => call<MatchState>("POST", `${at}/offer/answer`, token, { accept, terms }),
    rated: () => call<RatedOut>("GET", `${at}/rated`, token),
    /** Marks the game as rated for this seat and this person. */
    rate: () => call<RatedOut>("PUT", `${at}/rated`, token, undefined, "person"),
    claim: () => call<MatchState>("POST", `${at}/claim`, token),
    chat: (since = 0) => call<ChatOut>("GET", `${at}/chat?since=${since}`, token, undefined, "person"),
    sendChat: (message: ChatIn) => call<ChatMessage>("POST", `${at}/chat`, token, message, "person"),
    mute: (author: string, on: boolean) => call<ChatOut>("PUT", `${at}/chat/mute`, token, { author, on }, "person"),
    report: (serial: number, reason = "") => call<void>("POST", `${at}/chat/report`, token, { serial, reason }, "person"),
    rematch: () => call<Rematch>("POST", `${at}/rematch`, token),
    saveDraft: (decision: string, draft: unknown) => call<void>("PUT", `${at}/draft`, token, { decision, draft }),
    draft: () => call<{ decision: string; draft: unknown }>("GET", `${at}/draft`, token),
    odds: (args: Record<string, unknown>) => call<Odds>("POST", `${at}/odds`, token, { arguments: args }),
    los: (start: number, end: number) => call<Sighting>("POST", `${at}/los`, token, { start, end, arguments: {} }),
    seen: (start: number) =>
      call<{ seen: number[] }>("POST", `${at}/los`, token, { start }).then((found) => found.seen),
    /** What a bot would point out to this seat. */
    coach: () => call<{ hints: Hint[] }>("GET", `${at}/coach`, token).then((found) => found.hints),
    record: () => call<string>("GET", `${at}/record`, token),
    replay: (perspective: string, turn?: number) =>
      call<Replay>("GET", `${at}/replay?perspective=${perspective}${turn === undefined ? "" : `&turn=${turn}`}`, token),
    /** A new match from a turn on; without a side for a person the bots play it by themselves. */
    fork: (turn: number, side: Side, bots: Record<Side, string>, name = "") =>
      call<Created>("POST", `${at}/fork`, token, { turn, side, bots, name }, stored()?.person ? "person" : "nobody"),
  };
}
export type SeatCalls = ReturnType<typeof seatCalls>;

/** Random text for shares of the seed, nonces and submission ids. */
export function randomText(bytes = 16): string {
  const data = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(data, (value) => value.toString(16).padStart(2, "0")).join("");
}
