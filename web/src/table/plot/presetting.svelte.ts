// When a unit shall react by itself: the preset of the chosen task, and whether its side acts by presets.

import { taskFace } from "../../lib/face";
import { actsByPreset, asked } from "../../lib/presets";
import type { Plotter } from "./plotter.svelte";
import { unitLegal } from "./plotting";

export class Presetting {
  constructor(private readonly plotter: Plotter) {}

  /** The preset that the chosen task takes here and now, or null: the same kind of task may be asked for its target only. */
  readonly taken = $derived.by(() => {
    const { group, task } = this.plotter;
    const takes = group?.options.some((option) => option.choices?.length && !option.targets?.length);
    return (group && takes && task?.kind === group.kind && taskFace(this.plotter.face(), group.kind).preset) || null;
  });
  /** Whether the side of this draft acts by its presets, and nobody is asked. */
  readonly active = $derived.by(() => actsByPreset(this.taken, this.plotter.match.draft.tasks));

  /** When the selected unit acts by itself. With the first preset its side reacts by presets; "" has it asked again, all of it. */
  set(text: string): void {
    const { group, legal, match, selected, task } = this.plotter;
    const needs = this.taken;
    if (!needs || !selected || !group) return;
    const { tasks } = match.draft;
    if (!text) return match.draft.put(asked(needs, group.kind, tasks));
    const mode = unitLegal(legal, needs.unit) ? [{ unit: needs.unit, kind: needs.kind, choice: needs.choice }] : [];
    const shared = task?.kind === group.kind && task.targets ? { targets: task.targets } : {};
    this.plotter.put([{ unit: selected, kind: group.kind, choice: text, ...shared }, ...mode.filter((one) => tasks[one.unit]?.kind !== one.kind)]);
  }
}
