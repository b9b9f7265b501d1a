// A preset reaction as text: conditions that must all hold before a unit acts by itself, in the fields that the face tells
// of. Pure.

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

/** What a text says, as far as the form can show it. */
export function read(preset: Preset, text: string): Conditions {
  const found: Conditions = {};
  const words = text.replace(/,/g, " ").split(/\s+/).filter(Boolean);
  for (let k = 0; k < words.length; k++) {
    const field = preset.fields.find((one) => one.key === words[k]!.toLowerCase());
    if (field) found[field.key] = field.kind === "flag" ? field.key : valueOf(field, words[++k] ?? "");
  }
  return found;
}

function valueOf(field: PresetField, word: string): string {
  return field.kind === "number" ? within(Number(word.replace("%", ""))) : word;
}

/** A number that the rules accept, "" for none. */
export const within = (value: number): string => (Number.isFinite(value) && value >= 1 ? String(Math.min(100, Math.round(value))) : "");
