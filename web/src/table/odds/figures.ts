// Figures as people read them.

/** A probability such as "5/6" or 0.25 as a number. */
export function share(value: unknown): number {
  const [over, under] = String(value).split("/");
  return under === undefined ? Number(over) : Number(over) / Number(under);
}

/** A probability in per cent. */
export function percent(value: unknown): string {
  const found = share(value);
  return Number.isFinite(found) ? `${Math.round(found * 100)} %` : String(value);
}

/** A value of a unit's card in a few characters. */
export function figure(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(figure).join(" ");
  if (typeof value === "object") return Object.values(value as Record<string, unknown>).map(figure).join(" ");
  return String(value);
}
