import { m } from '../messages.ts';
import { namesTexts } from '../texts/late-texts.ts';

// Words are looked up in one place; those that every screen has remain as they are.
Object.assign(m.words, { ...namesTexts.words, ...m.words });

/** What is not looked up by words, by the names of the API. */
export const { actions, operators, helps, templates, templateTexts, roleTexts } = namesTexts;
