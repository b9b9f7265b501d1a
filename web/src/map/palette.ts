// Colours of the map in the light and the dark theme, from the one palette of the project: quiet ground, strong colours
// for what matters now. The pairs that must be told apart (sides, reach and threat) differ in lightness and form too, not
// in hue alone.

import shared from "../../../src/hulldown/draw/palette.json";

/** The colours of a side: letters, counter, edge, stripes; and for pages a line and a wash. */
export type SideColours = (typeof shared.light.sides)["grey"];
export type Palette = Omit<typeof shared.light, "sides" | "tones"> & {
  dark: boolean;
  sides: Record<string, SideColours>;
  neutral: SideColours;
  tones: Record<string, string>;
};

const made = {
  light: { ...shared.light, dark: false, neutral: shared.light.sides.grey } as Palette,
  dark: { ...shared.dark, dark: true, neutral: shared.dark.sides.grey } as Palette,
};

export function paletteOf(theme: "light" | "dark"): Palette {
  return made[theme];
}

/** The theme set on the page: `data-theme` on the root. */
export function pageTheme(): "light" | "dark" {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}
