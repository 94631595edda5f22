import { charactersOf } from '../../../platform/core/characters.ts';
import { MAX_LINE, MAX_NAME, MAX_TEXT } from '../fields/text-limits.ts';
import { type OrderFields, orderFieldEntries } from '../order-fields.ts';
import { defineRule, type Finding, show } from './define-rule.ts';

/** Maximum number of tags of an order, and longest tag. Lists store them with every row. */
const MAX_TAGS = 100;
const MAX_TAG = 100;

/** 4.4.6 */
export const namesAreShort = defineRule({
  name: 'names-are-short',
  summary: `First, last and business names have at most ${MAX_NAME} characters.`,
  check: (order) => tooLongOf(order, MAX_NAME),
});

/** Fields that are repeated in lists, jobs and messages must stay small. */
export const linesAreShort = defineRule({
  name: 'lines-are-short',
  summary: `Addresses, their parts, emails and \`referenceId\` have at most ${MAX_LINE} characters; \`tags\` are ${MAX_TAGS} at most, of ${MAX_TAG} characters.`,
  *check(order) {
    yield* tooLongOf(order, MAX_LINE);
    const { tags = [] } = order;
    const longest = tags.find((tag) => charactersOf(tag) > MAX_TAG);
    if (tags.length > MAX_TAGS) {
      yield { field: 'tags', message: `tags has ${tags.length} tags; send at most ${MAX_TAGS}.` };
    } else if (longest !== undefined) {
      yield { field: 'tags', message: tooLong('tags', longest, charactersOf(longest), MAX_TAG) };
    }
  },
});

/** 4.4.6 */
export const textsAreShort = defineRule({
  name: 'texts-are-short',
  summary: `Instructions and description have at most ${MAX_TEXT} characters.`,
  check: (order) => tooLongOf(order, MAX_TEXT),
});

/** The fields with this limit that exceed it. */
function* tooLongOf(order: OrderFields, most: number): Iterable<Finding> {
  for (const [field, { longest }] of orderFieldEntries) {
    const value = longest === most ? order[field] : undefined;
    const length = typeof value === 'string' ? charactersOf(value) : 0;
    if (length > most) yield { field, message: tooLong(field, String(value), length, most) };
  }
}

function tooLong(field: string, value: string, length: number, most: number): string {
  return `${field} has ${length} characters (${show(value)}); send at most ${most}.`;
}
