export const prospectTexts = {
  makes: "What makes it",
};
