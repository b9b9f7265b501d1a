// The words of "what would change it".

const LABELS: Record<string, (value: unknown, now: unknown) => string> = {
  aspect: (value) => `at its ${String(value)}`,
  moved: (value) => `if it moves ${String(value)} points`,
  target_moving: () => "if its movement is shown",
  range: (value, now) => (value === 1 ? "from the next hex" : `from ${Number(now) - Number(value)} hexes nearer`),
  short_halt: () => "from a Short Halt",
  cover: (value) => (value === "none" ? "if it had no cover" : `if it had ${String(value)} cover`),
};
const EFFECTS: Record<string, string> = { damaged: "damaged", ko: "knocked out", bu: "brewed up" };

export const whatIfTexts = {
  title: "What would change it",
  label: (name: string, value: unknown, now: unknown) => LABELS[name]?.(value, now) ?? `${name.replace(/_/g, " ")} ${String(value)}`,
  effect: (name: string) => EFFECTS[name] ?? name,
  noEffect: "without effect",
  better: "better",
  worse: "worse",
};
