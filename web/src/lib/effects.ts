// What terrain does, in short: the terrain effects of each game for the legend. `tests/legend.test.ts` holds these
// tables to the games' own data files.

import { effectTexts as words } from "./legendtexts";

export type Country = "open" | "mixed" | "closed";
/** Movement Points: a number, the whole allowance, or prohibited. */
export type Points = number | "all" | "P";

export interface TankEffect {
  cost: Points;
  vehicle: number;
  soft: number;
  obstructs: boolean;
}
const slope: TankEffect = { cost: 2, vehicle: 6, soft: 6, obstructs: true };
const clear: TankEffect = { cost: 1, vehicle: 0, soft: 1, obstructs: false };

/** Chart 10.6 of Tank!, by terrain mode. */
export const tankEffects: Record<Country, Record<string, TankEffect>> = {
  open: { clear, slope, rough: clear, woods: clear, berm: { cost: 0, vehicle: 0, soft: 0, obstructs: false } },
  mixed: {
    clear, slope, rough: { cost: 2, vehicle: 0, soft: 3, obstructs: false }, woods: { cost: 3, vehicle: 2, soft: 3, obstructs: true },
    berm: { cost: 1, vehicle: 3, soft: 3, obstructs: true },
  },
  closed: {
    clear, slope, rough: { cost: 2, vehicle: 0, soft: 3, obstructs: false }, woods: { cost: "all", vehicle: 3, soft: 3, obstructs: true },
    berm: { cost: 2, vehicle: 6, soft: 6, obstructs: true },
  },
};
const HEXSIDES = new Set(["slope", "berm", "crest", "wall", "hedgerow", "cliff"]);

function tankEffect(terrain: string, country: Country): string {
  const row = tankEffects[country][terrain];
  if (!row) return terrain === "road" ? words.noEffect : "";
  if (country === "open" && terrain !== "clear" && terrain !== "slope") return words.asClear;
  const side = HEXSIDES.has(terrain);
  return [
    side ? words.crossing(row.cost) : words.entering(row.cost),
    row.obstructs ? words.blocks : "",
    side ? words.shelter(row.vehicle) : words.defence(row.vehicle, row.soft),
  ].filter(Boolean).join(" · ");
}

export interface PanzerEffect {
  /** Above the ground; routes have none. */
  height?: number;
  /** Against fire; "other" leaves that of the hex. */
  cover: "none" | "light" | "medium" | "heavy" | "other";
  tracked: Points;
  wheeled: Points;
  storeys?: boolean;
  /** The values that the rulebook's text gives; the others are reconstructed, as the game's card is lost. */
  rulebook: ("height" | "cover" | "tracked" | "wheeled")[];
}
const building: PanzerEffect = { height: 1, cover: "light", tracked: 2, wheeled: 2, storeys: true, rulebook: ["height"] };

/** Terrain Effects of the Basic Game of Panzer. */
export const panzerEffects: Record<string, PanzerEffect> = {
  clear: { height: 0, cover: "none", tracked: 1, wheeled: 1, rulebook: ["height", "cover", "tracked"] },
  scrub: { height: 0, cover: "light", tracked: 2, wheeled: 3, rulebook: ["height", "cover", "tracked"] },
  rough: { height: 0, cover: "light", tracked: 4, wheeled: 6, rulebook: ["height", "tracked"] },
  shellhole: { height: 0, cover: "light", tracked: 2, wheeled: 4, rulebook: ["height"] },
  light_woods: { height: 3, cover: "light", tracked: 2, wheeled: 4, rulebook: ["height"] },
  woods: { height: 3, cover: "medium", tracked: 3, wheeled: 6, rulebook: ["height", "cover"] },
  heavy_woods: { height: 4, cover: "heavy", tracked: "P", wheeled: "P", rulebook: ["height", "tracked", "wheeled"] },
  wood_building: building,
  brick_building: building,
  stone_building: building,
  gully: { height: -1, cover: "light", tracked: 3, wheeled: "P", rulebook: ["height"] },
  stream: { height: -1, cover: "none", tracked: 4, wheeled: "P", rulebook: ["height"] },
  ford: { height: -1, cover: "none", tracked: 2, wheeled: 3, rulebook: ["height"] },
  bridge: { height: 0, cover: "none", tracked: 1, wheeled: 1, rulebook: ["height"] },
  water: { height: 0, cover: "none", tracked: "P", wheeled: "P", rulebook: [] },
  path: { cover: "other", tracked: 1, wheeled: 1, rulebook: ["height", "cover", "tracked", "wheeled"] },
  road: { cover: "other", tracked: 1, wheeled: 1, rulebook: ["height", "cover", "tracked", "wheeled"] },
  slope: { height: 1, cover: "other", tracked: 1, wheeled: 1, rulebook: ["height", "tracked", "wheeled"] },
  crest: { height: 1, cover: "other", tracked: 1, wheeled: 1, rulebook: ["height", "tracked", "wheeled"] },
  wall: { height: 0, cover: "other", tracked: 2, wheeled: "P", rulebook: ["wheeled"] },
  hedgerow: { height: 1, cover: "other", tracked: "all", wheeled: "P", rulebook: ["height", "tracked", "wheeled"] },
};

function panzerEffect(terrain: string): string {
  if (terrain === "cliff") return words.cliff;
  const row = panzerEffects[terrain];
  if (!row) return "";
  if (terrain === "path" || terrain === "road") return words.way;
  if (terrain === "slope") return words.perLevel;
  if (terrain === "crest") return [words.perLevel, words.above].join(" · ");
  const side = HEXSIDES.has(terrain);
  const marked = (text: string, ...values: PanzerEffect["rulebook"]) =>
    values.every((value) => row.rulebook.includes(value)) ? text : words.reconstructed(text);
  return [
    marked(side ? words.crossing(row.tracked, row.wheeled) : words.entering(row.tracked, row.wheeled), "tracked", "wheeled"),
    row.height ? marked(words.height(row.height, row.storeys ?? false), "height") : "",
    row.cover !== "none" && row.cover !== "other" ? marked(words.cover(row.cover), "cover") : "",
  ].filter(Boolean).join(" · ");
}

/** What a terrain does in a game, in a few words; "" where nothing is known. */
export function effectOf(game: string, terrain: string, country: Country): string {
  return game === "tank" ? tankEffect(terrain, country) : game === "panzer" ? panzerEffect(terrain) : "";
}
