// Paths with waits in them, and paths as they are written: directions and counts.

import { taskFace } from "../../lib/face";
import { texts } from "../../lib/texts";
import type { Task } from "../../lib/types";
import { read, written } from "./directions";
import type { Plotter } from "./plotter.svelte";
import { dragPath, groupsOf, pathOption, unitLegal, withWait } from "./plotting";
import { plotTexts } from "./plottexts";

export class Writing {
  constructor(private readonly plotter: Plotter) {}

  /** The path drawn, with a wait at its end; null where none can be. */
  readonly waiting = $derived.by(() => {
    const { ground, group, task } = this.plotter;
    return ground && group ? withWait(ground, group, task) : null;
  });

  /** The path drawn so far as it is written, where the task is; null where it is not. */
  readonly text = $derived.by<string | null>(() => {
    const { group, selected, task } = this.plotter;
    if (!group || !selected || !taskFace(this.plotter.face(), group.kind).written) return null;
    return this.of(task?.kind === group.kind ? task : { unit: selected, kind: group.kind });
  });

  /** A task's path as it is written, or null where it is not. */
  of(task: Task): string | null {
    const { ground, legal } = this.plotter;
    if (!ground || !taskFace(this.plotter.face(), task.kind).written) return null;
    const group = groupsOf(unitLegal(legal, task.unit)).find((one) => one.kind === task.kind);
    const domain = group && pathOption(ground, group, task)?.path;
    return domain ? written(ground.plane, domain, task.cells ?? [], taskFace(this.plotter.face(), task.kind).chip) : null;
  }

  /** A wait at the end of the path drawn so far, from where it goes on. */
  wait(): void {
    if (this.waiting) this.give(this.waiting);
    else this.plotter.tell(texts.refuse.noWait, this.plotter.group?.rule);
  }

  /** A path in writing becomes the order, as far as it can be driven. */
  write(text: string): void {
    const { ground, group, selected } = this.plotter;
    const domain = ground && group ? pathOption(ground, group, null)?.path : undefined;
    if (!ground || !group || !selected || !domain) return;
    if (!text.trim()) return this.plotter.drop(selected);
    const meant = read(ground.plane, domain, text, taskFace(this.plotter.face(), group.kind).chip);
    if ("wrong" in meant) return this.plotter.tell(plotTexts.misread(meant.wrong), group.rule);
    const { task, refusal } = dragPath(ground, selected, group, meant.cells);
    if (task) this.give(task);
    if (refusal) this.plotter.tell(refusal.why, refusal.rule);
  }

  private give(task: Task): void {
    this.plotter.commander.forget(task.unit);
    this.plotter.note([task]);
  }
}
