export const contestTexts = {
  stages: "What it consists of",
  fighters: "Who takes part",
  go: (name: string) => `${name} to go`,
  yours: "your go",
  show: (hex: string) => `Show ${hex}`,
};
