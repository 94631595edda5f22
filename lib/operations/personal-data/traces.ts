import * as z from 'zod';
import type { Point } from '../../platform/core/geography.ts';
import { type Item, partitionOf } from '../../platform/table/index.ts';
import type { personMatcher } from './person.ts';

/** What was found out about a person, by which the rest is recognized. */
export const tracesSchema = z.object({
  /** Ids of orders and jobs that are about the person. */
  ids: z.array(z.string()),
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  /** Names, lines of addresses, and what was written for the courier. */
  texts: z.array(z.string()),
  /** Full names, and addresses with their number: each says by itself who is meant. */
  telling: z.array(z.string()).default([]),
  /** Latitudes and longitudes. */
  coordinates: z.array(z.number()),
  /** The same as points: where somebody stood who was there. */
  doors: z.array(z.object({ lat: z.number(), lng: z.number() })).default([]),
});

export type Traces = z.infer<typeof tracesSchema>;

/** Nothing yet. */
export const NO_TRACES: Traces = Object.freeze({
  ids: [],
  phones: [],
  emails: [],
  texts: [],
  telling: [],
  coordinates: [],
  doors: [],
});

/** Fields whose names start with a side belong to the contact of that side. */
const SIDE = /^(pickup|dropoff)(?=[A-Z_])_?/;

const NAME = /^(?:full|first|last|business|customer|contact|recipient)?_?name$/i;
const PHONE = /^(?:phone|mobile|telephone)(?:_?number)?$/i;
const EMAIL = /^e?_?mail(?:_?address)?$/i;
const ADDRESS =
  /^(?:address|formatted_?address|address_?line_?\d?|address_?[12]|(?:address_?)?(?:formatted_?)?street)$/i;
const ADDRESS_PART = /^(?:address_?)?(?:number|secondary_?number)$|^place_?id$/i;
const WORDS = /^instructions$/i;
const LATITUDE = /^(?:lat|latitude)$/i;
const LONGITUDE = /^(?:lng|longitude)$/i;

/** Shorter texts say nothing by themselves. */
const SHORTEST_NAME = 2;
const SHORTEST_ADDRESS = 5;

/** Whether a field of a contact says who or where somebody is. Cities, postcodes and countries stay. */
export function isPersonal(name: string): boolean {
  return [NAME, PHONE, EMAIL, ADDRESS, ADDRESS_PART, WORDS].some((pattern) => pattern.test(name));
}

/** Whether a field of a contact is a coordinate. */
export function isCoordinate(name: string): boolean {
  return LATITUDE.test(name) || LONGITUDE.test(name);
}

/** The point of a side of an object, or none. */
export function pointsOf(fields: Readonly<Record<string, unknown>>, side: string): readonly Point[] {
  const own = Object.entries(fields).filter(([key]) => sideOf(key).side === side);
  const numberAt = (pattern: RegExp) => own.find(([key]) => pattern.test(sideOf(key).name))?.[1];
  const [lat, lng] = [numberAt(LATITUDE), numberAt(LONGITUDE)];
  return typeof lat === 'number' && typeof lng === 'number' ? [{ lat, lng }] : [];
}

/** Name of a field without its side, and the side; an empty side for a contact of its own. */
export function sideOf(key: string): { readonly side: string; readonly name: string } {
  const [, side = ''] = SIDE.exec(key) ?? [];
  return { side, name: key.replace(SIDE, '') };
}

/** Side whose contact a field has as a whole, such as `dropoffLocation`; empty for others. */
export function sideOfKey(key: string): string {
  return sideOf(`${key}_`).side;
}

/** Where an object is in a record. */
export interface Place {
  /** The record, or one around it, has metadata with the person's customer id: who receives it is the person. */
  readonly isInTheirs: boolean;
  /** It is the contact of the recipient of such a record. */
  readonly isRecipient: boolean;
}

/** A value by itself. */
export const NOWHERE: Place = Object.freeze({ isInTheirs: false, isRecipient: false });

/** Those of a job are of several packages. */
const METADATA = /^(?:order|package)?_?metadata$/i;

/** Side of the recipient. */
const RECIPIENT = 'dropoff';

/** The contacts of an object. */
export interface Contacts {
  /** Sides whose contact is the person. */
  readonly sides: ReadonlySet<string>;
  /** Where the value of a field is. */
  placeOf(key: string): Place;
}

/** The contacts of an object in a record. */
export function contactsIn(
  value: Readonly<Record<string, unknown>>,
  isPerson: ReturnType<typeof personMatcher>,
  { isInTheirs, isRecipient }: Place,
): Contacts {
  const isTheirs = isInTheirs || hasTheirMetadata(value, isPerson);
  const matched = Object.entries(value).filter(([key, field]) => isPerson(key, field));
  return {
    sides: new Set([
      ...matched.map(([key]) => sideOf(key).side),
      ...(isRecipient ? [''] : []),
      ...(isTheirs ? [RECIPIENT] : []),
    ]),
    placeOf: (key) => ({
      isInTheirs: isTheirs,
      isRecipient: isRecipient || (isTheirs && sideOfKey(key) === RECIPIENT),
    }),
  };
}

