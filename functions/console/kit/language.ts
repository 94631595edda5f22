/** Languages of the console, each in its own words. */
export const LANGUAGES = [
  ['en', 'English'],
  ['es', 'Español'],
  ['de', 'Deutsch'],
] as const;

/** A language of the console. */
export type Language = (typeof LANGUAGES)[number][0];

let current: Language = 'en';

/** The language in which the console is shown. */
export function language(): Language {
  return current;
}

/** Sets it, before any text is loaded. */
export function setLanguage(chosen: Language): void {
  current = chosen;
}

/** The first of these tags, such as `es-MX`, whose language the console has; English if it has none. */
export function languageFor(tags: readonly (string | null)[]): Language {
  for (const tag of tags) {
    const found = LANGUAGES.find(([name]) => tag?.toLowerCase().split('-')[0] === name);
    if (found) return found[0];
  }
  return 'en';
}
