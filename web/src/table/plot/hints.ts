// What to do next, in one line under the head: from what is selected and what is still asked.

import { choiceName, severalIn, taskFace, type GameFace } from "../../lib/face";
import { formOf } from "../../lib/forms";
import { assetOf } from "../../lib/groups";
import { byFingers } from "../../lib/hands";
import type { Match } from "../../lib/match.svelte";
import { texts } from "../../lib/texts";
import type { Plotter } from "./plotter.svelte";
import { plotTexts } from "./plottexts";

/** The hints for those who have keys, or for those who have fingers only. */
const said = (fingers: boolean) => (fingers ? { ...texts.hints, ...texts.fingers } : texts.hints);

/** The next step; "" where there is none. */
export function hintOf(match: Match, plotter: Plotter, face: GameFace, fingers = byFingers()): string {
  const words = said(fingers);
  if (plotter.los) return plotter.lookout.from === null ? words.losPick : words.losFrom(match.plane?.label(plotter.lookout.from) ?? "");
  if (!match.legal?.units?.length) return "";
  if (match.draft.choice) return texts.again(choiceName(face, match.draft.choice));
  const away = match.legal.units.every((unit) => assetOf(match.view, unit.unit));
  if (!plotter.selected && away && !plotter.planning.units.length) return fingers ? plotTexts.awayTap : plotTexts.awayHint;
  if (!plotter.selected) return plotter.planning.units.length ? (fingers ? plotTexts.planTap : plotTexts.planHint) : words.selectUnit;
  if (!plotter.group) return texts.chooseTask(face.units[plotter.selected] ?? plotter.selected);
  if (plotter.group.options.some((option) => option.path?.straight_end)) return words.overrun;
  if (plotter.routing) {
    const drawn = plotter.task?.cells?.length ?? 0;
    return plotter.routed ? words.routed : drawn > 1 ? words.routing : drawn ? words.route : words.entry;
  }
  if (formOf(face, plotter.group.kind)) return plotTexts.planPick;
  if (taskFace(face, plotter.group.kind).ahead) return plotter.task?.cells?.length ? plotTexts.flyOn : plotTexts.flyIn;
  const several = severalIn(face, plotter.group.kind);
  if (several) return words.more(several.most - (plotter.task?.kind === plotter.group.kind ? (plotter.task.cells?.length ?? 0) : 0));
  const asked = plotter.asking ?? "done";
  if (plotter.dragging.origin !== null && !plotter.task && match.plane) return plotTexts.dragHint(match.plane.label(plotter.dragging.origin));
  if (plotter.crew.open.length) return fingers ? plotTexts.shareTap : plotTexts.shareHint;
  if (asked === "path" && plotter.group.options.some((option) => option.path?.via?.length)) return words.pathEntry;
  const told = taskFace(face, plotter.group.kind);
  return asked === "cells" && told.paired && told.what ? `${words.cells} ${told.what}.` : words[asked];
}
