// Silhouettes of unit types, from the one place of the project (src/hulldown/draw/silhouettes.toml): a plan that turns
// with the facing, and a view from the side for cards and lists. Parts lie one above the other, each edged with paper.

import shared from "../../../src/hulldown/draw/silhouettes.json";
import type { GameFace } from "../lib/face";

export interface Silhouette {
  top: string[];
  side: string[];
  /** Never turned: a person is no plan. */
  upright?: boolean;
}
/** What a face tells of how a type is drawn. */
export interface Drawn {
  silhouette?: string | undefined;
  shape?: string | undefined;
}

const known = shared as Record<string, Silhouette>;
const NONE: Silhouette = { top: [], side: [] };

/** The silhouette of a type: its own, or that of its class; a type nobody knows is drawn as a tank, none as nothing. */
export function silhouetteOf(told: Drawn | undefined): Silhouette {
  if (told?.shape === "unknown" && !told.silhouette) return NONE;
  return known[told?.silhouette ?? ""] ?? known[told?.shape ?? ""] ?? (known["turreted"] as Silhouette);
}

export function typeSilhouette(face: GameFace, type: string): Silhouette {
  return type ? silhouetteOf(face.types[type]) : NONE;
}

const paths = new Map<string, Path2D>();
function pathOf(d: string): Path2D {
  let path = paths.get(d);
  if (!path) paths.set(d, (path = new Path2D(d)));
  return path;
}

/** Draws a silhouette about a point in the context's own colours, `width` wide: turned to a facing, or from the side. */
export function drawSilhouette(
  context: CanvasRenderingContext2D, one: Silhouette, x: number, y: number, width: number, facing: number | null, paper: string,
): void {
  const turned = facing !== null && facing >= 0;
  context.save();
  context.translate(x, y);
  if (turned && !one.upright) context.rotate(((facing * 60 - 90) * Math.PI) / 180);
  context.scale(width / 100, width / 100);
  context.lineJoin = "round";
  context.lineWidth = 2.2;
  context.strokeStyle = paper;
  for (const d of turned ? one.top : one.side) {
    const path = pathOf(d);
    context.fill(path);
    context.stroke(path);
  }
  context.restore();
}
