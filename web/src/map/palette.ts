// Colours of the map in the light and the dark theme: quiet ground, strong colours for what matters now. The pairs that
// must be told apart (sides, reach and threat) differ in lightness and form too, not in hue alone.

export interface Palette {
  dark: boolean;
  beside: string;
  levels: string[];
  contour: string;
  hachure: string;
  grid: string;
  label: string;
  name: string;
  halo: string;
  woods: string[];
  trees: string[];
  treeShade: string;
  rough: string;
  stones: string;
  scrub: string;
  berm: string;
  bermLight: string;
  wall: string;
  hedge: string;
  cliff: string;
  road: string;
  roadEdge: string;
  track: string;
  water: string;
  waterEdge: string;
  gully: string;
  roofs: Record<string, string>;
  sides: { ink: string; paper: string; deep: string }[];
  neutral: { ink: string; paper: string; deep: string };
  select: string;
  tones: Record<string, string>;
  reach: string;
  reachText: string;
  shade: string;
}

const light: Palette = {
  dark: false,
  beside: "#e7e1d0",
  levels: ["#cfd8b4", "#dfe0bd", "#e9dcae", "#e3c993", "#d8b67c", "#cba468"],
  contour: "rgba(122,92,48,0.5)",
  hachure: "rgba(110,80,40,0.62)",
  grid: "rgba(60,60,40,0.16)",
  label: "rgba(50,50,35,0.72)",
  name: "#3f3a26",
  halo: "rgba(250,246,228,0.85)",
  woods: ["#b9cd9a", "#a9c28a", "#94b276"],
  trees: ["#6d945a", "#5d8850", "#4d7844"],
  treeShade: "rgba(40,60,30,0.28)",
  rough: "rgba(150,130,95,0.20)",
  stones: "rgba(105,90,66,0.62)",
  scrub: "rgba(110,125,62,0.75)",
  berm: "#8a6a3f",
  bermLight: "#c9a875",
  wall: "#75706a",
  hedge: "#4f7a3c",
  cliff: "#5d4a32",
  road: "#f4ead0",
  roadEdge: "rgba(122,100,66,0.75)",
  track: "#a3875a",
  water: "#a8cbd8",
  waterEdge: "#6ea0b4",
  gully: "#9c8256",
  roofs: { wood_building: "#a3825b", brick_building: "#b0604a", stone_building: "#8d8b88" },
  sides: [
    { ink: "#ffffff", paper: "#1f4e8c", deep: "#12325c" },
    { ink: "#2a1206", paper: "#f0a868", deep: "#8a3413" },
  ],
  neutral: { ink: "#ffffff", paper: "#6b6f66", deep: "#3f423b" },
  select: "#d9480f",
  tones: {
    plan: "#1a56c4", order: "#1a56c4", reverse: "#6b3fa0", overrun: "#b3261e", fire: "#c0261c", opportunity: "#a85c00",
    target: "#c0261c", zone: "#1a56c4", good: "#1c7a3a", bad: "#c0261c", warn: "#a85c00", hover: "#1d1d18",
    cursor: "#1d1d18", select: "#d9480f",
  },
  reach: "rgba(26,86,196,0.20)",
  reachText: "#123a86",
  shade: "rgba(35,38,28,0.42)",
};

const dark: Palette = {
  dark: true,
  beside: "#14170f",
  levels: ["#2c3324", "#383d2b", "#464532", "#564f37", "#655a3c", "#736442"],
  contour: "rgba(205,175,120,0.34)",
  hachure: "rgba(214,184,130,0.46)",
  grid: "rgba(235,235,210,0.10)",
  label: "rgba(235,235,215,0.68)",
  name: "#eee7cd",
  halo: "rgba(20,22,14,0.8)",
  woods: ["#344a2d", "#2e4529", "#263c22"],
  trees: ["#4f7345", "#44683c", "#385a31"],
  treeShade: "rgba(0,0,0,0.4)",
  rough: "rgba(190,165,120,0.12)",
  stones: "rgba(196,176,140,0.5)",
  scrub: "rgba(150,165,95,0.6)",
  berm: "#b08d5c",
  bermLight: "#5c4a30",
  wall: "#a09a92",
  hedge: "#6f9a58",
  cliff: "#b89d72",
  road: "#7f7558",
  roadEdge: "rgba(20,18,10,0.8)",
  track: "#8a7750",
  water: "#2c4c5c",
  waterEdge: "#4f7f95",
  gully: "#8a744c",
  roofs: { wood_building: "#8a6c4a", brick_building: "#985341", stone_building: "#7d7b78" },
  sides: [
    { ink: "#ffffff", paper: "#2f6bb8", deep: "#bcd8ff" },
    { ink: "#241003", paper: "#e89a58", deep: "#ffdcbf" },
  ],
  neutral: { ink: "#ffffff", paper: "#6f7468", deep: "#d6d9cc" },
  select: "#ffb057",
  tones: {
    plan: "#8fb8ff", order: "#8fb8ff", reverse: "#c9a6f5", overrun: "#ff8f85", fire: "#ff8a7a", opportunity: "#ffc163",
    target: "#ff8a7a", zone: "#8fb8ff", good: "#7fd39a", bad: "#ff8a7a", warn: "#ffc163", hover: "#f4f2e4",
    cursor: "#f4f2e4", select: "#ffb057",
  },
  reach: "rgba(143,184,255,0.22)",
  reachText: "#dbe8ff",
  shade: "rgba(0,0,0,0.55)",
};

export function paletteOf(theme: "light" | "dark"): Palette {
  return theme === "dark" ? dark : light;
}

/** The theme set on the page: `data-theme` on the root. */
export function pageTheme(): "light" | "dark" {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}
