// One match as this browser knows it: the state fed by the websocket, the log, and the draft of the order being drawn.

import { ApiError, board, face, randomText, seatCalls, sequence, tables, type SeatCalls } from "./api";
import { noteSeen, seenOf, viewAfter } from "./catchup";
import { keepReceipt, settled } from "./fairness";
import { EMPTY, type GameFace } from "./face";
import { Plane } from "./hexgeo";
import { present } from "./present.svelte";
import type { CostTables, GameEvent, MatchState, Order, SequenceRow, Task, View, Violation } from "./types";

export type Connection = "connecting" | "online" | "offline" | "closed";

const FIRST_WAIT = 500;
/** Milliseconds between looks at a match that is about to begin. */
const LOOK = 2000;
const LONGEST_WAIT = 8000;
const PING = 50_000;
/** Milliseconds for which an onlooker sees a position that brought no film, when the next one is there already. */
const DWELL = 600;
/** Positions that wait for an onlooker, at most; then the last two become one. */
const MOST_WAITING = 300;

/** Two states in one: the newer one, with the events of both; the newer one may begin before the older one ends. */
export function joined(older: MatchState, newer: MatchState): MatchState {
  if (newer.first <= older.first) return newer;
  return { ...newer, first: older.first, events: [...older.events.slice(0, newer.first - older.first), ...newer.events] };
}

/** A match seen from one seat. */
export class Match {
  state = $state.raw<MatchState | null>(null);
  /** The view before the last one that brought events: where a playback begins. */
  before = $state.raw<View | null>(null);
  log = $state.raw<GameEvent[]>([]);
  plane = $state.raw<Plane | null>(null);
  face = $state.raw<GameFace>(EMPTY);
  tables = $state.raw<CostTables>({});
  rows = $state.raw<SequenceRow[]>([]);
  connection = $state<Connection>("connecting");
  online = $state.raw<Record<string, boolean>>({});
  watching = $state(0);
  problem = $state("");
  violations = $state.raw<Violation[]>([]);
  sending = $state(false);
  readonly draft = new Draft(this);
  readonly calls: SeatCalls;
  /** Called with the events that came with a new state, for playback and sounds. */
  onEvents: (events: GameEvent[]) => void = () => {};
  /** How far an onlooker's film is behind the game, in turns; `late` also within a turn. */
  behind = $state(0);
  late = $state(false);
  private waiting: MatchState[] = [];
  private holding: (() => boolean) | null = null;
  private dwelling = 0;
  private silent = false;
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer = 0;
  private pinger = 0;
  private stopped = false;
  private looking = 0;

  constructor(
    readonly id: string,
    readonly token: string,
  ) {
    this.calls = seatCalls(id, token);
  }

  get view() {
    return this.state?.view ?? null;
  }

  get legal() {
    return this.state?.legal ?? null;
  }

  get side() {
    return this.state?.side ?? null;
  }

  /** Whether this seat owes a decision now. */
  get myTurn(): boolean {
    return this.legal !== null;
  }

  start(): void {
    this.stopped = false;
    present.match = this;
    window.addEventListener("pagehide", this.leaving);
    this.open();
  }

  /** From now on positions come one after another, the next when `busy` says that the present one has been seen. */
  follow(busy: () => boolean): void {
    this.holding = busy;
  }

  /** Takes the next position that waits, if it is time for it. */
  proceed(): void {
    if (this.stopped || this.dwelling || this.holding?.()) return;
    const next = this.waiting.shift();
    if (!next) return;
    // Nobody need look for long at a position in which only somebody has made up their mind.
    const pause = this.state !== null && next.events.length > 0 ? DWELL : 0;
    this.dwelling = -1;
    void this.show(next).finally(() => {
      this.measure();
      this.dwelling = window.setTimeout(() => {
        this.dwelling = 0;
        this.proceed();
      }, pause);
    });
  }

  /** Takes everything that waits at once, without a film. */
  async toNow(): Promise<void> {
    const [first, ...rest] = this.waiting;
    this.waiting = [];
    if (!first) return;
    this.silent = true;
    await this.show(rest.reduce(joined, first));
    this.silent = false;
    this.measure();
  }

  private measure(): void {
    const newest = this.waiting[this.waiting.length - 1];
    this.late = newest !== undefined;
    this.behind = newest ? Math.max(0, (newest.view?.turn ?? 0) - (this.view?.turn ?? 0)) : 0;
  }

  private queue(state: MatchState): void {
    const last = this.waiting[this.waiting.length - 1];
    if (last && this.waiting.length >= MOST_WAITING) {
      this.waiting[this.waiting.length - 1] = joined(last, state);
    } else {
      this.waiting.push(state);
    }
    this.measure();
    this.proceed();
  }

  private readonly leaving = () => this.draft.flush();

