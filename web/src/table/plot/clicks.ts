// What a click on a hex means, before anything is done about it. Pure.
//
// What is lit wins: a click on a hex that the chosen task takes gives the task, whoever stands there. A second click on the
// same hex selects the friend in it, and so does a click with Ctrl or Alt. Shift adds a friend to the selection. A wide zone
// (a deployment, a field to cover) is no target: one's own counters in it can be picked up as usual.

/** task: give the chosen task; select: the friend; add: the friend as well; other: nothing of one's own is there. */
export type Meaning = "task" | "select" | "add" | "other";

export interface Clicked {
  shift: boolean;
  /** Ctrl, Alt or the command key. */
  pick: boolean;
  /** Own counters in the hex, the selected one included. */
  own: number;
  /** Own counters in the hex that could be ordered and are not selected. */
  friends: number;
  /** Whether the chosen task takes the hex. */
  lit: boolean;
  /** Whether only a wide zone takes it. */
  wide: boolean;
  /** Whether the order given already ends there. */
  done: boolean;
}

export function meaning(click: Clicked): Meaning {
  if (click.friends && click.pick) return "select";
  if (click.friends && click.shift) return "add";
  if (click.lit && !(click.friends && (click.wide || click.done))) return "task";
  return click.own ? "select" : "other";
}
