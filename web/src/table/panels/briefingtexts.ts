// Briefing and score in words.

import type { Zone } from "../../lib/types";

export const briefingTexts = {
  title: "Briefing",
  open: "Briefing (B)",
  loading: "The briefing is on its way…",
  failed: "The briefing could not be fetched.",
  again: "Try again",
  length: (length: string, minutes: number) => `${length} · about ${minutes} minutes`,
  both: "For both sides",
  side: (name: string, you: boolean) => (you ? `${name} (you)` : name),
  wins: "What wins",
  places: "On the map",
  special: "Special rules of this scenario",
  hexes: (labels: string[], all: number) => (all > labels.length ? `${all} hexes` : labels.join(" ")),
  kinds: { objective: "Objective", setup: "Set-up", entry: "Entry", reinforcement: "Reinforcements", exit: "Exit" } as Record<Zone["kind"], string>,
  show: (name: string) => `Show ${name} on the map`,
  zones: "Zones on the map (Z)",
};

export const scoreTexts = {
  title: "How it stands",
  open: "How it stands (I)",
  strip: "Score",
  turn: (turn: number, turns: number) => (turns ? `Turn ${turn} of ${turns}` : `Turn ${turn}`),
  of: (value: number, limit: number) => (limit ? `${value} of ${limit}` : String(value)),
  short: (value: number, limit: number) => (limit ? `${value}/${limit}` : String(value)),
  out: "can no longer win",
  facts: "The whole game",
  note: "As far as you may know.",
  more: "Show the score",
  detail: "The score in detail",
  less: "Hide the score",
};
