import { type Language, languageFor } from './language.ts';

const KEPT = 'console.language';

/** The language that the user chose, or the first one of the browser that the console has. */
export function chosenLanguage(): Language {
  return languageFor([localStorage.getItem(KEPT), ...navigator.languages]);
}

/** Shows the console in another language, at the same place. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(KEPT, chosen);
  location.reload();
}
