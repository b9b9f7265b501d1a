// Choices that are made of parts, such as battery, fire and sheaf: one short list for each part. Pure.

export interface PartValue {
  name: string;
  /** The choice it leads to from the one made, changed as little as can be. */
  choice: string;
  /** The chance of every choice with it, where it is one and the same. */
  chance: string;
}
export interface ChoicePart {
  label: string;
  values: PartValue[];
  /** The value that is chosen, "" for none yet. */
  now: string;
}
/** A choice as it is called, with its chance where one is known. */
export interface NamedChoice {
  choice: string;
  name: string;
  chance?: string;
}

/** The parts of choices whose names all have as many parts as there are labels; none where they have not. */
export function choiceParts(labels: readonly string[], choices: readonly NamedChoice[], made: string): ChoicePart[] {
  const split = choices.map((one) => ({ ...one, parts: one.name.split(/: |, /) }));
  if (!labels.length || !split.length || split.some((one) => one.parts.length !== labels.length)) return [];
  const now = split.find((one) => one.choice === made);
  const shared = (one: { parts: string[] }) => one.parts.filter((part, k) => part === now?.parts[k]).length;
  const varied = new Set(split.map((one) => one.chance ?? "")).size > 1;
  return labels.map((label, at) => ({
    label,
    now: now?.parts[at] ?? "",
    values: [...new Set(split.map((one) => one.parts[at] ?? ""))].map((name) => {
      const with_ = split.filter((one) => one.parts[at] === name);
      const best = with_.reduce((a, b) => (shared(b) > shared(a) ? b : a));
      const chances = new Set(with_.map((one) => one.chance ?? ""));
      return { name, choice: best.choice, chance: chances.size === 1 && (varied || at === 0) ? [...chances][0]! : "" };
    }),
  }));
}
