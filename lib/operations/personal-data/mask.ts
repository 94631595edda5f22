import {
  columnsPattern,
  emailPattern,
  isCustomerId,
  type Person,
  personMatcher,
  phonePattern,
  wordsPattern,
} from './person.ts';
import { isCoordinate, isPersonal, sideOf, sidesOf, type Traces } from './traces.ts';

/** What stands in the place of what was erased. */
export const MASK = '[erased]';

/** A shorter id of a customer is looked for in fields of that name only: in texts it could be any number or word. */
const SHORTEST_ID = 6;

/** Coordinates keep about a kilometre. */
const COORDINATE_FACTOR = 100;

/** Changes values so that they say nothing of a person; numbers of things, times and amounts stay. */
export interface Masking {
  /** The value without the person; the same value if it says nothing of them. */
  value<Value>(value: Value): Value;
  text(text: string): string;
  /** Whether a text says something of the person. */
  isIn(text: string): boolean;
  /** Whether a text can be about nobody else: it has a contact, the full name or the address with its number. */
  isAbout(text: string): boolean;
}

/** How a person is erased of whom this is known. */
export function maskingOf(person: Person, { phones, emails, texts, telling, coordinates }: Traces): Masking {
  const isPerson = personMatcher(person);
  const known = [...phones, ...(person.phone === null ? [] : [person.phone])];
  const longerFirst = (one: string, other: string) => other.length - one.length;
  const contacts = [
    ...known.map(phonePattern).filter((pattern) => pattern !== undefined),
    ...[...emails, ...(person.email === null ? [] : [person.email])].map(emailPattern),
    ...(person.customerId !== null && person.customerId.length >= SHORTEST_ID
      ? [wordsPattern(person.customerId)]
      : []),
  ];
  const telltales = [...contacts, ...telling.map(columnsPattern)];
  // A whole address before its street.
  const patterns = [
    ...contacts,
    ...[...telling, ...texts].toSorted(longerFirst).map((one) => wordsPattern(one)),
  ];
  const places = new Set(coordinates);
  const written = [...places]
    .filter(isPrecise)
    .map((place) => [placePattern(place), rounded(place)] as const);
  const text = (given: string) => {
    const masked = patterns.reduce((left, pattern) => left.replaceAll(pattern, MASK), given);
    return written.reduce((left, [pattern, place]) => left.replaceAll(pattern, String(place)), masked);
  };
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return places.has(value) ? rounded(value) : value;
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== 'object' || value === null) return value;
    const fields = value as Readonly<Record<string, unknown>>;
    const sides = sidesOf(fields, isPerson);
    return Object.fromEntries(
      Object.entries(fields).map(([key, field]) => {
        if (isCustomerId(person, key, field)) return [key, MASK];
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
    isAbout: (given: string) => telltales.some((pattern) => given.search(pattern) >= 0),
  });
}

/** Whether it says more than it will when it is rounded. */
function isPrecise(coordinate: number): boolean {
  return rounded(coordinate) !== coordinate;
}

/** Finds a coordinate in texts, such as replies that were kept as JSON. */
function placePattern(coordinate: number): RegExp {
  return new RegExp(String.raw`(?<![\d.])${String(coordinate).replace('.', String.raw`\.`)}(?!\d)`, 'g');
}

function rounded(coordinate: number): number {
  return Math.round(coordinate * COORDINATE_FACTOR) / COORDINATE_FACTOR;
}