  stop(): void {
    window.clearTimeout(this.looking);
    this.stopped = true;
    this.draft.flush();
    window.removeEventListener("pagehide", this.leaving);
    clearTimeout(this.timer);
    clearTimeout(this.dwelling);
    clearInterval(this.pinger);
    this.socket?.close();
    this.connection = "closed";
    if (present.match === this) present.match = null;
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/matches/${this.id}`);
    this.socket = socket;
    socket.onopen = () => {
      const epoch = this.state?.epoch ?? 0;
      // What waits comes again: the server is told what has been taken.
      this.waiting = [];
      this.measure();
      socket.send(JSON.stringify({ type: "hello", token: this.token, events: this.log.length, epoch }));
      clearInterval(this.pinger);
      this.pinger = window.setInterval(() => socket.send(JSON.stringify({ type: "ping" })), PING);
    };
    socket.onmessage = (message) => this.receive(JSON.parse(String(message.data)) as Record<string, unknown>);
    socket.onclose = (closed) => {
      clearInterval(this.pinger);
      if (this.stopped || this.socket !== socket) return;
      if (closed.code === 4401 || closed.code === 4403) {
        this.connection = "closed";
        this.problem ||= "This link is not valid for the match.";
        return;
      }
      this.connection = "offline";
      this.timer = window.setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  private receive(message: Record<string, unknown>): void {
    if (message["type"] === "state") {
      this.wait = FIRST_WAIT;
      // What was drawn while the server was away is saved now.
      if (this.connection === "offline") this.draft.save();
      this.connection = "online";
      if (this.holding) this.queue(message as unknown as MatchState);
      else void this.show(message as unknown as MatchState);
    } else if (message["type"] === "presence") {
      this.online = (message["online"] as Record<string, boolean>) ?? {};
      this.watching = (message["watching"] as number) ?? 0;
    } else if (message["type"] === "error") {
      this.problem = (message["error"] as { message?: string })?.message ?? "";
    }
  }

  /** Takes a state that the server sent by itself. If the server goes away meanwhile, the state comes again with the connection. */
  private async show(state: MatchState): Promise<void> {
    try {
      await this.take(state);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== "offline") this.problem = error.message;
    }
  }

  /** Takes a newer state: the log is cut to where its events begin, then lengthened. */
  async take(state: MatchState): Promise<void> {
    if (this.state && state.number < this.state.number) return;
    keepReceipt(state.receipt, state.opening);
    if (!this.plane) {
      const [found, shown, costs, rows] = await Promise.all([
        board(state.scenario), face(state.scenario), tables(state.scenario), sequence(state.scenario),
      ]);
      this.face = shown;
      this.plane = new Plane(found);
      this.tables = costs;
      this.rows = rows;
    }
    if (this.state && state.number < this.state.number) return;
    const before = this.state?.legal?.decision.id;
    const first = this.state === null;
    // After a take-back (another epoch) the log is shorter and nothing new has happened; the same state may come twice.
    const same = this.state === null || state.epoch === this.state.epoch;
    const fresh = same ? state.events.filter((event) => event.n >= this.log.length) : [];
    this.log = [...this.log.slice(0, state.first), ...state.events];
    if (fresh.length) this.before = this.state?.view ?? null;
    this.state = state;
    // At once, before anything is waited for: nobody shall see the position after the film before the film.
    if (!first && fresh.length && !this.silent) this.onEvents(fresh);
    const now = state.legal?.decision.id;
    if (now !== before) {
      this.violations = [];
      await this.draft.begin(now ?? "");
    }
    if (first) await this.catchUp(fresh);
    noteSeen(this.id, state.side, this.log.length);
    await this.revealShare(state);
    await this.answerIdly();
  }

  /** Reveals this browser's share of the seed as soon as everybody has committed: then the match begins. */
  private async revealShare(state: MatchState): Promise<void> {
    try {
      const after = await settled(state, this.token);
      if (after !== state) await this.take(after);
    } catch (error) {
      // It is tried again below; before the beginning there is nothing to lose.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      this.lookAgain();
    }
  }

  /** While shares are being revealed, looks again now and then: a refused one is sent anew, and no news is missed. */
  private lookAgain(): void {
    window.clearTimeout(this.looking);
    const open = this.state?.status === "open" && Object.values(this.state.seats).every((seat) => seat.taken);
    if (!open || this.stopped) return;
    this.looking = window.setTimeout(async () => {
      try {
        await this.take(await this.calls.state(0, 0));
      } catch {
        this.lookAgain();
      }
    }, LOOK);
  }

  /** Where nothing can be ordered or chosen, the one answer there is is given without asking. */
  private async answerIdly(): Promise<void> {
    const legal = this.legal;
    if (!legal?.idle || legal.units?.length || legal.choices?.length || this.sending) return;
    await this.submit(legal.idle);
  }

  /** Plays what happened since this browser last had the seat open; nothing at the very first time. */
  private async catchUp(events: GameEvent[]): Promise<void> {
    const seen = this.state ? seenOf(this.id, this.state.side) : null;
    const missed = seen === null ? [] : events.filter((event) => event.n >= seen);
    if (seen === null || !missed.length || !this.plane || !this.state) return;
    try {
      this.before = viewAfter(await this.calls.replay("own"), seen, this.plane, this.face);
    } catch {
      // Without the old position there is no film; the log has it all.
      return;
    }
    if (this.before && this.log.length === events.length) this.onEvents(missed);
  }

  /** Sends the order; what the rules refuse comes back as violations, and nothing is lost. */
  async submit(order: Order = this.draft.order()): Promise<boolean> {
    const decision = this.legal?.decision.id;
    if (!decision || this.sending) return false;
    this.sending = true;
    this.violations = [];
    this.problem = "";
    try {
      keepReceipt((await this.calls.submit(randomText(), decision, order)).receipt);
      this.draft.sent(order);
      await this.take(await this.calls.state(this.log.length, this.state?.epoch ?? 0));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.violations = error.violations;
      if (!error.violations.length) this.problem = [error.message, error.hint].filter(Boolean).join(" ");
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Takes back the last order, which becomes the draft again. */
  async undo(): Promise<void> {
    try {
      const { order, receipt } = await this.calls.undo(randomText());
      keepReceipt(receipt);
      const state = await this.calls.state(0, 0);
      await this.take(state);
      this.draft.restore(order);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problem = error.message;
    }
  }
}

/** The order being drawn: tasks by unit, with undo and redo, saved on the server as it changes. */
export class Draft {
  tasks = $state.raw<Record<string, Task>>({});
  choice = $state("");
  private past: Record<string, Task>[] = [];
  private future: Record<string, Task>[] = [];
  /** The tasks last sent, by the kind of decision. */
  private last: Record<string, Task[]> = {};
  private timer = 0;
  private begun = 0;
  private unsaved: (() => void) | null = null;
  depth = $state({ past: 0, future: 0 });

  constructor(private readonly match: Match) {}

  /** Starts afresh for a decision, or takes up what was drawn for it before. */
  async begin(decision: string): Promise<void> {
    const turn = ++this.begun;
    clearTimeout(this.timer);
    this.unsaved = null;
    this.past = [];
    this.future = [];
    this.tasks = {};
    this.choice = "";
    this.count();
    if (!decision) return;
    try {
      const saved = await this.match.calls.draft();
      // Whatever began or was given back in the meantime is newer than what was saved.
      if (turn === this.begun && saved.decision === decision && saved.draft && this.match.legal?.decision.id === decision && !this.past.length) {
        this.tasks = saved.draft as Record<string, Task>;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  set(task: Task): void {
    this.change({ ...this.tasks, [task.unit]: task });
  }

  clear(unit: string): void {
    const rest = { ...this.tasks };
    delete rest[unit];
    this.change(rest);
  }

  clearAll(): void {
    this.change({});
  }

  /** Last turn's tasks that `allowed` lets through, for the units without one; the server remembers them. */
  async repeat(allowed: (task: Task) => boolean): Promise<number> {
    const kind = this.match.legal?.decision.kind ?? "";
    if (!this.last[kind]) {
      const { orders } = await this.match.calls.orders();
      const before = orders.filter((given) => given.order.kind === kind && given.side === this.match.side).at(-1);
      this.last[kind] = before?.order.tasks ?? [];
    }
    const kept = this.last[kind].filter((task) => !this.tasks[task.unit] && allowed(task));
    if (kept.length) this.change({ ...this.tasks, ...Object.fromEntries(kept.map((task) => [task.unit, task])) });
    return kept.length;
  }

  undo(): void {
    const before = this.past.pop();
    if (before === undefined) return;
    this.future.push(this.tasks);
    this.tasks = before;
    this.count();
    this.save();
  }

  redo(): void {
    const after = this.future.pop();
    if (after === undefined) return;
    this.past.push(this.tasks);
    this.tasks = after;
    this.count();
    this.save();
  }

  order(choice = this.choice): Order {
    const kind = this.match.legal?.decision.kind ?? "";
    const tasks = Object.values(this.tasks);
    return { kind, ...(tasks.length && !choice ? { tasks } : {}), ...(choice ? { choice } : {}) };
  }

  sent(order: Order): void {
    // By the order's own kind: the next decision may be here before the answer to this one.
    if (order.tasks) this.last[order.kind] = order.tasks;
  }

  restore(order: Order): void {
    this.begun += 1;
    this.tasks = Object.fromEntries((order.tasks ?? []).map((task) => [task.unit, task]));
    this.choice = order.choice ?? "";
    this.save();
  }

  private change(tasks: Record<string, Task>): void {
    this.past.push(this.tasks);
    this.future = [];
    this.tasks = tasks;
    this.match.violations = [];
    this.count();
    this.save();
  }

  private count(): void {
    this.depth = { past: this.past.length, future: this.future.length };
  }

  save(): void {
    clearTimeout(this.timer);
    const decision = this.match.legal?.decision.id;
    if (!decision) return;
    this.unsaved = () => {
      this.unsaved = null;
      this.match.calls.saveDraft(decision, this.tasks).catch(() => {
        // The next change tries again; a draft that could not be saved is still on the screen.
      });
    };
    this.timer = window.setTimeout(() => this.flush(), 300);
  }

  /** Saves at once what waits to be saved: the page may be about to go. */
  flush(): void {
    clearTimeout(this.timer);
    this.unsaved?.();
  }
}
