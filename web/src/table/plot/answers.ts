// The task that a click on a hex, a way drawn to it or a choice gives the selected unit: what was chosen before is kept where it
// still fits. The pure parts are in plotting.ts.

import { chosenOf, severalIn, taskFace } from "../../lib/face";
import { texts } from "../../lib/texts";
import type { Cell, Task } from "../../lib/types";
import type { Plotter } from "./plotter.svelte";
import { clickCell, clickPath, errandOf, joinChoice, withChoice, type Answer, type Group } from "./plotting";
import { clickRoute } from "./route";
import { stopsOf, withStruck } from "./stops";

export class Answers {
  constructor(private readonly plotter: Plotter) {}

  /** The task that a click on a hex gives the selected unit, or why it gives none. */
  at(group: Group, cell: Cell): Answer {
    const { ground, match, routing, selected, task } = this.plotter;
    if (!ground || !selected) return { refusal: { why: texts.refuse.noUnit } };
    if (routing) return clickRoute(ground, selected, group, task, cell, routing);
    if (group.options.some((option) => option.path)) {
      const way = clickPath(ground, selected, group, task, cell);
      return "task" in way ? { task: this.struck(this.withErrands(group, way.task)) } : way;
    }
    const found = clickCell(ground, selected, group, task, cell, match.view?.pieces ?? [], this.guessFacing(cell), severalIn(this.plotter.face(), group.kind));
    return "task" in found ? { task: this.withChoices(group, found.task) } : found;
  }

  /** A task that takes several choices keeps those made for another hex; one that needs some begins with the first. */
  private withChoices(group: Group, task: Task): Task {
    const before = this.plotter.task;
    const { joined, begins, choice_optional } = taskFace(this.plotter.face(), group.kind);
    if (!joined && !begins) return task;
    const first = choice_optional ? undefined : group.options.find((option) => option.cells?.length)?.choices?.[0];
    const choice = (before?.kind === group.kind ? before.choice : undefined) ?? first;
    if (!choice) return task;
    // Another hex for the same choice keeps the direction.
    return withChoice(task.unit, group, { ...task, facing: task.facing ?? before?.facing }, choice) ?? { ...task, choice };
  }

  /** What the selected unit may do in any hex of its path, in words without the hex. */
  get stops(): string[] {
    const { kind, match, selected } = this.plotter;
    return kind && taskFace(this.plotter.face(), kind).stops ? stopsOf(match.view, selected ?? "") : [];
  }

  /** A way that ends on an enemy does to him what can be done to him there. */
  struck(task: Task): Task {
    const { plane, side, view } = this.plotter.match;
    const end = task.cells?.at(-1);
    if (end === undefined || !plane) return task;
    const foes = (view?.pieces ?? []).filter((piece) => piece.side !== side && piece.cell === end).map((piece) => piece.id);
    return withStruck(this.plotter.face(), task, this.stops, foes, plane.label(end));
  }

  /** A way drawn on keeps what is done on it, where several things can be; not what was to be done in a hex that it leaves out. */
  private withErrands(group: Group, task: Task): Task {
    const { match, task: before } = this.plotter;
    const { joined } = taskFace(this.plotter.face(), group.kind);
    if (!joined || before?.kind !== group.kind) return task;
    const offered = group.options.filter((option) => !option.path?.exits?.length).flatMap((option) => option.choices ?? []);
    const way = [this.plotter.place(task.unit), ...(task.cells ?? [])].flatMap((cell) => (cell === null ? [] : [`@${match.plane?.label(cell)}`]));
    const reached = (choice: string) => !choice.includes("@") || way.some((end) => choice.endsWith(end));
    const kept = chosenOf(this.plotter.face(), group.kind, before.choice).filter((choice) => offered.includes(choice) || (this.stops.includes(errandOf(choice)) && reached(choice)));
    return kept.length ? { ...task, choice: kept.join(joined) } : task;
  }

  /** A facing for a newly placed unit: the last one chosen, else towards the middle of the map. */
  private guessFacing(cell: Cell): number {
    const { lastFacing, match: { plane } } = this.plotter;
    if (lastFacing >= 0) return lastFacing;
    return plane ? plane.directionAt(cell, plane.width / 2, plane.height / 2) : 0;
  }

  /** A task with a choice besides those it has, where it may have several. */
  joinedTo(task: Task, choice: string): Task {
    const { group, task: before } = this.plotter;
    const { kind, joined, alone } = taskFace(this.plotter.face(), task.kind);
    if (!joined || before?.kind !== kind) return task;
    const offered = (group?.options ?? []).flatMap((option) => option.choices ?? []);
    const text = joinChoice(offered, chosenOf(this.plotter.face(), kind, before.choice), choice, joined, alone);
    return { ...task, choice: text || undefined };
  }
}
