// What a key does at the table; says whether it was used.

import type { GameFace } from "../../lib/face";
import { keysOf, typing } from "./keys";
import type { Plotter } from "./plotter.svelte";
import type { Prompt } from "../prompt/prompt.svelte";

export interface Actions {
  commit: () => void;
  /** Whether a question has stood long enough to be answered by a key; if not, it says so. */
  ready: () => boolean;
  next: (back?: boolean) => void;
}

const LETTERS = "abcdef";

export function tableKey(event: KeyboardEvent, plotter: Plotter, prompt: Prompt, face: GameFace, actions: Actions): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const { match } = plotter;
  if (typing(event)) return false;
  if (prompt.open && promptKey(event, key, prompt, actions)) return true;
  if (match.outbox.held && (key === "Escape" || (key === "z" && (event.ctrlKey || event.metaKey)))) return (match.reopenUnsent(), true);
  if (event.ctrlKey || event.metaKey) {
    if (key === "z" && event.shiftKey) match.draft.redo();
    else if (key === "z") match.draft.undo();
    else if (key === "y") match.draft.redo();
    else if (key === "Enter") committed(event, actions);
    else if (key === "a" && match.legal?.units?.length) plotter.commander.everybody();
    else return false;
    return true;
  }
  if (event.altKey) return false;
  const onButton = event.target instanceof Element && event.target.closest("button, a") !== null;
  if (key === "Enter") {
    if (onButton) return event.repeat;
    committed(event, actions);
    return true;
  }
  if (key === "Escape") {
    if (plotter.los) plotter.toggleLos();
    else if (plotter.others.size) plotter.select(plotter.selected);
    else if (plotter.kind) plotter.kind = null;
    else if (plotter.selected) plotter.select(null);
    else return false;
    return true;
  }
  if (key === "Backspace") return (plotter.backspace(), true);
  if (key === "Delete") return (plotter.clear(), true);
  if (key === "l") return (plotter.toggleLos(), true);
  if (key === "n") return (actions.next(event.shiftKey), true);
  if (event.shiftKey && whole(key, plotter)) return true;
  if (plotter.wheel) {
    const facing = LETTERS.indexOf(key);
    if (facing >= 0 && key.length === 1 && plotter.turnTo(facing)) return true;
    if (key === "q" && plotter.turn(-1)) return true;
    if (key === "e" && plotter.turn(1)) return true;
  }
  if (key === "w" && plotter.group?.options.some((option) => option.path?.waits)) return (plotter.writing.wait(), true);
  if (key === "x" && plotter.exit) return (plotter.take(plotter.exit.choice), true);
  const keys = keysOf(face, [...plotter.groups, ...plotter.commander.further]);
  const kind = Object.keys(keys).find((one) => keys[one] === key);
  if (kind) return (plotter.choose(kind), true);
  if (key === "h" && plotter.selected && !plotter.unit?.required) return (plotter.hold(), true);
  return false;
}

/** Keys with Shift that concern more than the selected unit's own order; whether it is one. */
function whole(key: string, { commander }: Plotter): boolean {
  if (key === "f") commander.formation();
  else if (key === "c") commander.copy();
  else if (key === "r") void commander.again();
  else if (key === "h") commander.holdOthers();
  else return false;
  return true;
}

/** A key that is held down commits nothing, nor does one that was meant for the question before. */
function committed(event: KeyboardEvent, actions: Actions): void {
  if (!event.repeat && actions.ready()) actions.commit();
}

/** The keys of a question: a number answers, the arrows mark an answer, Enter takes it, Esc lets the chance go by. */
function promptKey(event: KeyboardEvent, key: string, prompt: Prompt, actions: Actions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const on = (what: string) => event.target instanceof Element && event.target.closest(what) !== null;
  const numbered = /^[1-9]$/.test(key) ? prompt.entries[Number(key) - 1] : undefined;
  const answer = numbered ? () => prompt.take(numbered)
    : key === "Enter" && !on("button, a, [data-testid=map]") ? () => prompt.take(prompt.entries[prompt.marked])
    : key === "Escape" ? () => prompt.pass() : null;
  if (answer) {
    if (!event.repeat && actions.ready()) answer();
    return true;
  }
  if ((key === "ArrowDown" || key === "ArrowUp") && !on("[data-testid=map]")) return (prompt.move(key === "ArrowDown" ? 1 : -1), true);
  return false;
}
