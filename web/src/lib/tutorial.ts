// The engine of a lesson that stands beside the real table: it watches what the player does and says what comes next.
// Steps are data of the game (core/tutorial.py); a step names the question it is about and what ends it. Pure.

import type { LessonStep } from "./wire";

export type Step = LessonStep;

/** What a lesson can see of the player and the game, as far as it is shown: a film that runs hides what it ends in. */
export interface Facts {
  turn: number;
  /** The kind of the question asked now, or "". */
  asked: string;
  /** The kinds of tasks that some unit may be given now. */
  offered: ReadonlySet<string>;
  tasks: { unit: string; kind: string }[];
  /** How many questions of each kind were answered. */
  decided: Record<string, number>;
  /** What has happened: "shot", and "shot@bravo" with the side it tells of. */
  happened: ReadonlySet<string>;
  /** What is open on the screen: "los", "odds", "playback" … */
  signs: string[];
  /** Whether a film is running. */
  playing: boolean;
  over: boolean;
}

export const NOTHING: Facts = {
  turn: 0, asked: "", offered: new Set(), tasks: [], decided: {}, happened: new Set(), signs: [], playing: false, over: false,
};

/** Whether the table is at rest: no film, and somebody is asked or all is over. */
export function atRest(now: Facts): boolean {
  return !now.playing && (now.asked !== "" || now.over);
}

/** Whether a condition holds now. What is answered counts from the beginning of the step. */
export function holds(condition: string, now: Facts, since: Facts): boolean {
  const colon = condition.indexOf(":");
  const what = condition.slice(0, colon);
  const name = condition.slice(colon + 1);
  // An answer is given before its film; everything else waits until the film is over.
  if (what === "decided") return (now.decided[name] ?? 0) > (since.decided[name] ?? 0);
  if (what === "sign") return now.signs.includes(name);
  if (now.playing) return false;
  switch (what) {
    case "task": {
      const [kind, unit] = name.split("@");
      return now.tasks.some((task) => task.kind === kind && (!unit || task.unit === unit));
    }
    case "happened":
      return now.happened.has(name);
    case "asked":
      return now.asked === name;
    case "offered":
      return now.offered.has(name);
    case "turn":
      return now.turn >= Number(name);
    case "played":
      return atRest(now);
    case "over":
      return now.over;
    default:
      return false;
  }
}

/** Where a lesson stands: the step, what was so when it began, and which steps are behind. */
export interface Progress {
  index: number;
  since: Facts;
  /** A step the player went back to waits for Next, even if its condition held long ago. */
  held: boolean;
  behind: ReadonlySet<string>;
}

export function begin(steps: Step[], now: Facts, index = 0): Progress {
  const at = Math.max(0, Math.min(index, steps.length - 1));
  return { index: at, since: now, held: false, behind: new Set(steps.slice(0, at).map((step) => step.id)) };
}

export function isDone(steps: Step[], progress: Progress, now: Facts): boolean {
  return (steps[progress.index]?.done ?? []).some((condition) => holds(condition, now, progress.since));
}

/** Whether something else is asked than the step is about. */
export function isAside(step: Step | undefined, now: Facts): boolean {
  return Boolean(step?.about) && atRest(now) && !now.over && step?.about !== now.asked;
}

/** The next place after something has changed: on, when the step is done; to another, when the game asks for that one. */
export function watch(steps: Step[], progress: Progress, now: Facts): Progress {
  const last = steps.length - 1;
  if (progress.held || progress.index >= last) return progress;
  if (now.over && !now.playing) return { ...progress, index: last, since: now };
  const step = steps[progress.index];
  // Who has answered the question is past everything that was said about it.
  if (step?.about && holds(`decided:${step.about}`, now, progress.since)) {
    let next = onward(steps, progress, now);
    while (next.index < last && steps[next.index]?.about === step.about) next = onward(steps, next, now);
    return next;
  }
  if (isDone(steps, progress, now)) return onward(steps, progress, now);
  if (!isAside(step, now)) return progress;
  const other = steps.findIndex((one) => one.about === now.asked && !progress.behind.has(one.id));
  return other < 0 ? progress : { ...progress, index: other, since: now };
}

export function onward(steps: Step[], progress: Progress, now: Facts): Progress {
  const behind = new Set(progress.behind).add(steps[progress.index]?.id ?? "");
  return { index: Math.min(steps.length - 1, progress.index + 1), since: now, held: false, behind };
}

export function backward(progress: Progress, now: Facts): Progress {
  return { ...progress, index: Math.max(0, progress.index - 1), since: now, held: true };
}

/** The paragraphs of a step, by what has happened. */
export function paragraphs(step: Step, now: Facts): string[] {
  const told = (step.variants ?? []).map((one) => (holds(one.when, { ...now, playing: false }, NOTHING) ? one.text : (one.otherwise ?? "")));
  return [...step.text, ...told].filter(Boolean);
}
