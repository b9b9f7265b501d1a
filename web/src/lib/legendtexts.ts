// The words of the terrain legend and of the height profile.

const SPECIAL: Record<string, string> = { all: "takes the whole allowance", P: "no vehicle may enter" };
const points = (cost: number | string) => (typeof cost === "number" ? `${cost} ${cost === 1 ? "point" : "points"}` : (SPECIAL[cost] ?? cost));
const wheels = (cost: number | string, wheeled: number | string | undefined) =>
  wheeled === undefined || wheeled === cost ? "" : wheeled === "P" ? " (not on wheels)" : ` (${wheeled} on wheels)`;

export const effectTexts = {
  entering: (cost: number | string, wheeled?: number | string) => `${points(cost)}${wheels(cost, wheeled)}`,
  crossing: (cost: number | string, wheeled?: number | string) =>
    `${typeof cost === "number" ? `+${points(cost)} to cross` : `crossing ${points(cost)}`}${wheels(cost, wheeled)}`,
  blocks: "blocks sight",
  defence: (vehicle: number, soft: number) => `defence ${vehicle ? `vehicles +${vehicle}, ` : ""}guns and infantry ${soft}`,
  shelter: (value: number) => `defence +${value} against fire through it`,
  asClear: "counts as clear ground in open country",
  noEffect: "no effect",
  height: (height: number, storeys: boolean) =>
    height < 0 ? "a level deep" : storeys ? `height ${height} a storey` : `height ${height}`,
  cover: (cover: string) => `${cover} cover`,
  reconstructed: (text: string) => `${text} (reconstructed)`,
  perLevel: "+1 point for each level",
  above: "stands a level above the ground and blocks sight",
  cliff: "cannot be crossed",
  way: "1 point, at the rate of the way if the whole move follows it",
};

export const legendTexts = {
  title: "Legend",
  key: "Legend (G)",
  close: "Close the legend",
  groups: { hex: "Ground", side: "Hexsides", line: "Ways and waters" } as Record<string, string>,
  levels: (low: number, high: number) => `levels ${low} to ${high}`,
  levelsWhat: "the warmer the colour, the higher; contours between levels",
  country: {
    open: "Open country: only slopes count; woods, rough ground and berms are as clear ground.",
    mixed: "Mixed country: woods, rough ground and berms count as told below.",
    closed: "Closed country: woods and berms are dense and count for more.",
  } as Record<string, string>,
};

export const profileTexts = {
  title: (from: string, start: number, to: string, end: number) => `Heights along the line: ${from} at ${start}, ${to} at ${end}.`,
  highest: (what: string, where: string, height: number, range: number) => `The highest on the way is ${what} in ${where}, height ${height}, ${range} hexes off.`,
  flat: "Nothing rises on the way.",
  blocked: (where: string, height: number) => `Blocked at ${where}, height ${height}.`,
  clear: "The line is clear.",
};
