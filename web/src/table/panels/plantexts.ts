// The words of the table in which tasks for later turns are planned.

export const planTexts = {
  title: "Plan",
  count: (count: number) => `${count} planned`,
  none: "nothing planned",
  hex: "Hex",
  hexOf: (unit: string) => `Hex of ${unit}`,
  pick: "On the map",
  pickHelp: "Then click its hex on the map, or write its number",
  picking: "Click a hex on the map.",
  remove: "Take it out",
  removePart: "Take this part out",
  then: "then",
  more: "+ then",
  moreHelp: "Another kind of fire after it, without a break",
  timeline: (name: string) => `Turns of ${name}`,
  turn: (turn: number) => `turn ${turn}`,
  rests: "must be left free",
  clash: "two at once",
  unknownHex: (text: string) => `There is no hex ${text}.`,
};
