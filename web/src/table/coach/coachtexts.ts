// The words of the coach's panel; the hints themselves come from the server.

export const coach = {
  title: "Coach",
  what: "What a bot would point out, from what you know",
  on: "Switch the coach on",
  off: "Switch the coach off",
  setting: "A coach marks units in danger, better facings and good shots",
  threats: "In danger",
  shots: "Good shots",
  quiet: "Nothing to point out: no enemy can fire at you, and you can fire at none.",
  thinking: "Looking…",
  failed: "The coach does not answer.",
  most: (percent: number) => `${percent} %`,
};
