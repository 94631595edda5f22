import { measuresTexts } from '../texts/late-texts.ts';

/** Names of measures and of their parts in the user's language, by those of the API. */
export const names = measuresTexts.words;

/** What each measure counts in the user's language, by its name. */
export const definitions = measuresTexts.definitions;
