// Sending an order: what is missing or wrong is said first, an order that leaves units out is asked about, and a key that was
// meant for the question before answers nothing.

import { tick } from "svelte";
import { ApiError } from "../../lib/api";
import type { Match } from "../../lib/match.svelte";
import { meeting } from "../../lib/meetingtexts";
import { settings } from "../../lib/settings.svelte";
import { texts } from "../../lib/texts";
import type { Violation } from "../../lib/types";
import { graced } from "./grace";
import { Guard, HASTE } from "./guard";
import type { Plotter } from "./plotter.svelte";
import { plotTexts } from "./plottexts";
import { faultsIn, missingIn } from "./review";

/** What the table says and does besides. */
export interface Sender {
  /** Whether what is committed goes out at once. */
  hasty: boolean;
  /** Whether something is played back: nothing is sent meanwhile. */
  playing: () => boolean;
  /** Takes up a unit and shows it. */
  select: (unit: string) => void;
}

export class Committing {
  /** What is asked before an order is sent that leaves units without one. */
  doubt = $state("");
  /** What units without conditions shall do is asked before their side reacts by itself. */
  unsure = $state(false);
  readonly guard = new Guard();

  constructor(
    private readonly match: Match,
    private readonly plotter: Plotter,
    private readonly sender: Sender,
  ) {}

  async commit(): Promise<void> {
    const { match, plotter, guard } = this;
    if (!match.legal || match.sending || this.sender.playing()) return;
    if (match.state?.paused) return plotter.tell(meeting.pausedNow);
    if (match.outbox.held) return match.outbox.send(true);
    if (this.faulty()) return;
    if (plotter.presetting.open.length) {
      guard.again();
      this.unsure = true;
      return;
    }
    const left = plotter.commander.forgotten();
    if (left.length && !this.doubt && !match.draft.choice) {
      if (!Object.keys(match.draft.tasks).length && (await this.refused())) return;
      guard.again();
      const all = left.length + plotter.commander.ordered().length;
      this.doubt = plotTexts.partial(all - left.length, all, left.length);
      return;
    }
    this.doubt = "";
    if (!(await match.commit(graced(match, this.sender.hasty) ? settings.chosen.grace : 0))) {
      const wrong = match.violations.find((one) => one.unit)?.unit;
      if (wrong) this.sender.select(wrong);
    } else if (match.outbox.held) guard.again(HASTE);
  }

  /** Says what units without conditions do, and goes on with the commit. */
  async settle(how: "always" | "never"): Promise<void> {
    this.plotter.presetting.settle(how);
    // What the table does about another order is done first.
    await tick();
    await this.commit();
  }

  /** A new question, or another order: what was asked about the old one is gone. */
  forget(): void {
    this.doubt = "";
    this.unsure = false;
  }

  /** Whether the client itself sees that the order cannot be sent; if so, it says why. */
  private faulty(): boolean {
    const { match, plotter } = this;
    const { legal } = match;
    const { tasks, choice } = match.draft;
    if (legal?.choices?.length && !Object.keys(tasks).length && !choice) {
      plotter.tell(texts.chooseOrOrder, legal.decision.rule);
      return true;
    }
    const { owed } = plotter.conflicts;
    if (owed) {
      this.owe(owed);
      return true;
    }
    const missing = missingIn(legal, tasks);
    if (missing.length) {
      this.sender.select(missing[0]!);
      plotter.tell(texts.missing(missing.slice(0, 6).join(", ")), legal?.decision.rule);
      return true;
    }
    const wrong = Object.entries(faultsIn(plotter.ground, legal, tasks))[0];
    if (!wrong) return false;
    this.sender.select(wrong[0]);
    plotter.tell(`${wrong[0]}: ${wrong[1].why}`, wrong[1].rule);
    return true;
  }

  /** Whether the rules refuse the order as it stands; if so, they say why. */
  private async refused(): Promise<boolean> {
    const { match } = this;
    const { violations } = await match.calls.check(match.draft.order()).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return { violations: [] };
    });
    const first = violations[0];
    if (!first) return false;
    match.violations = violations;
    this.owe(first);
    return true;
  }

  /** Takes up the unit that is in the way of sending, and says why. */
  private owe(wrong: Violation): void {
    if (wrong.unit) this.sender.select(wrong.unit);
    this.plotter.tell(wrong.unit ? `${wrong.unit}: ${wrong.message}` : wrong.message, wrong.rule);
  }

  /** Whether an answer by a key is meant for the question on the screen; if not, that is said. */
  ready(): boolean {
    if (!this.guard.open) this.plotter.tell(texts.tooSoon);
    return this.guard.open;
  }
}
