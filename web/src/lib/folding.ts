/**
 * Opens or folds a `details` when that is wanted anew, and leaves what its reader opens or folds in between as it is.
 * A bound attribute would be set again with every change of anything around it.
 */
export function unfolds(node: HTMLDetailsElement, wanted: boolean): { update(now: boolean): void } {
  node.open = wanted;
  return {
    update(now: boolean): void {
      if (now === wanted) return;
      node.open = wanted = now;
    },
  };
}
