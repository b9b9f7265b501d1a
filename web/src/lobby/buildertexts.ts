// The words of the builder.

export const builderTexts = {
  title: "Forces",
  loading: "Mustering the forces…",
  failed: "The forces cannot be shown:",
  barred: (count: number) => `${count} not possible here`,
  reconstructed: (from: string) => (from === "reconstructed" ? "reconstructed" : `source: ${from}`),
  reconstructedWhat: "Not in the rulebook as we have it: worked out by us.",
  share: "Link to these forces",
  shareWhat: "Opens this page with the same choices.",
  usual: "As usual",
  usualWhat: "Takes all choices back.",
  forces: (side: string) => `What ${side} brings`,
  count: (count: number) => `${count} ×`,
  none: "nothing",
  variants: "Chosen in secret when the game has begun.",
};
