import { linkedIds } from './linked-ids.ts';
import { doorsOf, rounded } from './near-door.ts';
import {
  columnsPattern,
  emailPattern,
  isCustomerId,
  type Person,
  personMatcher,
  phonePattern,
  wordsPattern,
} from './person.ts';
import {
  contactsIn,
  isCoordinate,
  isPersonal,
  NOWHERE,
  type Place,
  pointsOf,
  sideOf,
  type Traces,
} from './traces.ts';

/** What stands in the place of what was erased. */
export const MASK = '[erased]';

/** A shorter id of a customer is looked for in fields of that name only: in texts it could be any number or word. */
const SHORTEST_ID = 6;

/** Changes values so that they say nothing of a person; numbers of things, times and amounts stay. */
export interface Masking {
  /**
   * The value without the person; the same value if it says nothing of them. In a list, an element that names orders of
   * others only keeps the names and places that others share. `near` also rounds positions at the person's door.
   */
  value<Value>(value: Value, places?: 'exact' | 'near'): Value;
  text(text: string): string;
  /** Whether a text says something of the person. */
  isIn(text: string): boolean;
  /** Whether a text can be about nobody else: it has a contact, the full name or the address with its number. */
  isAbout(text: string): boolean;
  /** Whether a text has a point at the person's door. */
  isNear(text: string): boolean;
}

/** How a part of a value is masked. */
interface Way extends Place {
  /** It is about others: contacts, full names and whole addresses alone are masked. */
  readonly isOfOthers: boolean;
  /** Positions at the door are rounded, not only the address's. */
  readonly isNear: boolean;
}

/** The way of an element of a list that names orders of others only. */
const OF_OTHERS: Way = Object.freeze({ ...NOWHERE, isOfOthers: true, isNear: false });

/** How a person is erased of whom this is known. */
export function maskingOf(person: Person, traces: Traces): Masking {
  const { phones, emails, texts, telling, coordinates } = traces;
  const isNamed = personMatcher(person);
  const isKnown = personMatcher(person, traces);
  const links = linkedIds(traces.ids);
  const doors = doorsOf(traces.doors);
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
  const inWords = (some: readonly string[]) => some.toSorted(longerFirst).map((one) => wordsPattern(one));
  const unshared = [...contacts, ...inWords(telling)];
  // A whole address before its street.
  const patterns = [...contacts, ...inWords([...telling, ...texts])];
  const places = new Set(coordinates);
  const written = [...places]
    .filter(isPrecise)
    .map((place) => [placePattern(place), rounded(place)] as const);
  const without = (given: string, some: readonly RegExp[]) =>
    some.reduce((left, pattern) => left.replaceAll(pattern, MASK), given);
  const text = (given: string) =>
    written.reduce(
      (left, [pattern, place]) => left.replaceAll(pattern, String(place)),
      without(given, patterns),
    );
  const textOf = (given: string, { isOfOthers, isNear }: Way) => {
    if (isOfOthers) return without(given, unshared);
    const isAlone = isNear && !links.areNotAllIn(given);
    return text(isAlone ? doors.round(given) : given);
  };
  const isOfOthers = (element: unknown) => {
    if (typeof element !== 'object' || element === null) return false;
    const said = JSON.stringify(element);
    return links.areNotAllIn(said) && !links.areIn(said);
  };
  const mask = (value: unknown, way: Way): unknown => {
    if (typeof value === 'string') return textOf(value, way);
    if (typeof value === 'number') return !way.isOfOthers && places.has(value) ? rounded(value) : value;
    if (Array.isArray(value))
      return value.map((one) =>
        mask(one, way.isOfOthers || isOfOthers(one) ? OF_OTHERS : { ...way, ...NOWHERE }),
      );
    if (typeof value !== 'object' || value === null) return value;
    const fields = value as Readonly<Record<string, unknown>>;
    // Others may share a number with the person.
    const isPerson = way.isOfOthers ? isNamed : isKnown;
    const { sides, placeOf } = contactsIn(fields, isPerson, way);
    const isAtDoor = way.isNear && !way.isOfOthers && pointsOf(fields, '').some(doors.areNear);
    return Object.fromEntries(
      Object.entries(fields).map(([key, field]) => {
        if (isCustomerId(person, key, field)) return [key, MASK];
        const { side, name } = sideOf(key);
        const inside = { ...way, ...placeOf(key) };
        if (sides.has(side)) return [key, maskedField(name, field, inside)];
        const isPlace = isAtDoor && side === '' && isCoordinate(name) && typeof field === 'number';
        return [key, isPlace ? rounded(field) : mask(field, inside)];
      }),
    );
  };
  const maskedField = (name: string, field: unknown, way: Way): unknown => {
    if (typeof field === 'number' && isCoordinate(name)) return rounded(field);
    return typeof field === 'string' && field !== '' && isPersonal(name) ? MASK : mask(field, way);
  };
  return Object.freeze({
    value: <Value>(value: Value, how: 'exact' | 'near' = 'exact') => {
      const masked = mask(value, { ...NOWHERE, isOfOthers: false, isNear: how === 'near' }) as Value;
      return JSON.stringify(masked) === JSON.stringify(value) ? value : masked;
    },
    text,
    isIn: (given: string) => patterns.some((pattern) => given.search(pattern) >= 0),
    isAbout: (given: string) => telltales.some((pattern) => given.search(pattern) >= 0),
    isNear: doors.areIn,
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
