// Fire that can be combined in several ways: the ways laid side by side, and the answer as tasks. Pure.

import { taskFace, type GameFace } from "../../lib/face";
import type { Division, Legal, Side, Task, UnitLegal, View, Volley } from "../../lib/types";
import { share } from "../odds/figures";

/** So many ways are shown at first; the others on demand. */
export const SHOWN = 5;

/** The volleys about which a side is asked now. */
export function volleysOf(view: View | null, legal: Legal | null, side: Side | null): Volley[] {
  const all = view?.["volleys"];
  if (!Array.isArray(all) || !legal) return [];
  const asked = new Set((legal.units ?? []).map((unit) => unit.unit));
  return (all as Volley[]).filter((volley) => volley.side === side && volley.firers.every((unit) => asked.has(unit)));
}

/** The tasks that answer with one of the ways. */
export function wayTasks(legal: Legal, volley: Volley, way: Division): Task[] {
  return volley.firers.map((unit, k) => {
    const kind = legal.units?.find((one) => one.unit === unit)?.options[0]?.kind ?? "";
    return { unit, kind, choice: way.groups.charAt(k) };
  });
}

/** Signs in the order in which they first occur, so that two names of one division are the same. */
function normal(signs: string[]): string {
  const seen: string[] = [];
  return signs
    .map((one) => {
      if (!seen.includes(one)) seen.push(one);
      return String.fromCharCode(65 + seen.indexOf(one));
    })
    .join("");
}

/** The way that the tasks of a draft stand for: its place, or -1. A firer of which nothing is said fires with the first. */
export function chosenWay(volley: Volley, tasks: Record<string, Task>): number {
  const chosen = normal(volley.firers.map((unit) => tasks[unit]?.choice ?? volley.ways[0]?.groups.charAt(0) ?? ""));
  return volley.ways.findIndex((way) => normal([...way.groups]) === chosen);
}

export type Preset = "together" | "apart" | "best";

/** The place of the way that a preset stands for. */
export function presetWay(volley: Volley, preset: Preset): number {
  if (preset === "best") return volley.best;
  const parts = (way: Division) => new Set(way.groups).size;
  const wanted = preset === "together" ? 1 : Math.max(...volley.ways.map(parts));
  return volley.ways.findIndex((way) => parts(way) === wanted);
}

/** The places of all ways, the most promising first: by the chance to destroy, then by the harm to be expected. */
export function ranked(volley: Volley): number[] {
  const value = (k: number) => [share(volley.ways[k]!.destroys), share(volley.ways[k]!.levels)] as const;
  return volley.ways.map((_, k) => k).sort((a, b) => value(b)[0] - value(a)[0] || value(b)[1] - value(a)[1] || a - b);
}

/** The ways shown at first: the best ones, and always all together, all apart and the one chosen. */
export function leading(volley: Volley, chosen: number): number[] {
  const order = ranked(volley);
  const wanted = new Set([...order.slice(0, SHOWN - 2), presetWay(volley, "together"), presetWay(volley, "apart"), chosen]);
  return order.filter((k) => wanted.has(k));
}

/** Whether a unit can be told nothing but whom to strike. */
export function targetsOnly(unit: UnitLegal): boolean {
  return unit.options.every((option) => option.targets?.length && !option.path && !option.cells?.length && !option.choices?.length && !option.facings?.length);
}

/** Whether a decision is about nothing but whom each unit strikes: tasks that are answers, by the face, each with its targets. */
export function striking(legal: Legal | null, face: GameFace): boolean {
  const units = legal?.choices?.length ? [] : (legal?.units ?? []);
  return units.length > 0 && units.every((unit) => targetsOnly(unit) && unit.options.every((option) => taskFace(face, option.kind).family === "answer"));
}
