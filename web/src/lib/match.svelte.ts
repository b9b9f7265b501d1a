// One match as this browser knows it: the state fed by the websocket, the log, and the draft of the order being drawn.

import { ApiError, board, face, people, randomText, seatCalls, sentence, sequence, tables, type SeatCalls } from "./api";
import { noteSeen, seenOf, viewAfter } from "./catchup";
import { Draft } from "./draft.svelte";
import { keepReceipt, keepUndo, settled } from "./fairness";
import { EMPTY, type GameFace } from "./face";
import { Plane } from "./hexgeo";
import { Outbox, type Commit } from "./outbox.svelte";
import { people as said } from "./peopletexts";
import { Following } from "./following.svelte";
import { stored } from "./personkey";
import { present } from "./present.svelte";
import type { CostTables, GameEvent, MatchState, Order, SequenceRow, View, Violation } from "./types";
import type { ChatMessage, ChatOut } from "./wire";
import type { Wish } from "./settings.svelte";

export type Connection = "connecting" | "online" | "offline" | "closed";

const FIRST_WAIT = 500;
/** Close codes of a server that ends politely. */
const GOING_DOWN = new Set([1001, 1012]);
/** Milliseconds between looks at a match that is about to begin. */
const LOOK = 2000;
const LONGEST_WAIT = 8000;
const PING = 50_000;
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
  /** Whether the server has said that it goes down, and is not back yet. */
  stopping = $state(false);
  online = $state.raw<Record<string, boolean>>({});
  watching = $state(0);
  chat = $state.raw<ChatMessage[]>([]);
  /** Authors whose messages are hidden from this reader. */
  chatMuted = $state.raw<string[]>([]);
  /** Where this reader may write now. */
  chatChannels = $state.raw<ChatOut["channels"]>([]);
  /** Why this person may not talk here, "" where he may or is not known. */
  chatRefused = $state("");
  /** The number of the last message that was seen. */
  chatRead = $state(-1);
  problem = $state("");
  violations = $state.raw<Violation[]>([]);
  sending = $state(false);
  readonly draft = new Draft(this);
  /** A committed order that could not be sent yet. */
  readonly outbox: Outbox;
  readonly calls: SeatCalls;
  /** Called with the events that came with a new state, for playback and sounds. */
  onEvents: (events: GameEvent[]) => void = () => {};
  /** Lets an onlooker see one position after another. */
  readonly following = new Following((state) => this.show(state), () => this.state);
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer = 0;
  private pinger = 0;
  private stopped = false;
  private looking = 0;
  /** States are numbered when they are asked for, or when they come by themselves. */
  private asked = 0;
  /** The number of the state that is shown. */
  private shown = 0;

  constructor(
    readonly id: string,
    readonly token: string,
  ) {
    this.calls = seatCalls(id, token);
    this.outbox = new Outbox(token, async (commit) => {
      if (await this.deliver(commit)) await this.answerIdly();
    });
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

  /** Whether nothing can be sent now: something is on its way, or the game is paused. */
  get shut(): boolean {
    return this.sending || this.state?.paused === true;
  }

  /** Whether this seat owes a decision now; while the game is paused nobody does. */
  get myTurn(): boolean {
    return this.legal !== null && !this.state?.paused;
  }

  start(): void {
    this.stopped = false;
    present.match = this;
    window.addEventListener("pagehide", this.leaving);
    this.outbox.start();
    this.open();
  }

  private readonly leaving = () => this.draft.flush();

  stop(): void {
    window.clearTimeout(this.looking);
    this.stopped = true;
    this.outbox.stop();
    this.draft.flush();
    window.removeEventListener("pagehide", this.leaving);
    clearTimeout(this.timer);
    this.following.stop();
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
      this.following.forget();
      const chat = (this.chat.at(-1)?.serial ?? -1) + 1;
      socket.send(JSON.stringify({ type: "hello", token: this.token, events: this.log.length, epoch, chat, person: stored()?.key ?? "" }));
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
      if (GOING_DOWN.has(closed.code)) this.stopping = true;
      this.timer = window.setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  private receive(message: Record<string, unknown>): void {
    if (message["type"] === "state") {
      this.wait = FIRST_WAIT;
      // What was drawn while the server was away is saved now.
      if (this.connection === "offline") {
        this.draft.save();
        this.outbox.send();
      }
      this.connection = "online";
      this.stopping = false;
      const state = message as unknown as MatchState;
      if (this.following.on) this.following.queue(state);
      else void this.show(state);
    } else if (message["type"] === "presence") {
      this.online = (message["online"] as Record<string, boolean>) ?? {};
      this.watching = (message["watching"] as number) ?? 0;
    } else if (message["type"] === "chat") {
      this.takeChat(message as unknown as ChatOut);
    } else if (message["type"] === "error") {
      const { code, message: told = "" } = (message["error"] ?? {}) as { code?: string; message?: string };
      this.problem = code === "token" ? said.deadLink : told && sentence(told);
    }
  }

  /** Takes messages: new ones, or all of them (`whole`). None is taken twice. */
  takeChat(found: ChatOut, whole = false): void {
    const fresh = whole ? found.messages : found.messages.filter((one) => !this.chat.some((old) => old.serial === one.serial));
    this.chat = whole ? fresh : [...this.chat, ...fresh];
    this.chatMuted = found.muted;
    this.chatChannels = found.channels;
  }

  /** Asks for the whole chat; who may not read it has none. */
  async readChat(): Promise<void> {
    try {
      this.takeChat(await this.calls.chat(), true);
      this.chatRefused = "";
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.chatRefused = error.status === 403 ? error.told : "";
    }
  }

  get unreadChat(): number {
    return this.chat.filter((one) => one.serial > this.chatRead && !one.yours).length;
  }

  /** Notes that everything said so far has been seen. */
  chatSeen(): void {
    const last = this.chat.at(-1)?.serial ?? -1;
    if (last > this.chatRead) this.chatRead = last;
    this.noteLooked();
  }

  /** Tells the server how much of the match this person has seen, for the unread marks of his other browsers. */
  private noteLooked(): void {
    if (!this.state || !stored()?.person) return;
    void people.seen(this.id, this.state.number, this.log.length, this.chatRead).catch(() => undefined);
  }

  /** Takes a state that the server sent by itself. If the server goes away meanwhile, the state comes again with the connection. */
  private async show(state: MatchState): Promise<void> {
    try {
      await this.take(state);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== "offline") this.problem = error.told;
    }
  }

  /** Whether a newer state is shown: an offer or a pause changes nothing that is counted, and an answer may come late. */
  private overtaken(state: MatchState, asked: number): boolean {
    if (!this.state) return false;
    return state.number < this.state.number || (state.number === this.state.number && asked < this.shown);
  }

  /** Takes the state that a request is answered with. */
  private async takeFrom(call: Promise<MatchState>): Promise<void> {
    const asked = ++this.asked;
    await this.take(await call, asked);
  }

  /** Takes a newer state: the log is cut to where its events begin, then lengthened. */
  async take(state: MatchState, asked = ++this.asked): Promise<void> {
    if (this.overtaken(state, asked)) return;
    keepReceipt(state.receipt, state.opening);
    if (!this.plane) {
      const [found, shown, costs, rows] = await Promise.all([
        board(state.scenario), face(state.scenario, state.options), tables(state.scenario, state.options), sequence(state.scenario),
      ]);
      this.face = shown;
      this.plane = new Plane(found);
      this.tables = costs;
      this.rows = rows;
    }
    if (this.overtaken(state, asked)) return;
    this.shown = asked;
    const before = this.state?.legal?.decision.id;
    const first = this.state === null;
    // After a take-back (another epoch) the log is shorter and nothing new has happened; the same state may come twice.
    const same = this.state === null || state.epoch === this.state.epoch;
    const fresh = same ? state.events.filter((event) => event.n >= this.log.length) : [];
    this.log = [...this.log.slice(0, state.first), ...state.events];
    if (fresh.length) this.before = this.state?.view ?? null;
    this.state = state;
    // At once, before anything is waited for: nobody shall see the position after the film before the film.
    if (!first && fresh.length && !this.following.silent) this.onEvents(fresh);
    const now = state.legal?.decision.id;
    if (now !== before) {
      this.violations = [];
      await this.draft.begin(now ?? "");
    }
    if (first) await this.catchUp(fresh);
    noteSeen(this.id, state.side, this.log.length);
    this.noteLooked();
    // An order of before this page was loaded, whose question is gone: it arrived, or the game went on without it.
    if (first && this.outbox.asks && this.outbox.waiting?.decision !== now) this.outbox.send(true);
    await this.revealShare(state);
    await this.answerIdly();
  }

  /** Reveals this browser's share of the seed as soon as everybody has committed: then the match begins. */
  private async revealShare(state: MatchState): Promise<void> {
    try {
      const asked = ++this.asked;
      const after = await settled(state, this.token);
      if (after !== state) await this.take(after, asked);
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
        await this.takeFrom(this.calls.state(0, 0));
      } catch {
        this.lookAgain();
      }
    }, LOOK);
  }

  /** Says whether the server answers for this seat what leaves no choice. */
  async setAutomatic(on: boolean, wish: Wish | null): Promise<void> {
    try {
      await this.takeFrom(this.calls.setAutomatic(on, wish));
    } catch (error) {
      // It is said again with the next state.
      if (!(error instanceof ApiError)) throw error;
    }
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
  async submit(order: Order = this.draft.order(), standing: string[] = []): Promise<boolean> {
    const taken = await this.send(order, standing);
    // The answer may have brought a question to which there is one answer only; until now nothing else could be sent.
    if (taken) await this.answerIdly();
    return taken;
  }

  /** Commits the order that is drawn, and holds it back for some seconds in which it can be taken back. */
  async commit(seconds: number): Promise<boolean> {
    const decision = this.legal?.decision.id;
    if (!seconds || !decision || this.sending || this.outbox.waiting) return this.submit();
    const order = this.draft.order();
    // What the rules refuse they say now and not when the time is over.
    if (!(await this.passes(order))) return false;
    if (this.legal?.decision.id !== decision) return false;
    this.outbox.hold({ submission: randomText(), decision, order }, seconds);
    return true;
  }

  private async passes(order: Order): Promise<boolean> {
    this.sending = true;
    this.violations = [];
    this.problem = "";
    try {
      this.violations = (await this.calls.check(order)).violations;
    } catch (error) {
      // Whoever cannot be asked now says it when the order comes.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      this.sending = false;
    }
    return !this.violations.length;
  }

  private async send(order: Order, standing: string[]): Promise<boolean> {
    const decision = this.legal?.decision.id;
    if (!decision || this.sending || this.outbox.waiting || this.state?.paused) return false;
    return this.deliver({ submission: randomText(), decision, order, standing });
  }

  /** Sends a committed order; if nobody answers it is kept and sent again, under the same id. */
  private async deliver(commit: Commit): Promise<boolean> {
    if (this.sending) return false;
    this.sending = true;
    this.violations = [];
    this.problem = "";
    try {
      keepReceipt((await this.calls.submit(commit.submission, commit.decision, commit.order, commit.standing)).receipt);
      this.outbox.clear();
      this.draft.sent(commit.order);
      await this.refresh();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.passing) {
        this.outbox.keep(commit);
        return false;
      }
      this.outbox.clear();
      this.violations = error.violations;
      if (error.code === "stale") await this.refresh().then(() => (this.problem = said.movedOn));
      else if (!error.violations.length) this.problem = error.told;
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Does not send what was committed; it becomes the draft again. */
  reopenUnsent(): void {
    const commit = this.outbox.waiting;
    this.outbox.clear();
    if (commit && commit.decision === this.legal?.decision.id && !Object.keys(this.draft.tasks).length) this.draft.restore(commit.order);
  }

  /** Asks for the newest state; if the server is away, it comes with the connection. */
  private async refresh(): Promise<void> {
    try {
      await this.takeFrom(this.calls.state(this.log.length, this.state?.epoch ?? 0));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Something between people (an offer, its answer, resigning): the state after it is shown. */
  async settle(call: Promise<MatchState>): Promise<boolean> {
    this.problem = "";
    try {
      await this.takeFrom(call);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problem = error.told;
      return false;
    }
  }

  /** Takes back the last order, which becomes the draft again. */
  async undo(): Promise<void> {
    try {
      const { order, receipt } = await this.calls.undo(randomText());
      keepUndo(receipt);
      const state = await this.calls.state(0, 0);
      await this.take(state);
      this.draft.restore(order);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problem = error.told;
    }
  }
}
