// Who sits where, how a game ended between them, and the way into a rematch.

import { seatCalls, takeSeat } from "./api";
import { botIn, botTitle } from "./bots";
import { sideTitle, type GameFace } from "./face";
import { commitmentTo, keepShare, keptOf, newShares, settle } from "./fairness";
import { hold } from "./mine";
import { meeting } from "./meetingtexts";
import { people as words } from "./peopletexts";
import type { Ending, MatchState, Offer, Outcome, SeatInfo, Side, Terms } from "./types";

/** What a name may be; the server has the last word (matches/names.py). */
export const NAME_LENGTH = 24;
const NAME = /^(?!\p{M})[\p{L}\p{M}\p{N} .,\-_'’!?&+#()]*$/u;
/** Letters and accents that cannot be seen. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}]/u;
/** Letters that are written from right to left. */
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name for a sentence: one that is written from right to left does not turn the words beside it round. */
export const isolated = (name: string) => (LEFTWARD.test(name) ? `\u2068${name}\u2069` : name);

/** A name as it is sent: one line, no spaces around it. */
export const tidied = (typed: string) => typed.normalize("NFC").trim().split(/\s+/).join(" ");

/** What is wrong with a name, "" when nothing is. */
export function nameFault(typed: string): string {
  const name = tidied(typed);
  if ([...name].length > NAME_LENGTH) return words.nameLong(NAME_LENGTH);
  if (!NAME.test(name) || UNSEEN.test(name)) return words.nameSigns;
  return !name || /[\p{L}\p{N}]/u.test(name) ? "" : words.nameBlank;
}

/** The player in a seat: a name, a bot's level, or "" for a person without a name. */
export function playerIn(seat: SeatInfo | undefined): string {
  const bot = botIn(seat);
  return bot ? words.bot(botTitle(bot)) : isolated(seat?.name ?? "");
}

/** A side with its player, for a sentence: "Bravo (Ben)". */
export function sideWith(title: string, seat: SeatInfo | undefined): string {
  const player = playerIn(seat);
  return player ? words.with(title, player) : title;
}

/** How people ended a game, in a sentence; "" where the rules did. */
export function endingWords(ending: Ending | null | undefined, outcome: Outcome | null, own: Side | null, named: (side: Side) => string): string {
  if (!ending) return "";
  if (ending.how === "resigned") return own === ending.side ? words.youResigned : words.resigned(named(ending.side));
  if (ending.how === "time") {
    if (ending.terms === "draw") return meeting.bothRanOut;
    return own === ending.side ? meeting.youRanOut : meeting.ranOut(named(ending.side));
  }
  if (ending.terms === "draw") return words.agreedDraw;
  return words.agreedScore((outcome?.reason ?? "").replace(/^ended by agreement: /, ""));
}

/** How people ended this game, in a sentence with their names; "" where the rules did, or nobody has. */
export function endedBy(state: MatchState | null, face: GameFace): string {
  const own = state?.hot_seat ? null : (state?.side ?? null);
  return endingWords(state?.ending, state?.view?.outcome ?? null, own, (side) => sideWith(sideTitle(face, side), state?.seats[side]));
}

/** Whether whoever has offered to go on with a paused game has waited long enough to do so alone. */
export const mayGoOnAlone = (offer: Offer | null, side: Side | null, now: number) =>
  offer !== null && offer.side === side && offer.terms === "resume" && typeof offer.alone === "number" && offer.alone <= now;

/** Whether a side may make an offer now: one at a time, and none for the rest of the turn after a decline; while a game is paused no turn ends. */
export function mayOffer(offer: Offer | null, side: Side | null, terms: Terms, now: number): boolean {
  if (offer?.side !== side) return true;
  return terms === "resume" && (offer?.terms !== "resume" || offer.declined || mayGoOnAlone(offer, side, now));
}

/** Whether a side is asked to answer this offer. */
export const offeredTo = (offer: Offer | null | undefined, side: Side | null | undefined) =>
  Boolean(offer && side && offer.side !== side && !offer.declined);

/** What a side reads of its own offer. */
export function ownOffer(offer: Offer, now: Date, language?: string): string {
  if (typeof offer.alone !== "number") return offer.declined ? words.declinedNow : words.youOffered(offer.terms);
  if (offer.alone <= now.getTime() / 1000) return words.mayGoOn;
  const when = new Date(offer.alone * 1000).toLocaleString(language, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  return offer.declined ? words.resumeDeclined(when) : words.resumeOffered(when);
}

/** Takes this browser's seats in the rematch of a match, with the sides swapped; where to go then. */
export async function playAgain(match: string, tokens: string[], about: { scenario: string; hot: boolean; name: string }): Promise<string> {
  const seats = [];
  for (const token of tokens) {
    const found = await seatCalls(match, token).rematch();
    hold({ match: found.match, token: found.token, side: found.side, scenario: about.scenario, hot: about.hot, watch: found.watch });
    if (!keptOf(found.match, found.side)?.entropy) keepShare(found.match, found.side, newShares([found.side]).shares[found.side] ?? "");
    const share = keptOf(found.match, found.side)?.entropy ?? "";
    await takeSeat(found.match, found.token, commitmentTo(found.side, share), about.hot ? "" : about.name);
    seats.push(found);
  }
  // The table tries again if this fails.
  for (const seat of seats) await settle(seat.match, seat.token).catch(() => null);
  const first = seats[0];
  return first ? `/play/${first.match}/${first.token}` : "/";
}
