import { charactersOf } from '../../../platform/core/characters.ts';
import { type OrderFieldName, SIDES } from '../order-fields.ts';
import { ADDRESS_TEXTS } from './address-parts.ts';
import { defineRule, show } from './define-rule.ts';

/** Longest name, in characters. */
const MAX_NAME = 80;

/** Longest instructions and description (specification 8). */
const MAX_TEXT = 280;

const NAMES = [
  'pickupFirstName',
  'pickupLastName',
  'pickupBusinessName',
  'dropoffFirstName',
  'dropoffLastName',
  'dropoffBusinessName',
] as const satisfies readonly OrderFieldName[];

const TEXTS = ['pickupInstructions', 'dropoffInstructions', 'description'] as const;

/** 4.4.6 */
export const namesAreShort = defineRule({
  name: 'names-are-short',
  summary: `First, last and business names have at most ${MAX_NAME} characters.`,
  *check(order) {
    for (const field of NAMES) {
      const length = lengthOf(order[field]);
      if (length > MAX_NAME) yield { field, message: tooLong(field, order[field], length, MAX_NAME) };
    }
  },
});

/** Longest address line or part of an address, email and reference id: longer than any real one. */
const MAX_LINE = 500;

/** Most tags of an order, and longest tag. Lists store them with every row. */
const MAX_TAGS = 100;
const MAX_TAG = 100;

const LINES = [
  'referenceId',
  ...SIDES.flatMap((side) =>
    (['Address', 'PlaceId', 'Email', ...ADDRESS_TEXTS] as const).map((part) => `${side}${part}` as const),
  ),
] as const satisfies readonly OrderFieldName[];

/** Fields that are repeated in lists, jobs and messages must stay small. */
export const linesAreShort = defineRule({
  name: 'lines-are-short',
  summary: `Addresses, their parts, emails and \`referenceId\` have at most ${MAX_LINE} characters; \`tags\` are ${MAX_TAGS} at most, of ${MAX_TAG} characters.`,
  *check(order) {
    for (const field of LINES) {
      const length = lengthOf(order[field]);
      if (length > MAX_LINE) yield { field, message: tooLong(field, order[field], length, MAX_LINE) };
    }
    const { tags = [] } = order;
    const longest = tags.find((tag) => lengthOf(tag) > MAX_TAG);
    if (tags.length > MAX_TAGS) {
      yield { field: 'tags', message: `tags has ${tags.length} tags; send at most ${MAX_TAGS}.` };
    } else if (longest !== undefined) {
      yield { field: 'tags', message: tooLong('tags', longest, lengthOf(longest), MAX_TAG) };
    }
  },
});

/** 4.4.6 */
export const textsAreShort = defineRule({
  name: 'texts-are-short',
  summary: `Instructions and description have at most ${MAX_TEXT} characters.`,
  *check(order) {
    for (const field of TEXTS) {
      const length = lengthOf(order[field]);
      if (length > MAX_TEXT) yield { field, message: tooLong(field, order[field], length, MAX_TEXT) };
    }
  },
});

function lengthOf(text: string | undefined): number {
  return text === undefined ? 0 : charactersOf(text);
}

function tooLong(field: string, value: string | undefined, length: number, most: number): string {
  return `${field} has ${length} characters (${show(value)}); send at most ${most}.`;
}
