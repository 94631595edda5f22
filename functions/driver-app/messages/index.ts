import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { type Language, languageFor } from './language.ts';

const ALL: Readonly<Record<Language, Messages>> = { en, es, de, fr };

const language = languageFor(globalThis.navigator?.languages ?? []);

/** The texts in the phone's language. */
export const m: Messages = ALL[language];

/** Language of the texts, for the page and for times. */
export const LANGUAGE = language;

const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });

/** An instant as a time of the phone's day. */
export function timeOf(instant: string): string {
  return time.format(new Date(instant));
}

/** Cents as an amount of money. */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100);
}
