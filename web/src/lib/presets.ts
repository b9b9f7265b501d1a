// A preset reaction as text: conditions that must all hold before a unit acts by itself, in the fields that the face tells
// of. Pure.

import { taskFace, type GameFace } from "./face";
import type { Task, View } from "./types";
import type { Preset, PresetField } from "./wire";

/** The value of each field that is filled in; a flag's is its key. */
export type Conditions = Record<string, string>;

/** The preset as the rules read it; without conditions it acts at the first chance. */
export function written(preset: Preset, conditions: Conditions): string {
  const filled = preset.fields.filter((field) => conditions[field.key]);
  const alone = filled.find((field) => field.alone);
  if (alone) return alone.key;
  return filled.map((field) => (field.kind === "flag" ? field.key : `${field.key} ${conditions[field.key]}`)).join(" ") || preset.always;
}

/** What a text says, as far as the form can show it. Keys and values may be of several words. */
export function read(preset: Preset, text: string): Conditions {
  const found: Conditions = {};
  const words = text.replace(/,/g, " ").split(/\s+/).filter(Boolean);
  const longest = [...preset.fields].sort((one, other) => other.key.length - one.key.length);
  const at = (k: number) => longest.find((field) => field.key === words.slice(k, k + field.key.split(" ").length).join(" ").toLowerCase());
  for (let k = 0; k < words.length; ) {
    const field = at(k);
    k += field ? field.key.split(" ").length : 1;
    if (!field) continue;
    if (field.kind === "flag") found[field.key] = field.key;
    else {
      const from = k++;
      while (field.among && k < words.length && !at(k)) k++;
      found[field.key] = valueOf(field, words.slice(from, k).join(" "));
    }
  }
  return found;
}

function valueOf(field: PresetField, words: string): string {
  return field.kind === "number" ? within(Number(words.replace("%", ""))) : words;
}

/** What can be chosen in a field: what the face tells, and what the view names for the unit. */
export function choicesOf(field: PresetField, view: View | null, unit: string): { key: string; name: string }[] {
  const named = field.among ? (view?.[field.among] as Record<string, string[]> | undefined)?.[unit] : undefined;
  return [...(field.choices ?? []), ...(named ?? []).map((one) => ({ key: one, name: one }))];
}

/** A number that the rules accept, "" for none. */
export const within = (value: number): string => (Number.isFinite(value) && value >= 1 ? String(Math.min(100, Math.round(value))) : "");

type Tasks = Record<string, Task>;

/** Whether a side that gives these tasks acts by its presets, so that it is not asked; one that says so without words is asked. */
export function actsByPreset(preset: Preset | null, kind: string, tasks: Tasks): boolean {
  const mode = preset ? tasks[preset.unit] : undefined;
  return mode !== undefined && mode.kind === preset?.kind && (mode.kind !== kind || Boolean(mode.choice));
}

/** The tasks that would be carried out at the first chance, unasked, because their side acts by presets and they have no conditions. */
export function unconditioned(face: GameFace, tasks: Tasks): Task[] {
  return Object.values(tasks).filter((task) => {
    const { preset = null, shares } = taskFace(face, task.kind);
    return preset?.never && !task.choice && (!task.targets?.length || shares) && actsByPreset(preset, task.kind, tasks);
  });
}

/** The tasks of a side that is asked at each chance: without presets. */
export function asked(preset: Preset, kind: string, tasks: Tasks): Tasks {
  const rest = Object.values(tasks).filter((task) => task.unit !== preset.unit);
  return Object.fromEntries(rest.map((task) => [task.unit, task.kind === kind ? { unit: task.unit, kind, ...(task.targets ? { targets: task.targets } : {}) } : task]));
}

/** A preset in the words of its fields; "" when it says nothing. */
export function told(preset: Preset, text: string): string {
  const conditions = read(preset, text);
  const words = preset.fields.filter((field) => conditions[field.key]).map((field) => {
    const value = conditions[field.key] ?? "";
    if (field.kind === "flag") return field.label;
    const shown = field.kind === "choice" ? (field.choices?.find((one) => one.key === value)?.name ?? value) : value;
    return [field.label, shown, field.suffix].filter(Boolean).join(" ");
  });
  return words.map((word) => word.charAt(0).toLowerCase() + word.slice(1)).join(", ");
}
