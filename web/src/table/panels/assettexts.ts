// The words of the panel of what acts from off the map.

export const assetTexts = {
  title: "Off the map",
  count: (count: number) => `${count} ready`,
  turn: (turn: number) => `turn ${turn}`,
  now: "this turn",
  timeline: (name: string) => `Orders of ${name}`,
  idle: "no order",
  spent: "used up",
  ordered: "ordered now",
  part: (name: string) => name,
  show: (what: string) => `Show ${what} on the map`,
};
