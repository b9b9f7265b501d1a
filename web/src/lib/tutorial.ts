// The engine of a coach that stands beside the real table: it watches what the player does and says what comes next.
// Steps are data; a step that waits names its condition in a few words ("task:MV", "decided:plot"). Pure.

export interface Step {
  id: string;
  title: string;
  /** A paragraph each. `{enemy}` is the label of the nearest enemy counter. */
  text: string[];
  /** What to do now; absent where reading is enough. */
  todo?: string;
  /** Any of these ends the step; absent: the player presses Next. */
  done?: string[];
  /** The part of the table that the step is about: a CSS selector. */
  at?: string;
}

/** What the coach can see of the player and the game. */
export interface Facts {
  turn: number;
  /** The kind of the decision asked now, or "". */
  asked: string;
  /** Kinds of tasks in the draft. */
  tasks: string[];
  /** How many decisions of each kind were answered. */
  decided: Record<string, number>;
  /** How many events of each kind the log has. */
  events: Record<string, number>;
  /** What is open on the screen: "los", "odds", "playback" … */
  signs: string[];
  /** The hex of the nearest enemy counter, or "". */
  enemy: string;
  over: boolean;
}

export const NOTHING: Facts = {
  turn: 0, asked: "", tasks: [], decided: {}, events: {}, signs: [], enemy: "", over: false,
};

/** Whether a condition holds now, counted from the facts at the step's beginning. */
export function holds(condition: string, now: Facts, since: Facts): boolean {
  const [what = "", name = ""] = condition.split(":");
  switch (what) {
    case "task":
      return now.tasks.includes(name);
    case "decided":
      return (now.decided[name] ?? 0) > (since.decided[name] ?? 0);
    case "event":
      return (now.events[name] ?? 0) > (since.events[name] ?? 0);
    case "happened":
      return (now.events[name] ?? 0) > 0;
    case "asked":
      return now.asked === name;
    case "sign":
      return now.signs.includes(name);
    case "turn":
      return now.turn >= Number(name);
    case "over":
      return now.over;
    default:
      return false;
  }
}

/** Where a coach stands: the step, and what was so when it began. */
export interface Progress {
  index: number;
  since: Facts;
  /** A step the player went back to waits for Next, even if its condition held long ago. */
  held: boolean;
}

export function begin(now: Facts, index = 0): Progress {
  return { index, since: now, held: false };
}

export function isDone(steps: Step[], progress: Progress, now: Facts): boolean {
  const conditions = steps[progress.index]?.done ?? [];
  return conditions.some((condition) => holds(condition, now, progress.since));
}

/** The next place after something has changed: on, when the step's condition holds. */
export function watch(steps: Step[], progress: Progress, now: Facts): Progress {
  if (progress.held || progress.index >= steps.length - 1 || !isDone(steps, progress, now)) return progress;
  return { index: progress.index + 1, since: now, held: false };
}

export function onward(steps: Step[], progress: Progress, now: Facts): Progress {
  return { index: Math.min(steps.length - 1, progress.index + 1), since: now, held: false };
}

export function backward(progress: Progress, now: Facts): Progress {
  return { index: Math.max(0, progress.index - 1), since: now, held: true };
}

/** A step's texts with what they leave open filled in. */
export function filled(text: string, facts: Facts, unknown: string): string {
  return text.replaceAll("{enemy}", facts.enemy || unknown);
}
