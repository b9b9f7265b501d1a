// The words of a preset reaction (games/panzer/presets.py): conditions that must all hold before a vehicle on overwatch fires by itself. Pure.

export interface Preset {
  /** The least chance in 100, 0: any. */
  odds: number;
  /** The greatest distance in hexes, 0: any. */
  range: number;
  aspect: "" | "front" | "rear";
  /** A kind of vehicle, "" for all of them. */
  type: string;
  join: boolean;
  hold: boolean;
}

export const KINDS = ["tank", "assault-gun", "half-track", "truck"];
export const ALWAYS: Preset = { odds: 0, range: 0, aspect: "", type: "", join: false, hold: false };

/** The preset as the rules read it; without conditions it fires at the first chance. */
export function written(preset: Preset): string {
  if (preset.hold) return "hold";
  const words = [
    preset.odds ? `odds ${preset.odds}` : "", preset.range ? `range ${preset.range}` : "", preset.aspect ? `aspect ${preset.aspect}` : "",
    preset.type ? `type ${preset.type}` : "", preset.join ? "join" : "",
  ].filter(Boolean);
  return words.join(" ") || "any";
}

/** What a text says, as far as the form can show it. */
export function read(text: string): Preset {
  const found = { ...ALWAYS };
  const words = text.replace(/,/g, " ").split(/\s+/).filter(Boolean);
  for (let k = 0; k < words.length; k++) {
    const word = words[k]!.toLowerCase();
    if (word === "join" || word === "hold") found[word] = true;
    else if (word === "odds" || word === "range") found[word] = within(Number(words[++k]?.replace("%", "")));
    else if (word === "aspect") found.aspect = words[++k] === "rear" ? "rear" : "front";
    else if (word === "type") found.type = words[++k] ?? "";
  }
  return found;
}

/** A number that the rules accept, 0 for none. */
export const within = (value: number): number => (Number.isFinite(value) && value >= 1 ? Math.min(100, Math.round(value)) : 0);