/** Whether an object has metadata that name the person, as orders, packages and jobs have. */
function hasTheirMetadata(
  value: Readonly<Record<string, unknown>>,
  isPerson: ReturnType<typeof personMatcher>,
): boolean {
  return Object.entries(value).some(
    ([key, field]) =>
      METADATA.test(key) &&
      typeof field === 'object' &&
      field !== null &&
      Object.entries(field).some(([name, said]) => isPerson(name, said)),
  );
}

/** What a value says about the person; undefined when it says nothing. */
export function tracesIn(value: unknown, isPerson: ReturnType<typeof personMatcher>): Traces | undefined {
  const found = structuredClone(NO_TRACES);
  let isFound = false;
  const visit = (part: unknown, key: string, place: Place): void => {
    if (Array.isArray(part)) {
      for (const one of part) visit(one, key, NOWHERE);
      return;
    }
    if (typeof part !== 'object' || part === null) {
      isFound ||= isPerson(key, part);
      return;
    }
    const fields = part as Readonly<Record<string, unknown>>;
    const { sides, placeOf } = contactsIn(fields, isPerson, place);
    for (const [name, field] of Object.entries(fields)) {
      const of = sideOf(name);
      if (sides.has(of.side)) take(found, of.name, field);
      visit(field, name, placeOf(name));
    }
    for (const side of sides) {
      found.telling.push(...tellingOf(fields, side));
      found.doors.push(...pointsOf(fields, side));
    }
  };
  visit(value, '', NOWHERE);
  return isFound ? found : undefined;
}

function take(found: Traces, name: string, field: unknown): void {
  if (typeof field === 'number' && isCoordinate(name)) found.coordinates.push(field);
  if (typeof field !== 'string' || field.trim() === '') return;
  if (PHONE.test(name)) found.phones.push(field);
  else if (EMAIL.test(name)) found.emails.push(field.toLowerCase());
  else if (NAME.test(name) && field.length >= SHORTEST_NAME) found.texts.push(field);
  else if ((ADDRESS.test(name) || WORDS.test(name)) && field.length >= SHORTEST_ADDRESS)
    found.texts.push(field);
}

const FIRST_NAME = /^first_?name$/i;
const LAST_NAME = /^last_?name$/i;
const NUMBER = /^(?:address_?)?number$/i;
const STREET = /^(?:address_?)?(?:formatted_?)?street$/i;

/** Texts of a contact that nobody shares who is not meant: not a first name, nor a street alone. */
function tellingOf(fields: Readonly<Record<string, unknown>>, side: string): readonly string[] {
  const own = Object.entries(fields).flatMap(([key, field]) => {
    const { side: of, name } = sideOf(key);
    return of === side && typeof field === 'string' && field.trim() !== ''
      ? [{ name, text: field.trim() }]
      : [];
  });
  const textOfField = (pattern: RegExp) => own.find(({ name }) => pattern.test(name))?.text;
  const together = (first: string | undefined, second: string | undefined) =>
    first === undefined || second === undefined ? [] : [`${first} ${second}`];
  const whole = own.filter(
    ({ name, text }) =>
      (NAME.test(name) && /\s/.test(text)) || (ADDRESS.test(name) && /\d/.test(text) && /\s/.test(text)),
  );
  return [
    ...whole.map(({ text }) => text),
    ...together(textOfField(FIRST_NAME), textOfField(LAST_NAME)),
    ...together(textOfField(LAST_NAME), textOfField(FIRST_NAME)),
    ...together(textOfField(NUMBER), textOfField(STREET)),
  ];
}

/** Aggregates by whose id other items are about the person. */
export const LINKING: ReadonlySet<string> = new Set(['order', 'job', 'recurring-order']);

/** Ids by which others name what this item is about. A job of several orders leads to those that the item names itself. */
export function idsOf(item: Item): readonly string[] {
  const { type, id } = partitionOf(item);
  if (!LINKING.has(type)) return [];
  const { orderId, jobId } = item.data;
  return [id, orderId, jobId].filter((one): one is string => typeof one === 'string' && one !== '');
}

/** Several findings as one, each value once. */
export function joinTraces(all: readonly Traces[]): Traces {
  const once = <Value>(values: readonly Value[]) => [...new Set(values)];
  return {
    ids: once(all.flatMap(({ ids }) => ids)),
    phones: once(all.flatMap(({ phones }) => phones)),
    emails: once(all.flatMap(({ emails }) => emails)),
    texts: once(all.flatMap(({ texts }) => texts)),
    telling: once(all.flatMap(({ telling }) => telling)),
    coordinates: once(all.flatMap(({ coordinates }) => coordinates)),
    doors: Array.from(
      new Map(all.flatMap(({ doors }) => doors.map((door) => [`${door.lat},${door.lng}`, door]))).values(),
    ),
  };
}
