// Costs as people read them: some games count in halves of a point.

/** A number of points in words: "3", "3½"; other fractions as decimals. */
export function pointsText(value: number): string {
  const whole = Math.floor(value);
  const rest = value - whole;
  if (rest === 0) return String(whole);
  if (rest === 0.5) return whole ? `${whole}½` : "½";
  return value.toFixed(1);
}

/** What a sum of the cost tables is in points. */
export const inPoints = (cost: number, ticks = 1): number => cost / ticks;
