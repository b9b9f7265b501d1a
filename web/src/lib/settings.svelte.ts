// What a person has chosen for this browser: theme, sound, speed of the playback, the player's name. Kept in localStorage.

const KEY = "hulldown.settings";

/** When a player is asked whether he reacts: from which chance on, and how much better it must be to be asked again. */
export interface Wish {
  least: number;
  step: number;
  rear: boolean;
  nearer: number;
}
export const WISH: Wish = { least: 10, step: 10, rear: true, nearer: 0 };

export const sameWish = (one: Wish | null, other: Wish | null): boolean =>
  one === other || (one !== null && other !== null && (Object.keys(WISH) as (keyof Wish)[]).every((key) => one[key] === other[key]));

export interface Chosen {
  theme: "system" | "light" | "dark";
  sound: boolean;
  /** Whether guns and engines are heard in the playback. */
  battle: boolean;
  speed: number;
  playback: boolean;
  /** Whether questions without a choice are answered for the player. */
  automatic: boolean;
  /** When the player is asked whether he reacts; null: at each chance. */
  wish: Wish | null;
  /** Whether a coach stands beside the table. */
  coach: boolean;
  /** Whether the next unit is taken up as soon as an order is given. */
  autoNext: boolean;
  /** Seconds for which an order against bots alone can be taken back after Commit. */
  grace: number;
  /** The player's name, which goes with each seat; "" for none. */
  name: string;
  /** Whether the lobby has asked for it. */
  named: boolean;
}

const DEFAULTS: Chosen = {
  theme: "system", sound: false, battle: false, speed: 1, playback: true, automatic: true, wish: WISH, coach: false, autoNext: false, grace: 2, name: "", named: false,
};

function read(): Chosen {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Chosen>) };
  } catch {
    return { ...DEFAULTS };
  }
}

class Settings {
  chosen = $state.raw<Chosen>(read());
  dark = $state(false);
  private readonly wish = window.matchMedia?.("(prefers-color-scheme: dark)");

  constructor() {
    this.wish?.addEventListener?.("change", () => this.apply());
    this.apply();
  }

  set(change: Partial<Chosen>): void {
    this.chosen = { ...this.chosen, ...change };
    localStorage.setItem(KEY, JSON.stringify(this.chosen));
    this.apply();
  }

  /** Whether things should keep still because the system asks for it. */
  get still(): boolean {
    return window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
  }

  private apply(): void {
    const { theme } = this.chosen;
    this.dark = theme === "dark" || (theme === "system" && (this.wish?.matches ?? false));
    document.documentElement.dataset["theme"] = this.dark ? "dark" : "light";
  }
}

export const settings = new Settings();
