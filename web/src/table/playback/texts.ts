// The words of the playback.

export const playback = {
  title: "The turn unfolds",
  play: "Play",
  pause: "Pause",
  step: "One step",
  back: "One step back",
  speed: "Speed",
  skip: "Skip",
  progress: "How far the turn has unfolded",
  panic: "panic!",
  crash: "crashes",
  point: (point: string) => `point ${point}`,
  movers: (count: number) => `${count} units move.`,
};

export const summary = {
  title: "What happened",
  shots: (shots: number, hits: number) =>
    `${shots} ${shots === 1 ? "shot" : "shots"}, ${hits === 0 ? "no hit" : hits === 1 ? "1 hit" : `${hits} hits`}`,
  deed: (deed: string, count: number) => `${count} × ${deed}`,
  lost: (side: string) => `${side} lost`,
  damaged: (unit: string, how: string[]) => `${unit}: ${[...new Set(how)].join(" and ")}`,
  spotted: (units: string) => `Spotted: ${units}`,
  panicked: (count: number) => (count === 1 ? "1 unit panicked" : `${count} units panicked`),
  close: "Continue",
};

export const log = {
  title: "Log",
  empty: "Nothing has happened yet.",
  nothing: "No line passes the filter.",
  turn: (turn: number) => (turn ? `Turn ${turn}` : "Before the first turn"),
  filter: "Filter of the log",
  kind: "What happened",
  allKinds: "Everything",
  kinds: { moves: "Moves", shots: "Shots", losses: "Losses", sightings: "Sightings", other: "Other" },
  side: "Side",
  allSides: "Both sides",
  unit: "Unit",
  allUnits: "All units",
  everything: "Show all lines",
  elsewhere: (hex: string) => `In ${hex} only: show all lines`,
  about: (name: string, count: number) => `Lines about ${name} (${count})`,
  detail: "Details",
  show: "Show on the map",
  newest: "Newest",
  chance: (percent: number) => `chance ${percent} %`,
  die: (value: string) => `die ${value}`,
  times: (text: string, count: number) => `${text} (${count} times)`,
  moved: (unit: string, hex: string, steps: number) => `${unit} moves to ${hex}${steps > 1 ? `, ${steps} hexes` : ""}.`,
  left: (unit: string, steps: number) => `${unit} leaves the map${steps ? ` after ${steps} ${steps === 1 ? "hex" : "hexes"}` : ""}.`,
  hit: (hit: boolean | null) => (hit === null ? "fired" : hit ? "a hit" : "a miss"),
  shot: (unit: string, target: string, die: string, result: string, effect: string) =>
    [`${unit} at ${target}: ${die ? `die ${die}, ` : ""}${result}.`, effect].filter(Boolean).join(" "),
};
