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
}
const building: PanzerEffect = { height: 1, cover: "light", tracked: 2, wheeled: 2, storeys: true };

/** Terrain Effects of the Basic Game of Panzer. */
export const panzerEffects: Record<string, PanzerEffect> = {
  clear: { height: 0, cover: "none", tracked: 1, wheeled: 1 },
  scrub: { height: 0, cover: "light", tracked: 2, wheeled: 3 },
  rough: { height: 0, cover: "light", tracked: 4, wheeled: 6 },
  shellhole: { height: 0, cover: "light", tracked: 2, wheeled: 4 },
  light_woods: { height: 3, cover: "light", tracked: 2, wheeled: 4 },
  woods: { height: 3, cover: "medium", tracked: 3, wheeled: 6 },
  heavy_woods: { height: 4, cover: "heavy", tracked: "P", wheeled: "P" },
  wood_building: building,
  brick_building: building,
  stone_building: building,
  gully: { height: -1, cover: "light", tracked: 3, wheeled: "P" },
  stream: { height: -1, cover: "none", tracked: 4, wheeled: "P" },
  ford: { height: -1, cover: "none", tracked: 2, wheeled: 3 },
  bridge: { height: 0, cover: "none", tracked: 1, wheeled: 1 },
  water: { height: 0, cover: "none", tracked: "P", wheeled: "P" },
  path: { cover: "other", tracked: 1, wheeled: 1 },
  road: { cover: "other", tracked: 1, wheeled: 1 },
  slope: { height: 1, cover: "other", tracked: 1, wheeled: 1 },
  crest: { height: 1, cover: "other", tracked: 1, wheeled: 1 },
  wall: { height: 0, cover: "other", tracked: 2, wheeled: "P" },
  hedgerow: { height: 1, cover: "other", tracked: "all", wheeled: "P" },
};

function panzerEffect(terrain: string): string {
  if (terrain === "cliff") return words.cliff;
  const row = panzerEffects[terrain];
  if (!row) return "";
  if (terrain === "path" || terrain === "road") return words.way;
  if (terrain === "slope") return words.perLevel;
  if (terrain === "crest") return [words.perLevel, words.above].join(" · ");
  const side = HEXSIDES.has(terrain);
  return [
    side ? words.crossing(row.tracked, row.wheeled) : words.entering(row.tracked, row.wheeled),
    row.height ? words.height(row.height, row.storeys ?? false) : "",
    row.cover !== "none" && row.cover !== "other" ? words.cover(row.cover) : "",
  ].filter(Boolean).join(" · ");
}

/** What a terrain does in a game, in a few words; "" where nothing is known. */
export function effectOf(game: string, terrain: string, country: Country): string {
  return game === "tank" ? tankEffect(terrain, country) : game === "panzer" ? panzerEffect(terrain) : "";
}
