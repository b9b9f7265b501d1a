// Who this browser is: a key and a recovery code made here, kept in localStorage. The server has hashes of them only.

import { ApiError, people as server } from "./api";
import { held, letGo, takeKnown, type Known } from "./mine";
import { KEY, stored, type Stored } from "./personkey";

/** Letters of a code: none that is easily taken for another. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function newCode(): string {
  // 32 letters: five bits of each byte are fair.
  return Array.from(crypto.getRandomValues(new Uint8Array(26)), (byte) => LETTERS[byte & 31]).join("");
}

/** A code as people read it, in groups of five. */
export const grouped = (code: string) => code.match(/.{1,5}/g)?.join("-") ?? code;

class Person {
  known = $state.raw<Stored | null>(stored());
  /** Whether the server takes people by invitation only; null until it was asked. */
  invited = $state<boolean | null>(null);

  get name(): string {
    return this.known?.name ?? "";
  }

  private keep(found: Stored | null): void {
    this.known = found;
    if (found) localStorage.setItem(KEY, JSON.stringify(found));
    else localStorage.removeItem(KEY);
  }

  async look(): Promise<void> {
    try {
      this.invited = (await server.about()).invitations_only;
      if (this.known) await server.me();
    } catch (error) {
      // A key that this server does not know, or that was signed out, is of no use any more.
      if (error instanceof ApiError && error.status === 401) this.keep(null);
    }
  }

  /** Makes this browser known under a name, once. The key is kept before it is sent, so that it can be sent again. */
  async register(name: string, invitation = ""): Promise<void> {
    if (this.known?.person) return;
    const made = this.known ?? { key: newKey(), code: newCode(), name, person: "" };
    this.keep({ ...made, name });
    try {
      const found = await server.register({ key: made.key, code: made.code, name, invitation });
      this.keep({ ...made, name: found.name, person: found.person });
    } catch (error) {
      if (error instanceof ApiError && !error.passing) this.keep(null);
      throw error;
    }
    await this.bring();
  }

  /** Makes this browser that of the person whose code this is, and brings his games. */
  async recover(code: string): Promise<void> {
    // Whoever was known here before has his seats on the server: they come back with his own code, and go to nobody else.
    const before = await this.bring().then(() => this.known, () => null);
    const key = newKey();
    const found = await server.recover(code, key);
    if (before?.person && before.person !== found.person) letGo();
    const plain = code.toUpperCase().replace(/[-\s]/g, "");
    // Another browser's one-time code is not the recovery code, which only the browser that made it can show.
    this.keep({ key, code: found.by === "device" ? "" : plain, name: found.name, person: found.person, shown: true });
    await this.bring();
  }

  async rename(name: string): Promise<void> {
    if (!this.known?.person || !name || name === this.known.name) return;
    this.keep({ ...this.known, name: (await server.rename(name)).name });
  }

  async replaceCode(): Promise<void> {
    const code = newCode();
    await server.replaceCode(code);
    if (this.known) this.keep({ ...this.known, code });
  }

  /** Tells the server which seats this browser holds, and takes those that other browsers of this person hold. */
  async bring(): Promise<void> {
    if (!this.known?.person) return;
    const here = held();
    if (here.length) {
      const added = await server.hold(here.map((seat) => seat.token));
      // What was put away here before the server knew of it stays away.
      if (added) for (const seat of here) if (seat.archived) await server.archive(seat.match, true).catch(() => undefined);
    }
    const known: Known[] = [];
    for (const away of [false, true]) {
      for (const { entry, token, watch, invite } of (await server.games("", away)).games) {
        known.push({ match: entry.match, token, side: entry.side ?? "", scenario: entry.scenario, watch, invite: invite || undefined, archived: away });
      }
    }
    takeKnown(known);
  }

  /** Notes whether the server pushes to this browser: another key is not told by it. */
  notePushed(pushed: boolean): void {
    if (this.known && (this.known.pushed ?? false) !== pushed) this.keep({ ...this.known, pushed });
  }

  /** The recovery code has been shown: the lobby does not show it again, Settings does. */
  codeShown(): void {
    if (this.known && !this.known.shown) this.keep({ ...this.known, shown: true });
  }
}

export const person = new Person();
