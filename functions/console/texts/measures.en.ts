/** Names of measures and of their parts, and what is counted, by the names of the API, which has them in English. */
export const texts = {
  words: {} as Readonly<Record<string, string>>,
  definitions: {} as Readonly<Record<string, string>>,
};
