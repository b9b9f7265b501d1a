// What a key does at the table; says whether it was used.

import type { GameFace } from "../../lib/face";
import { keysOf, typing } from "./keys";
import type { Plotter } from "./plotter.svelte";
import { reaction } from "./plotting";

export interface Actions {
  commit: () => void;
  next: (back?: boolean) => void;
  answer: (choice: string) => void;
}

const LETTERS = "abcdef";

export function tableKey(event: KeyboardEvent, plotter: Plotter, face: GameFace, actions: Actions): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const { match } = plotter;
  const choices = reaction(match.legal) ? (match.legal?.choices ?? []) : [];
  if (choices.length && /^[1-9]$/.test(key) && choices[Number(key) - 1]) {
    actions.answer(choices[Number(key) - 1] as string);
    return true;
  }
  if (typing(event)) return false;
  if (event.ctrlKey || event.metaKey) {
    if (key === "z" && event.shiftKey) match.draft.redo();
    else if (key === "z") match.draft.undo();
    else if (key === "y") match.draft.redo();
    else if (key === "Enter") actions.commit();
    else return false;
    return true;
  }
  if (event.altKey) return false;
  const onButton = event.target instanceof Element && event.target.closest("button, a") !== null;
  const onMap = event.target instanceof Element && event.target.closest("[data-testid=map]") !== null;
  if (key === "Enter") {
    if (onButton) return false;
    actions.commit();
    return true;
  }
  if (key === "Tab") {
    if (!onMap || event.shiftKey || !plotter.left.length) return false;
    actions.next();
    return true;
  }
  if (key === "Escape") {
    if (plotter.los) plotter.toggleLos();
    else if (plotter.kind) plotter.kind = null;
    else if (plotter.selected) plotter.select(null);
    else return false;
    return true;
  }
  if (key === "Backspace") return (plotter.backspace(), true);
  if (key === "Delete") return (plotter.clear(), true);
  if (key === "l") return (plotter.toggleLos(), true);
  if (key === "n") return (actions.next(event.shiftKey), true);
  if (plotter.wheel) {
    const facing = LETTERS.indexOf(key);
    if (facing >= 0 && key.length === 1 && plotter.turnTo(facing)) return true;
    if (key === "q" && plotter.turn(-1)) return true;
    if (key === "e" && plotter.turn(1)) return true;
  }
  if (key === "x" && plotter.exit) return (plotter.take(plotter.exit.choice), true);
  const keys = keysOf(face, plotter.groups);
  const kind = Object.keys(keys).find((one) => keys[one] === key);
  if (kind) return (plotter.choose(kind), true);
  if (key === "h" && plotter.selected && !plotter.unit?.required) return (plotter.hold(), true);
  return false;
}
