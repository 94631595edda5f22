import { language } from './language.ts';

/** Something to choose: its code and its name. */
type Option = readonly [code: string, name: string];

/** Codes that are in use but are no countries, or stand for another one. */
const NO_COUNTRIES = new Set([
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'EU',
  'EZ',
  'IC',
  'QO',
  'TA',
  'UN',
  'XA',
  'XB',
  'ZZ',
]);

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Countries by their names. The browser knows them. */
export function countries(): readonly Option[] {
  const names = new Intl.DisplayNames(language(), { type: 'region', fallback: 'none' });
  const found = new Map<string, string>();
  for (const code of LETTERS.flatMap((one) => LETTERS.map((other) => one + other))) {
    const name = names.of(code);
    // A former code has the name of what came after it.
    const isCurrent = new Intl.Locale(`und-${code}`).region === code;
    if (name && isCurrent && !NO_COUNTRIES.has(code)) found.set(code, name);
  }
  return [...found].toSorted(([, a], [, b]) => a.localeCompare(b));
}

/** Currencies with their names. */
export function currencies(): readonly Option[] {
  const names = new Intl.DisplayNames(language(), { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => [code, `${code}, ${names.of(code)}`] as const);
}

/** Time zones. */
export function timeZones(): readonly Option[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
    (zone) => [zone, zone] as const,
  );
}
