// When units shall react by themselves: the preset of the chosen task, and whether their side acts by presets.

import { taskFace } from "../../lib/face";
import { actsByPreset, asked, unconditioned } from "../../lib/presets";
import type { Task } from "../../lib/types";
import type { Plotter } from "./plotter.svelte";
import { groupsOf, unitLegal } from "./plotting";

export class Presetting {
  constructor(private readonly plotter: Plotter) {}

  /** The preset that the chosen task takes here and now, or null: the same kind of task may be asked for its target only. */
  readonly taken = $derived.by(() => {
    const { group, task } = this.plotter;
    return (group && this.takes(group.kind, this.plotter.selected) && task?.kind === group.kind && taskFace(this.plotter.face(), group.kind).preset) || null;
  });
  /** Whether the side of this draft acts by its presets, and nobody is asked. */
  readonly active = $derived.by(() => actsByPreset(this.taken, this.plotter.kind ?? "", this.plotter.match.draft.tasks));
  /** The selected units that the conditions are for. */
  readonly units = $derived.by(() => this.plotter.all.filter((unit) => this.plotter.kind && this.takes(this.plotter.kind, unit)));
  /** Units without conditions though their side acts by presets: what they do has not been said. */
  readonly open = $derived.by(() => unconditioned(this.plotter.face(), this.plotter.match.draft.tasks).map((task) => task.unit));
  /** Whether those selected have different conditions. */
  readonly mixed = $derived.by(() => new Set(this.units.map((unit) => this.plotter.match.draft.tasks[unit]?.choice ?? "")).size > 1);

  private takes(kind: string, unit: string | null): boolean {
    const group = groupsOf(unitLegal(this.plotter.legal, unit)).find((one) => one.kind === kind);
    return Boolean(group?.options.some((option) => option.choices?.length && !option.targets?.length));
  }

  /** When the selected units act by themselves. With the first preset their side reacts by presets; "" has it asked again, all of it. */
  set(text: string): void {
    const needs = this.taken;
    const { kind, match } = this.plotter;
    if (!needs || !kind) return;
    if (!text) return match.draft.put(asked(needs, kind, match.draft.tasks));
    this.write(this.units, kind, text);
  }

  /** Says for the units without conditions what those selected have been told. */
  same(): void {
    const { kind, task } = this.plotter;
    if (kind && task?.choice) this.write(this.open.filter((unit) => this.takes(kind, unit)), kind, task.choice);
  }

  /** Every unit without conditions acts at the first chance, or never. */
  settle(how: "always" | "never"): void {
    const { face, match } = this.plotter;
    const told = unconditioned(face(), match.draft.tasks).map((task) => ({ ...task, choice: taskFace(face(), task.kind).preset?.[how] ?? "" }));
    if (told.length) this.plotter.put(told);
  }

  private write(units: string[], kind: string, choice: string): void {
    const { tasks } = this.plotter.match.draft;
    const needs = taskFace(this.plotter.face(), kind).preset;
    const told = units.map((unit): Task => {
      const before = tasks[unit];
      return { unit, kind, choice, ...(before?.kind === kind && before.targets ? { targets: before.targets } : {}) };
    });
    const mode = needs && needs.kind !== kind && tasks[needs.unit]?.kind !== needs.kind && unitLegal(this.plotter.legal, needs.unit);
    this.plotter.put(mode ? [...told, { unit: needs.unit, kind: needs.kind, choice: needs.choice }] : told);
  }
}
