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
/** Seats that are kept: far more than anybody plays, and little enough for the browser. */
const MOST = 2000;

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

function withSeat(seats: Held[], entry: Omit<Held, "added">): Held[] {
  const rest = seats.filter((other) => other.token !== entry.token);
  // When there are too many, what was put away goes first.
  const room = rest.length < MOST ? rest : [...rest.filter((other) => !other.archived), ...rest.filter((other) => other.archived)].slice(0, MOST - 1);
  return [{ ...entry, added: Date.now() }, ...room];
}

export function hold(entry: Omit<Held, "added">): void {
  write(withSeat(held(), entry));
}

/** Lets all seats go: somebody else uses this browser from now on. */
export function letGo(): void {
  write([]);
}

/** What the server knows of a seat. */
export type Known = Pick<Held, "match" | "token" | "side" | "scenario" | "watch" | "invite" | "archived">;

/** Takes over what the server knows: seats of other browsers, links that this one has not, what is put away. */
export function takeKnown(games: Known[]): void {
  let seats = held();
  for (const game of games) {
    const here = seats.find((seat) => seat.match === game.match && seat.side === game.side);
    if (here) Object.assign(here, { watch: here.watch ?? game.watch, invite: here.invite ?? game.invite, archived: game.archived });
    else seats = withSeat(seats, game);
  }
  write(seats);
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

/** The seats of a match that two at this screen share, by side. */
export function hotSeatsOf(match: string): Record<string, string> {
  const shared = held().filter((entry) => entry.match === match && entry.hot);
  return Object.fromEntries(shared.map((entry) => [entry.side, entry.token]));
}
