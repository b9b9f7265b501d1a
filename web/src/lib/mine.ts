// My games: the seat links this browser holds. No account is needed; who has the token plays the seat.

export interface Held {
  match: string;
  token: string;
  side: string;
  scenario: string;
  added: number;
  /** Two at this screen share the match. */
  hot?: boolean;
  /** The token for onlookers, where this browser made the match. */
  watch?: string;
}

const KEY = "hulldown.seats";

export function held(): Held[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Held[];
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export function hold(entry: Omit<Held, "added">): void {
  const rest = held().filter((other) => other.token !== entry.token);
  localStorage.setItem(KEY, JSON.stringify([{ ...entry, added: Date.now() }, ...rest].slice(0, 200)));
}

export function release(token: string): void {
  localStorage.setItem(KEY, JSON.stringify(held().filter((other) => other.token !== token)));
}

/** The tokens this browser holds for a match, by side: two of them make a hot seat. */
export function seatsOf(match: string): Record<string, string> {
  return Object.fromEntries(held().filter((entry) => entry.match === match).map((entry) => [entry.side, entry.token]));
}

/** The seats of a match that two at this screen share, by side. */
export function hotSeatsOf(match: string): Record<string, string> {
  const shared = held().filter((entry) => entry.match === match && entry.hot);
  return Object.fromEntries(shared.map((entry) => [entry.side, entry.token]));
}
