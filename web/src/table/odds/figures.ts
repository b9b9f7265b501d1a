// Figures as people read them.

/** A probability such as "5/6" or 0.25 in per cent. */
export function percent(value: unknown): string {
  const text = String(value);
  const [over, under] = text.split("/");
  const share = under === undefined ? Number(text) : Number(over) / Number(under);
  return Number.isFinite(share) ? `${Math.round(share * 100)} %` : text;
}

/** A value of a unit's card in a few characters. */
export function figure(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(figure).join(" ");
  if (typeof value === "object") return Object.values(value as Record<string, unknown>).map(figure).join(" ");
  return String(value);
}
