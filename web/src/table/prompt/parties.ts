// Those who attack one target together: who could, who does and in which order. Who is chosen is kept in the draft. Pure.

import type { Plane } from "../../lib/hexgeo";
import type { Cell, Legal, Task } from "../../lib/types";
import type { Shot } from "./prompting";

type Tasks = Record<string, Task>;

/** One who could attack a target: from where it is, or from one of the hexes it can go to. */
export interface Candidate extends Shot {
  hexes: Cell[];
}

/** All who could attack together, target by target. */
export function partiesOf(legal: Legal | null, leads: (kind: string) => boolean): Candidate[][] {
  const found: Candidate[] = (legal?.units ?? []).flatMap(({ unit, options }) =>
    options.filter((option) => leads(option.kind)).flatMap((option) =>
      (option.targets ?? []).map((target) => ({ unit, kind: option.kind, target, hexes: option.cells ?? [] }))));
  return [...new Set(found.map((one) => one.target))].map((target) => found.filter((one) => one.target === target));
}

const taskOf = ({ unit, kind, target, hexes }: Candidate, cell = hexes[0]): Task => ({
  unit, kind, targets: [target], ...(hexes.length && cell !== undefined ? { cells: [cell] } : {}),
});

const shotOf = (task: Task): Shot => ({ unit: task.unit, kind: task.kind, target: task.targets?.[0] ?? "", ...(task.cells?.length ? { cells: task.cells } : {}) });

/** Those of a party who are told to attack, the leader first. */
export const picksOf = (party: Candidate[], tasks: Tasks): Task[] =>
  Object.values(tasks).filter((task) => party.some((one) => one.unit === task.unit && one.kind === task.kind && one.target === task.targets?.[0]));

/** Who of a party attacks as it stands: those picked, or the only one who could. */
export function chosenOf(party: Candidate[], tasks: Tasks): Shot[] {
  const picks = picksOf(party, tasks);
  if (picks.length) return picks.map(shotOf);
  return party.length === 1 && !Object.keys(tasks).length ? [shotOf(taskOf(party[0]!))] : [];
}

/** The tasks with one more attacker at the end, or without it. One target at a time: attacks on another one go. */
export function toggled(party: Candidate[], tasks: Tasks, unit: string): Tasks {
  const picks = picksOf(party, tasks);
  const found = party.find((one) => one.unit === unit);
  const rest = picks.filter((task) => task.unit !== unit);
  const all = rest.length < picks.length || !found ? rest : [...rest, taskOf(found)];
  return Object.fromEntries(all.map((task) => [task.unit, task]));
}

/** The tasks with an attacker that goes to another hex for it. */
export const movedTo = (party: Candidate[], tasks: Tasks, unit: string, cell: Cell): Tasks => {
  const found = party.find((one) => one.unit === unit);
  return found && tasks[unit] ? { ...tasks, [unit]: taskOf(found, cell) } : tasks;
};

/** The attackers as the odds tool reads them, with the hexes they go to. */
export const partyText = (plane: Plane, chosen: Shot[]): string =>
  chosen.map((shot) => (shot.cells?.length ? `${shot.unit}@${plane.label(shot.cells[0]!)}` : shot.unit)).join(",");
