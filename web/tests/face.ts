// A small face for tests, told as a server tells one.
import { gameFace } from "../src/lib/face";
import type { Score } from "../src/lib/types";
import type { Face } from "../src/lib/wire";

/** A score in which nothing has happened yet. */
export const SCORE: Score = { measure: "tanks left", rule: "16.0", sides: [], turn: 1, turns: 4, left: "3 turns", leader: "", standing: "A draw." };

export const told: Face = {
  setting: "sandy country",
  notes: ["Children play here."],
  sides: [
    { side: "alpha", name: "Ants", colour: "green" },
    { side: "bravo", name: "Beetles", colour: "red", frame: "cut", pattern: "stripes" },
  ],
  tasks: [
    { kind: "MV", name: "Move", family: "move", key: "m", chip: "MV", tone: "plan", draws: ["path"] },
    { kind: "DF", name: "Fire", family: "fire", key: "f", chip: "DF", tone: "fire", draws: ["cells"], repeats: true },
    { kind: "OF", name: "Watch", family: "watch", key: "o", chip: "OF", tone: "opportunity", draws: ["cells"] },
    { kind: "FC", name: "Face", family: "face", key: "m", chip: "FC", tone: "plan", draws: ["facing"] },
    { kind: "DP", name: "Place", family: "place", key: "p", chip: "DP", tone: "plan", draws: ["cells", "facing"] },
  ],
  marks: [{ mark: "spotted", name: "spotted", sign: "◉", tone: "warn" }],
  choices: [{ key: "stop", name: "Stop here" }],
  types: [{ type: "PzIVh", short: "PzIVh", shape: "turreted" }, { type: "JPzV", short: "JPzV", shape: "turretless" }],
  hexes: [
    { terrain: "clear", name: "sand", style: "plain" },
    { terrain: "woods", name: "tall grass", style: "trees", effect: "2 steps" },
    { terrain: "stream", name: "brook", style: "channel" },
    { terrain: "bridge", name: "plank", style: "bridge" },
  ],
  hexsides: [{ terrain: "berm", name: "bank", style: "bank" }, { terrain: "slope", name: "slope", style: "hachures" }],
  lines: [{ terrain: "stream", name: "brook", style: "water" }, { terrain: "road", name: "lane", style: "road" }],
  markers: [{ kind: "wreck", name: "shell", style: "wreck" }, { kind: "BU", name: "burnt shell", style: "wreck" }],
  changes: [
    { argument: "aspect", words: "at its {value}" }, { argument: "moved", words: "if it moves {value} points", values: [4, 8] },
    { argument: "range" }, { argument: "short_halt", words: "from a Short Halt", unless: ["overwatch"] },
  ],
  outcomes: [{ key: "none", name: "without effect" }, { key: "damaged", name: "damaged" }, { key: "ko", name: "knocked out" }],
  events: [
    { kind: "moved", verb: "move" },
    { kind: "destroyed", verb: "kill", marker: "wreck" },
    { kind: "brewed_up", verb: "kill", marker: "BU" },
    { kind: "damaged", verb: "hurt", mark: "damaged" },
  ],
};
export const face = gameFace(told);
