// When a player is asked whether he reacts, in words.

export const askTexts = {
  title: "When am I asked?",
  now: (least: number) => `Asked from a ${least} % chance to harm`,
  all: "Asked at each chance",
  each: "Ask me at each chance",
  least: "From a chance to harm of",
  again: "Again about the same target in the same step when",
  step: "the chance is better by",
  nearer: "it is nearer by (0: never)",
  hexes: "hexes",
  rear: "it shows its rear",
  always: "Also when it can go no farther. All else goes by. This holds for all units, and for your next games.",
  cannot: "No shot at hand can harm it: holding fire is marked.",
  from: (unit: string) => `${unit}: chance in 100 to wait for`,
  at: "From",
  hold: "Hold until",
  holdHelp: (unit: string) => `${unit} lets chances go by in this step until one is so good; then you are asked`,
  fire: "Fire at will",
  fireHelp: (unit: string) => `${unit} fires by itself in this step as soon as a chance is so good`,
  soon: "A new question: keys answer in a moment.",
};
