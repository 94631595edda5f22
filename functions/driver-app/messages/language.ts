/** Languages of the app; the first is that of phones with none of them. */
export const LANGUAGES = ['en', 'es', 'de', 'fr'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of the catalogue that a phone with these languages gets. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => language === tag.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return LANGUAGES[0];
}
