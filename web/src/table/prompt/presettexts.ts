export const presetTexts = {
  title: (unit: string) => `${unit} acts by itself`,
  none: "Ask me for all instead",
  any: "any",
  first: "at the first chance",
  asked: "No conditions yet: you are asked at each chance.",
  unused: "Your side is asked this turn, so these conditions do not count. Change one and your side reacts by itself.",
  never: "Your side reacts by itself this turn and is not asked. This unit holds its fire: set when it acts.",
  now: (when: string) => `Acts ${when}. Your side reacts by itself this turn and is not asked.`,
};
