type Sentences = Readonly<Record<string, string>>;

/** Why a dispatch or a plan failed, by the codes of the API, which says it in English itself. */
export const texts = {
  dispatch: {} as Sentences,
  planning: {} as Sentences,
};
