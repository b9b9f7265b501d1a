// The words of the terrain legend and of the height profile.

export const legendTexts = {
  title: "Legend",
  key: "Legend (G)",
  close: "Close the legend",
  groups: { hex: "Ground", side: "Hexsides", line: "Ways and waters" } as Record<string, string>,
  units: "Units on the map",
  areas: "Smoke, barrages and other areas",
  aiming: "While you aim",
  danger: "friends outlined in red: in the pattern, or in danger",
  levels: (low: number, high: number) => `levels ${low} to ${high}`,
  levelsWhat: "the warmer the colour, the higher; contours between levels",
};

export const profileTexts = {
  title: (from: string, start: number, to: string, end: number) => `Heights along the line: ${from} at ${start}, ${to} at ${end}.`,
  highest: (what: string, where: string, height: number, range: number) => `The highest on the way is ${what} in ${where}, height ${height}, ${range} hexes off.`,
  flat: "Nothing rises on the way.",
  blocked: (where: string, height: number) => `Blocked at ${where}, height ${height}.`,
  clear: "The line is clear.",
};
