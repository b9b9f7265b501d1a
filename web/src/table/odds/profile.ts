// The height profile of a line of sight as lines and areas of a small chart: pure, from the points the server tells.

import { profileTexts as words } from "../../lib/legendtexts";
import type { ProfilePoint, Sighting } from "../../lib/types";

export interface Profile {
  width: number;
  height: number;
  /** Closed outline of the ground. */
  ground: string;
  obstacles: { x: number; y: number; width: number; height: number; bad: boolean; tone: "trees" | "built" }[];
  /** Blocking hexsides: thin walls between two hexes. */
  walls: { x: number; from: number; to: number; bad: boolean }[];
  sight: string;
  ends: { x: number; y: number }[];
  /** The bare ground that blocks, where no obstacle does. */
  hill: { x: number; y: number; width: number; height: number } | null;
  /** Where the line is blocked. */
  block: { x: number; y: number } | null;
  scale: { y: number; level: number }[];
}

const number = (value: number | string | null | undefined): number => {
  const [over, under] = String(value ?? 0).split("/");
  return under === undefined ? Number(over) : Number(over) / Number(under);
};
const sideOf = (found: Sighting) => found.blocked_by?.hexside ?? [];
const isBlock = (found: Sighting, point: ProfilePoint) => point.hex !== undefined && found.blocked_by?.hex === point.hex;

/** One point for each range: where a line runs between two hexes, the higher one counts. */
function columns(found: Sighting): ProfilePoint[] {
  const all: ProfilePoint[] = [];
  for (const point of found.profile ?? []) {
    const last = all.at(-1);
    if (!last || last.range !== point.range) all.push(point);
    else if (isBlock(found, point) || (!isBlock(found, last) && number(point.obstacle) > number(last.obstacle))) all[all.length - 1] = point;
  }
  return all;
}

export function profileOf(found: Sighting, width = 250, height = 84): Profile | null {
  const points = columns(found);
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 3) return null;
  const blockHeight = number(found.blocked_by?.height);
  const all = points.flatMap((point) => [number(point.ground), number(point.obstacle), ...(point.hexside != null ? [number(point.hexside)] : [])]);
  const high = Math.max(...all, found.blocked_by ? blockHeight : -Infinity) + 0.7;
  const low = Math.min(...all) - 0.6;
  const left = 16;
  const step = (width - left) / points.length;
  const x = (k: number) => left + k * step;
  const y = (level: number) => Math.round(((high - level) / (high - low)) * height * 10) / 10;
  const outline = [`M${left} ${height}`];
  points.forEach((point, k) => outline.push(`L${x(k)} ${y(number(point.ground))}`, `L${x(k + 1)} ${y(number(point.ground))}`));
  const side = sideOf(found);
  const isWall = (k: number) => side.length === 2 && side.includes(points[k]?.hex ?? "") && (side.includes(points[k - 1]?.hex ?? "") || number(points[k]?.hexside ?? NaN) === blockHeight);
  const at = found.blocked_by ? points.findIndex((point, k) => isBlock(found, point) || isWall(k)) : -1;
  const bare = at >= 0 && isBlock(found, points[at] as ProfilePoint) && number(points[at]?.obstacle) <= number(points[at]?.ground);
  const levels = [...new Set(all)].filter((level) => Number.isInteger(level));
  const shown = levels.length > 5 ? [Math.min(...levels), Math.max(...levels)] : levels;
  return {
    width,
    height,
    ground: `${outline.join("")}L${width} ${height}Z`,
    obstacles: points.flatMap((point, k) => {
      const top = number(point.obstacle);
      const ground = number(point.ground);
      if (top <= ground) return [];
      return [{
        x: x(k), y: y(top), width: step, height: y(ground) - y(top), bad: isBlock(found, point),
        tone: point.terrain?.includes("building") ? ("built" as const) : ("trees" as const),
      }];
    }),
    walls: points.flatMap((point, k) =>
      point.hexside == null ? [] : [{ x: x(k), from: y(Math.min(number(point.ground), number(points[k - 1]?.ground ?? point.ground))), to: y(number(point.hexside)), bad: isWall(k) && k === at }]),
    sight: points.map((point, k) => `${k ? "L" : "M"}${x(k) + step / 2} ${y(number(point.line))}`).join(""),
    ends: [{ x: x(0) + step / 2, y: y(number(first.line)) }, { x: x(points.length - 1) + step / 2, y: y(number(last.line)) }],
    hill: bare ? { x: x(at), y: y(blockHeight), width: step, height: height - y(blockHeight) } : null,
    block: at < 0 ? null : { x: isBlock(found, points[at] as ProfilePoint) ? x(at) + step / 2 : x(at), y: y(blockHeight) },
    scale: shown.map((level) => ({ y: y(level), level })),
  };
}

/** The same in words. */
export function profileWords(found: Sighting, name: (terrain: string) => string): string {
  const points = columns(found);
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return "";
  const between = points.slice(1, -1);
  const top = between.reduce<ProfilePoint | null>((best, point) => (!best || number(point.obstacle) > number(best.obstacle) ? point : best), null);
  const rises = top && number(top.obstacle) > Math.min(number(first.ground), number(last.ground));
  const block = found.blocked_by;
  return [
    words.title(first.hex ?? "", number(first.ground), last.hex ?? "", number(last.ground)),
    rises ? words.highest(name(top.terrain ?? ""), top.hex ?? "", number(top.obstacle), top.range) : words.flat,
    block ? words.blocked(block.hex ?? block.hexside?.join("/") ?? "", number(block.height)) : words.clear,
  ].join(" ");
}
