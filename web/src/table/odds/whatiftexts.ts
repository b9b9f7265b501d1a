// The words of "what would change it".

export const whatIfTexts = {
  superiority: "Superiority",
  title: "What would change it",
  nearer: (value: number, now: number) => (value === 1 ? "from the next hex" : `from ${now - value} hexes nearer`),
  change: (words: string, value: unknown) => words.replace("{value}", value === "none" ? "no" : String(value)),
  better: "better",
  worse: "worse",
};
