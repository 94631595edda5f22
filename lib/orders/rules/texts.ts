import type { OrderFieldName } from '../order-fields.ts';
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

/** Characters as people count them, not UTF-16 units. */
function lengthOf(text: string | undefined): number {
  return text === undefined ? 0 : [...text].length;
}

function tooLong(field: string, value: string | undefined, length: number, most: number): string {
  return `${field} has ${length} characters (${show(value)}); send at most ${most}.`;
}
