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
  /** The invitation to the free seat, where this browser made the match. */
  invite?: string;
  /** Put away from the list; the key stays. */
  archived?: boolean;
}

const KEY = "hulldown.seats";
/** Seats that are kept; the server lists no more at once. */
const MOST = 200;

export function held(): Held[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Held[];
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

function write(seats: Held[]): void {
  localStorage.setItem(KEY, JSON.stringify(seats));
}

export function hold(entry: Omit<Held, "added">): void {
  const rest = held().filter((other) => other.token !== entry.token);
  // When there are too many, what was put away goes first.
  const room = rest.length < MOST ? rest : [...rest.filter((other) => !other.archived), ...rest.filter((other) => other.archived)].slice(0, MOST - 1);
  write([{ ...entry, added: Date.now() }, ...room]);
}

/** Puts a seat away, or brings it back; nothing is lost. */
export function archive(token: string, away = true): void {
  write(held().map((other) => (other.token === token ? { ...other, archived: away } : other)));
}

/** What this browser keeps of a seat. */
export function heldBy(token: string): Held | undefined {
  return held().find((entry) => entry.token === token);
}

export const inviteLink = (seat: { match: string; invite?: string }) => (seat.invite ? `${location.origin}/#/join/${seat.match}/${seat.invite}` : "");
export const watchLink = (seat: { match: string; watch?: string }) => (seat.watch ? `${location.origin}/#/watch/${seat.match}/${seat.watch}` : "");

/** The tokens this browser holds for a match, by side: two of them make a hot seat. */
export function seatsOf(match: string): Record<string, string> {
  return Object.fromEntries(held().filter((entry) => entry.match === match).map((entry) => [entry.side, entry.token]));
}

/** The seats of a match that two at this screen share, by side. */
export function hotSeatsOf(match: string): Record<string, string> {
  const shared = held().filter((entry) => entry.match === match && entry.hot);
  return Object.fromEntries(shared.map((entry) => [entry.side, entry.token]));
}
