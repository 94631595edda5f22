import * as z from 'zod';
import { cutText } from '../../../lib/core/cut-text.ts';
import { listParameter } from '../../../lib/http/index.ts';

/** A filter for any of several texts. */
export function anyOfParameter(description: string) {
  return listParameter(z.string())
    .optional()
    .meta({ description: `${description} One or several, parted by commas.` });
}

/** Filters by where something is picked up or dropped off, which lists of orders and of jobs have. */
export const placeFilters = {
  pickupStoreLocationIds: anyOfParameter('Ids of the store locations that it is picked up at.'),
  dropoffStoreLocationIds: anyOfParameter('Ids of the store locations that it is brought to.'),
  city: anyOfParameter('City of the pickup or the dropoff, in any case.'),
  state: anyOfParameter('State of the pickup or the dropoff as it was given, in any case.'),
  country: anyOfParameter('Country of the pickup or the dropoff as it was given, in any case.'),
};

/** How the pages of a list fit together: for its description. */
export const PAGES =
  'Each row comes once while others are made and changed: the first page (`offset` 0) fixes which rows the list has and ' +
  'in which order, and later pages asked for with the same key, filters and sorting within 15 minutes are cut from it. ' +
  'Equal ones are sorted by id in the same direction. `totalCount` is exact up to 10,000; above that it is 10000 and ' +
  '`totalCountIsExact` is false.';

/** A page of a list: its rows, how many there are in all, and what was asked for (contract-facts 1.1). */
export function pageReply<Row extends z.ZodType>(row: Row) {
  return z.object({
    results: z.array(row),
    totalCount: z.int().meta({ description: 'How many pass every filter; at most 10,000 are counted.' }),
    totalCountIsExact: z.boolean().meta({ description: 'False when there are more than were counted.' }),
    limit: z.int(),
    offset: z.int(),
    notices: z
      .array(z.string())
      .optional()
      .meta({ description: 'What in the filters cannot match anything, and what was probably meant.' }),
  });
}

/** `notices` of a page whose status filter names statuses that nothing of this kind ever has; nothing without such. */
export function noticesOf(
  unknown: readonly string[],
  noun: 'order' | 'job',
  known: readonly string[],
): { notices?: string[] } {
  if (unknown.length === 0) return {};
  return {
    notices: unknown.map(
      (status) =>
        `No ${noun} ever has the status ${JSON.stringify(cutText(status, 60))}, so it matches nothing. Known statuses: ${known.join(', ')}.`,
    ),
  };
}
