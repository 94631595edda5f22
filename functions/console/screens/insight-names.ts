import { measuresTexts } from '../texts/late-texts.ts';

/** Names of measures and of their parts in the user's language, by those of the API. */
export const names: Readonly<Record<string, string>> = measuresTexts.words;
