// What the coach lays on the map, as data: units in danger with the chance, and the line of the hint pointed at.

import type { Plane } from "../../lib/hexgeo";
import type { Hint } from "../../lib/wire";
import type { Overlay } from "../../map/overlays";
import { coach as words } from "./coachtexts";

export function marksOf(hints: Hint[], at: Hint | null, plane: Plane): Overlay[] {
  const found: Overlay[] = [];
  for (const hint of hints) {
    if (hint.kind !== "threat") continue;
    found.push({ kind: "hex", cell: hint.cell, tone: "bad" });
    found.push({ kind: "text", cell: hint.cell, text: words.most(hint.percent), tone: "bad" });
  }
  if (!at) return found;
  const [from, to] = at.kind === "threat" ? [at.other_cell, at.cell] : [at.cell, at.other_cell];
  found.push({ kind: "lane", from, to, tone: "fire" });
  const ahead = (at.facing ?? -1) >= 0 ? plane.neighbour(at.cell, at.facing as number) : null;
  if (ahead !== null) found.push({ kind: "path", start: at.cell, cells: [ahead], tone: "good" });
  return found;
}
