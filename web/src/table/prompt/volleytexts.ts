// The question how fire is combined, and who is struck back at, in words.

export const volleyTexts = {
  title: "Combine fire",
  at: (targets: string, hex: string) => `At ${targets} in ${hex}`,
  presets: { together: "All together", apart: "All apart", best: "Best chance to destroy" },
  presetsHelp: "For all targets at once",
  destroys: (chance: string) => `destroys ${chance}`,
  superiority: (value: number) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0"),
  superiorityHelp: "attack superiority",
  void: "no attack",
  more: (count: number) => `Show ${count} more ways`,
  fewer: "Show fewer",
  keys: "Arrow keys choose, Tab goes to the next target, Enter commits.",
  sign: (key: string, name: string) => `${key} ${name.replace(` (${key})`, "")}`,
  strike: "Strike back",
  strikes: (unit: string) => `${unit} strikes at`,
};
