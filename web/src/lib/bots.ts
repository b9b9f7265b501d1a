// Bots as people choose them: levels first, the engines behind them for those who want to know. Pure.

import type { BotInfo, SeatInfo } from "./types";

export const DEFAULT_BOT = "regular";

/** Levels, and everything else. */
export function sorted(bots: BotInfo[]): { levels: BotInfo[]; others: BotInfo[] } {
  return { levels: bots.filter((bot) => bot.group === "level"), others: bots.filter((bot) => bot.group !== "level") };
}

/** The bot that is chosen when nobody has chosen. */
export function usual(bots: BotInfo[]): string {
  return (bots.find((bot) => bot.name === DEFAULT_BOT) ?? bots[0])?.name ?? DEFAULT_BOT;
}

/** The bot in a seat, "" where somebody else sits. */
export function botIn(seat: SeatInfo | undefined): string {
  return seat?.kind.startsWith("bot:") ? seat.kind.slice(4) : "";
}

/** Whether bots play all of a match's seats. */
export function onlyBots(seats: Record<string, SeatInfo> | undefined): boolean {
  const all = Object.values(seats ?? {});
  return all.length > 0 && all.every((seat) => botIn(seat) !== "");
}

/** A bot's name as a title. */
export function botTitle(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
