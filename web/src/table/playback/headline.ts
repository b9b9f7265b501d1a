// The head of a line of the log: what happened, in a few words; the rest is in its detail.

import { hitOf } from "../../lib/analysis";
import type { GameFace } from "../../lib/face";
import type { Line } from "../../lib/story";
import { rollOf, unitsOf } from "../../lib/playback";
import { log as words } from "./texts";

export function headOf(face: GameFace, line: Line): string {
  const first = line.events[0];
  if (!first) return "";
  if (line.form === "move") return moveHead(line);
  if (line.form === "shot") return shotHead(face, line);
  return line.events.length > 1 ? words.times(first.text, line.events.length) : first.text;
}

function moveHead(line: Line): string {
  const steps = line.events.filter((event) => event.verb === "move");
  const last = steps[steps.length - 1];
  const left = line.events.find((event) => event.verb === "leave");
  if (line.events.length === 1 || (!last && !left)) return line.events[line.events.length - 1]?.text ?? "";
  const unit = unitsOf(line.events[0]!)[0] ?? "";
  if (left) return words.left(unit, steps.length);
  return words.moved(unit, String(last?.data?.["hex"] ?? ""), steps.length);
}

/** Who at whom, and what came of it: the result of the shot and of what followed. */
function shotHead(face: GameFace, line: Line): string {
  const shot = line.events.find((event) => event.verb === "shot");
  const target = shot?.data?.["target"];
  if (!shot || typeof target !== "string") return line.events[0]?.text ?? "";
  const effects = line.events.filter((event) => event.verb === "kill" || event.verb === "hurt").map((event) => event.text);
  if (face.events[shot.kind]?.heading) return [shot.text, ...effects].join(" ");
  // Where results have names of their own, they say more than hit or miss.
  const outcome = face.outcomes[String(shot.data?.["result"] ?? "")];
  const told = outcome ?? words.hit(hitOf(shot));
  return words.shot(unitsOf(shot).join(", "), target, rollOf(shot), told, effects.join(" "));
}
