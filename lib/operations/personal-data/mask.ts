import { emailPattern, type Person, personMatcher, phonePattern, wordsPattern } from './person.ts';
import { isCoordinate, isPersonal, sideOf, sidesOf, type Traces } from './traces.ts';

/** What stands in the place of what was erased. */
export const MASK = '[erased]';

/** Coordinates keep about a kilometre. */
const COORDINATE_FACTOR = 100;

/** Changes values so that they say nothing of a person; numbers of things, times and amounts stay. */
export interface Masking {
  /** The value without the person; the same value if it says nothing of them. */
  value<Value>(value: Value): Value;
  text(text: string): string;
  /** Whether a text says something of the person. */
  isIn(text: string): boolean;
}

/** How a person is erased of whom this is known. */
export function maskingOf(person: Person, { phones, emails, texts, coordinates }: Traces): Masking {
  const isPerson = personMatcher(person);
  const known = [...phones, ...(person.phone === null ? [] : [person.phone])];
  const patterns = [
    ...known.map(phonePattern).filter((pattern) => pattern !== undefined),
    ...[...emails, ...(person.email === null ? [] : [person.email])].map(emailPattern),
    // Longer ones first: a whole address, then its street.
    ...texts.toSorted((one, other) => other.length - one.length).map(wordsPattern),
    ...(person.customerId === null ? [] : [wordsPattern(person.customerId)]),
  ];
  const places = new Set(coordinates);
  const text = (given: string) =>
    patterns.reduce((masked, pattern) => masked.replaceAll(pattern, MASK), given);
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return places.has(value) ? rounded(value) : value;
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== 'object' || value === null) return value;
    const fields = value as Readonly<Record<string, unknown>>;
    const sides = sidesOf(fields, isPerson);
    return Object.fromEntries(
      Object.entries(fields).map(([key, field]) => {
        const { side, name } = sideOf(key);
        return [key, sides.has(side) ? maskedField(name, field) : mask(field)];
      }),
    );
  };
  const maskedField = (name: string, field: unknown): unknown => {
    if (typeof field === 'number' && isCoordinate(name)) return rounded(field);
    return typeof field === 'string' && field !== '' && isPersonal(name) ? MASK : mask(field);
  };
  return Object.freeze({
    value: <Value>(value: Value) => {
      const masked = mask(value) as Value;
      return JSON.stringify(masked) === JSON.stringify(value) ? value : masked;
    },
    text,
    isIn: (given: string) => patterns.some((pattern) => given.search(pattern) >= 0),
  });
}

function rounded(coordinate: number): number {
  return Math.round(coordinate * COORDINATE_FACTOR) / COORDINATE_FACTOR;
}
