// The phase track: which steps of the sequence it shows, and which of them is lit. Pure.

import type { SequenceRow, View } from "../../lib/types";

/** The steps that are shown: no headings, and no interrupts of a step that is shown itself. */
export function phasesOf(rows: SequenceRow[]): SequenceRow[] {
  const headings = new Set(rows.filter((row) => !row.aside && row.parent).map((row) => row.parent));
  return rows.filter((row) => !headings.has(row.key) && !(row.aside && rows.some((one) => one.key === row.parent && !headings.has(one.key))));
}

/** The step that is lit: the present one, or the one that it interrupts; `stack` names all that are under way, the present one last. */
export function phaseAt(rows: SequenceRow[], step: string, stack: string[] = []): string {
  const shown = new Set(phasesOf(rows).map((row) => row.key));
  if (!shown.has(step)) {
    const under = [...stack].reverse().find((key) => shown.has(key));
    if (under) return under;
  }
  let key = step;
  while (key && !shown.has(key)) key = rows.find((row) => row.key === key)?.parent ?? "";
  return key;
}

/** The steps that are under way, as far as a view tells of them. */
export function stackOf(view: View | null): string[] {
  const all = view?.["stack"];
  return Array.isArray(all) ? (all as { step?: string }[]).flatMap((frame) => (typeof frame?.step === "string" ? [frame.step] : [])) : [];
}
