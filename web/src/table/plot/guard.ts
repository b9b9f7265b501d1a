// A key that was meant for one question must not answer the next: for a moment after a question has appeared no key commits.

/** Milliseconds for which a new question takes no answer by key: three quick Enters are two too many. */
export const HOLD = 700;
/** The same where the next key only hastens what has been said: enough that two quick ones are not both taken. */
export const HASTE = 250;

export class Guard {
  private asked = "";
  private since = -Infinity;
  private hold = HOLD;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Tells which question is on the screen, "" for none. */
  shows(decision: string): void {
    if (decision === this.asked) return;
    this.asked = decision;
    this.again();
  }

  /** The question has changed its meaning: the next key is not meant for it either. */
  again(hold = HOLD): void {
    this.hold = hold;
    this.since = this.now();
  }

  /** Something has been ordered in answer to this question: the next key is meant for it. */
  acted(): void {
    this.since = -Infinity;
  }

  /** Whether a key may answer now. */
  get open(): boolean {
    return this.now() - this.since >= this.hold;
  }
}
