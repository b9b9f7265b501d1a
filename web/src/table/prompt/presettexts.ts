export const presetTexts = {
  title: (unit: string) => `${unit} acts by itself`,
  none: "Ask me instead",
  any: "any",
  asked: "No conditions yet: you are asked at each chance.",
  now: (text: string) => `Preset: ${text}. Your side reacts by its presets this turn and is not asked.`,
};
