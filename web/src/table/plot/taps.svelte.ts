// A finger cannot hover: the first tap on a hex shows what an order there would do, the second one or the button gives it.

import { choiceName, taskFace } from "../../lib/face";
import type { Cell } from "../../lib/types";
import type { Hit } from "../../map/hit";
import { leg } from "./plans";
import type { Plotter } from "./plotter.svelte";
import { groupsFor, type Group } from "./plotting";
import { plotTexts } from "./plottexts";
import { judgedStop } from "./stops";

interface Shown {
  hit: Hit;
  unit: string;
  kind: string;
  decision: string;
}

export class Taps {
  private shown = $state.raw<Shown | null>(null);

  constructor(private readonly plotter: Plotter) {}

  /** The tap that waits for a second one; gone as soon as something else is selected, chosen or asked. */
  readonly waiting = $derived.by<Shown | null>(() => {
    const { shown, plotter } = this;
    const same = shown && shown.unit === plotter.selected && shown.kind === plotter.kind && shown.decision === plotter.legal?.decision.id;
    return same && !plotter.los && plotter.hover?.cell === shown.hit.cell ? shown : null;
  });
  /** What the order would be, in words. */
  readonly words = $derived.by(() => {
    const { plotter } = this;
    const cell = this.waiting?.hit.cell ?? null;
    if (!this.waiting || cell === null) return "";
    const foe = this.waiting.hit.pieces.findLast((piece) => piece.side !== plotter.match.side);
    // Driving at an enemy may be an attack of its own.
    const struck = foe && plotter.group?.kind === this.waiting.kind ? judgedStop(plotter.face(), plotter.stops, [foe.id]) : null;
    if (struck) return choiceName(plotter.face(), struck.word, this.waiting.kind);
    return plotTexts.tapTo(taskFace(plotter.face(), this.waiting.kind).name, foe?.id ?? plotter.match.plane?.label(cell) ?? "");
  });

  /** Whether this tap only shows; if not, it is to be taken as a click. */
  looks(hit: Hit): boolean {
    const { plotter } = this;
    const { cell } = hit;
    if (cell === null) return false;
    if (plotter.los) return plotter.lookout.from !== null && plotter.lookout.from !== cell && plotter.lookout.line?.to !== cell;
    const group = this.orders(hit, cell);
    if (!group || !plotter.selected || !plotter.legal) return false;
    if (this.waiting?.hit.cell === cell) {
      this.leave();
      return false;
    }
    plotter.kind = group.kind;
    this.shown = { hit, unit: plotter.selected, kind: group.kind, decision: plotter.legal.decision.id };
    return true;
  }

  /** Gives the order that was shown. */
  give(): void {
    const hit = this.waiting?.hit;
    this.leave();
    if (hit) this.plotter.click(hit);
    this.plotter.pointed(null);
  }

  leave(): void {
    this.shown = null;
  }

  /** The task that a click here would give, or null when it would select something or be refused. */
  private orders(hit: Hit, cell: Cell): Group | null {
    const { plotter } = this;
    const { ground, selected } = plotter;
    if (!ground || !selected) return null;
    const { means } = plotter.meant(hit, cell);
    if (means === "task") return plotter.group;
    if (means !== "other") return null;
    const pieces = plotter.match.view?.pieces ?? [];
    const group = plotter.group ?? groupsFor(ground, plotter.groups, cell, pieces)[0];
    if (!group || plotter.conflicts.at(group.kind, cell, pieces)) return null;
    if ("task" in plotter.answerAt(group, cell)) return group;
    const ways = !plotter.routing && !plotter.others.size && group.options.some((option) => option.path && !option.path.straight_end);
    return ways && leg(ground, selected, group, [cell])?.task ? group : null;
  }
}
