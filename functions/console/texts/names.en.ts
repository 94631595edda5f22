type Names = Readonly<Record<string, string>>;

/** Names of the API that people choose from or read, and what they mean: in English they speak for themselves, or the API has them. */
export const texts = {
  words: {} as Names,
  actions: {} as Names,
  operators: {} as Names,
  helps: {} as Names,
  templates: {} as Names,
  templateTexts: {} as Names,
  roleTexts: {} as Names,
};
