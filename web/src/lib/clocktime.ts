// Clocks: how much time a side has left now, and how that is written.

import { meeting as words } from "./meetingtexts";
import type { ClockTerms, SideClockOut } from "./wire";

/** The seconds left at a moment, counted from when the state came. */
export function leftNow(clock: SideClockOut, since: number, now: number): number {
  return Math.max(0, clock.left - (clock.running ? (now - since) / 1000 : 0));
}

/** Time as people read it: 4:05, 1:02:03, or 2 d 3 h. */
export function written(seconds: number): string {
  const whole = Math.ceil(seconds);
  const days = Math.floor(whole / 86_400);
  const hours = Math.floor((whole % 86_400) / 3600);
  if (days) return `${days} d ${hours} h`;
  const minutes = Math.floor((whole % 3600) / 60);
  const two = (value: number) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A span in the unit that suits it: 90 s, 5 min, 2 h, 3 days. */
export function span(seconds: number): string {
  if (seconds % 86_400 === 0) return seconds === 86_400 ? "1 day" : `${seconds / 86_400} days`;
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** What was agreed, in words. */
export function termsWords(terms: ClockTerms | null | undefined): string {
  if (!terms) return "no clock";
  const increment = terms.increment ? ` + ${span(terms.increment)} a move` : "";
  return terms.kind === "move" ? `${span(terms.seconds)} a move` : `${span(terms.seconds)} for the game${increment}`;
}

/** The seconds for a question that interrupts a move, unless something else was agreed. */
export const INTERRUPT = 60;

/** What the numbers of a clock may be, in seconds; the server has the last word (core/clocks.py). */
export const LIMITS = { seconds: [60, 60 * 86_400], increment: [0, 86_400], interrupt: [10, 3600] } as const;
/** What is usual: ten minutes, twelve hours, three days for a move. */
export const USUAL: Record<string, number> = { "60": 10, "3600": 12, "86400": 3 };

/** Why a clock cannot have this number; "" when it can. An emptied field has no number at all. */
export function clockFault(what: keyof typeof LIMITS, value: number | null | undefined, unit = 1): string {
  const [least, most] = LIMITS[what].map((one) => one / unit) as [number, number];
  if (typeof value !== "number" || !Number.isInteger(value)) return words.clockWhole;
  return value < least || value > most ? words.clockRange(Math.max(what === "increment" ? 0 : 1, least), most) : "";
}

/** What was agreed with everything that follows from it: for who is about to join. */
export function agreedWords(terms: ClockTerms | null | undefined): string {
  if (!terms) return termsWords(terms);
  return [termsWords(terms), words.whenUp[terms.at_end ?? "claim"], words.inBetween(span(terms.interrupt ?? INTERRUPT))].join("; ");
}
