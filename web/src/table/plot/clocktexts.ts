// The clock of a plot and the areas on the map, in words.

export const clockTexts = {
  title: "Clock",
  help: "Where your units are after so many Movement Points, if the enemy stands still",
  point: (point: string) => `point ${point}`,
  stops: (unit: string, hex: string, point: string, enemies: string) => `${unit} stops in ${hex} at point ${point}: zone of control of ${enemies}`,
  barred: (unit: string, hex: string, barred: string, enemies: string) => `${unit} stays in ${hex}: it cannot go on to ${barred}, from one zone of control to another (${enemies})`,
  clear: "Nobody is stopped, as long as the enemy stands still.",
  areas: "Zones of control and fire on the map (K)",
};
