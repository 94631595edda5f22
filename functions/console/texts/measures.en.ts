/** Names of measures and of their parts by those of the API, which has them in English. */
export const texts = {
  words: {} as Readonly<Record<string, string>>,
};
