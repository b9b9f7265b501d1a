// Units that act together, and what acts without being a counter, as a view tells of them (core/game.py: Group, Asset). Pure.

import type { PatternFace } from "./wire";
import type { Plane } from "./hexgeo";
import type { Cell, Task, View } from "./types";

/** A platoon or section of one's own; an order for all of it is given to its key. */
export interface UnitGroup {
  key: string;
  name: string;
  members: string[];
  leader?: string;
  what?: string;
  /** Members that act by themselves now. */
  apart?: string[];
  /** What it cannot be told now, and why. */
  barred?: { kind: string; rule: string; why: string }[];
  tone?: "bad" | "warn" | "good" | "quiet";
  /** How many tasks of those that can be shared its members may be given. */
  most?: number;
  /** Members whose tasks are not counted. */
  free?: string[];
}
/** Two units that have to keep together. */
export interface Link {
  one: string;
  other: string;
  broken?: boolean;
}
/** A fight that goes on in turns. */
export interface Contest {
  title: string;
  rule: string;
  cell?: Cell;
  stages?: string[];
  stage?: number;
  /** Whose go it is. */
  side?: string;
  fighters?: { unit: string; side: string; text?: string; left?: string }[];
  notes?: string[];
}
export interface Mission {
  turn: number;
  what: string;
  cell?: Cell;
}
/** A battery behind the map, aircraft: ordered by its key, or by the names of its parts. */
export interface Asset {
  key: string;
  name: string;
  what?: string;
  missions?: Mission[];
  pattern?: string;
  spent?: boolean;
  parts?: string[];
}

/** How far a unit of one's own acts with something. */
export interface Reach {
  unit: string;
  name: string;
  most: number;
  least?: number;
}

const listed = <Entry>(view: View | null | undefined, key: string): Entry[] => {
  const all = view?.[key];
  return Array.isArray(all) ? (all as Entry[]) : [];
};

export const groupsIn = (view: View | null | undefined) => listed<UnitGroup>(view, "groups");
export const assetsIn = (view: View | null | undefined) => listed<Asset>(view, "assets");

/** One's own units whom fire close by endangers. */
export const exposedIn = (view: View | null | undefined) => listed<string>(view, "exposed");

export const linksIn = (view: View | null | undefined) => listed<Link>(view, "links");

export function contestIn(view: View | null | undefined): Contest | null {
  const found = view?.["contest"];
  return found && typeof found === "object" ? (found as Contest) : null;
}

/** What orders are given to, by the name people know it by: a group or an asset has its own. */
export function pseudoName(view: View | null | undefined, name: string): string | undefined {
  const group = groupsIn(view).find((one) => one.key === name);
  if (group) return group.name;
  const asset = assetOf(view, name);
  return asset && asset.key === name ? asset.name : undefined;
}

export const reachesOf = (view: View | null | undefined, unit: string | null) =>
  unit === null ? [] : listed<Reach>(view, "reaches").filter((reach) => reach.unit === unit);

/** The members that go by the order of their group. */
export const following = (group: UnitGroup) => group.members.filter((unit) => !group.apart?.includes(unit));

export function groupOf(view: View | null | undefined, unit: string): UnitGroup | undefined {
  return groupsIn(view).find((group) => following(group).includes(unit));
}

/** The asset that is ordered by this name, or whose part is. */
export function assetOf(view: View | null | undefined, name: string | null): Asset | undefined {
  return name === null ? undefined : assetsIn(view).find((asset) => asset.key === name || asset.parts?.includes(name));
}

/** Whether a name that orders are given to is no unit: a group, an asset or a part of one. */
export function isPseudo(view: View | null | undefined, name: string): boolean {
  return groupsIn(view).some((group) => group.key === name) || assetOf(view, name) !== undefined;
}

/** The units that have an order through their group. */
export function covered(view: View | null | undefined, tasks: Record<string, Task>): Set<string> {
  return new Set(groupsIn(view).filter((group) => tasks[group.key]).flatMap(following));
}

/** Turns that a time line shows: from this one on, as far as there are missions, and some more. */
export function turnsShown(assets: Asset[], now: number, least = 8): number[] {
  const last = Math.max(now + least - 1, ...assets.flatMap((asset) => (asset.missions ?? []).map((mission) => mission.turn)));
  return Array.from({ length: Math.min(last - now + 1, 16) }, (_, k) => now + k);
}

/** How likely each hex is struck when something with this pattern is aimed at a cell; `facing` is that of the task. */
export function shares(plane: Plane, pattern: PatternFace, aim: Cell, facing = 0): Map<Cell, number> {
  const turned = pattern.turned ? Math.max(facing, 0) : 0;
  const found = new Map<Cell, number>();
  for (const fall of pattern.falls) {
    const struck = new Set<Cell>();
    for (const steps of fall) {
      let at: Cell | null = aim;
      for (const step of steps) at = at === null ? null : plane.neighbour(at, (Number(step) + turned) % 6);
      if (at !== null) struck.add(at);
    }
    for (const cell of struck) found.set(cell, (found.get(cell) ?? 0) + 1 / pattern.falls.length);
  }
  return found;
}

/** A note on a unit, without the name of the group under which it stands already. */
export function noteIn(note: string, group: string): string {
  const parts = note.split("; ").map((part) => (part === group ? "" : part.startsWith(`${group}: `) ? part.slice(group.length + 2) : part));
  return parts.filter(Boolean).join("; ");
}
