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

/** Whether bots play all seats but this one: then nobody but the player waits for the player's order. */
export function againstBots(seats: Record<string, SeatInfo> | undefined, own: string | null): boolean {
  const others = Object.entries(seats ?? {}).filter(([side]) => side !== own);
  return own !== null && others.length > 0 && others.every(([, seat]) => botIn(seat) !== "");
}

/** A bot's name as a title, without what stands behind its colon. */
export function botTitle(spec: string): string {
  const name = spec.split(":")[0] ?? "";
  return name.charAt(0).toUpperCase() + name.slice(1);
}
