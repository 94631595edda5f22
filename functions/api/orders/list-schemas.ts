import * as z from 'zod';
import { orderStatus, ROUTE_PRESENCE } from '../../../lib/ordering/orders/index.ts';
import { cutText } from '../../../lib/platform/core/cut-text.ts';
import { dayOrInstant, listParameter, WHOLE_DAY } from '../../../lib/platform/http/index.ts';

/** A filter that matches any of several texts. */
export function anyOfParameter(description: string) {
  return listParameter(z.string())
    .optional()
    .meta({ description: `${description} One or several, separated by commas.` });
}

/** Filters by pickup and dropoff, which lists of orders and of jobs share. */
export const placeFilters = {
  pickupStoreLocationIds: anyOfParameter('Ids of the store locations of the pickup.'),
  dropoffStoreLocationIds: anyOfParameter('Ids of the store locations of the dropoff.'),
  city: anyOfParameter('City of the pickup or the dropoff; case does not matter.'),
  state: anyOfParameter('State of the pickup or the dropoff as it was given; case does not matter.'),
  country: anyOfParameter('Country of the pickup or the dropoff as it was given; case does not matter.'),
};

const text = z.string().optional();

/** Filters of orders: those of the list and of its export. */
export const orderFilters = {
  startDate: dayOrInstant
    .optional()
    .meta({ description: `Start of the range; default 30 days ago. ${WHOLE_DAY}` }),
  endDate: dayOrInstant
    .optional()
    .meta({ description: `End of the range, inclusive; default now. ${WHOLE_DAY}` }),
  status: anyOfParameter(
    `Statuses: ${orderStatus.options.join(', ')}. A status that no order can have matches nothing, and \`notices\` names it.`,
  ),
  deliveryStatus: anyOfParameter(
    'Statuses of the delivery of the order. A status that no delivery can have matches nothing, and `notices` names it.',
  ),
  ids: anyOfParameter('Ids or external ids; the range of dates does not apply then.'),
  tags: anyOfParameter('Tags; an order has at least one of them.'),
  search: text.meta({ description: 'Part of an id, name, address or phone number; case does not matter.' }),
  hasRoute: z
    .enum(ROUTE_PRESENCE)
    .optional()
    .meta({ description: 'Orders that are on a route, or that are not; default `all`.' }),
  ...placeFilters,
  pickupBusinessName: text.meta({ description: 'Part of the name at the pickup; case does not matter.' }),
  dropoffBusinessName: text.meta({ description: 'Part of the name at the dropoff; case does not matter.' }),
  creationSource: anyOfParameter('How the order came in, such as `api`.'),
  dispatchStrategyId: anyOfParameter('Ids of the dispatch strategies that orders name, `opn_...`.'),
};

/** How the pages of a list fit together, for its description. */
export const PAGES =
  'Each row appears once, even while others are created and changed. The first page (`offset` 0) fixes the rows of the list and ' +
  'their order; later pages with the same key, filters and sorting are cut from it for 15 minutes. ' +
  'Equal rows are sorted by id in the same direction. `totalCount` is exact up to 10,000; above that it is 10000 and ' +
  '`totalCountIsExact` is false.';

/** A page of a list: its rows, the total, and the request (contract-facts 1.1). */
export function pageReply<Row extends z.ZodType>(row: Row) {
  return z.object({
    results: z.array(row),
    totalCount: z.int().meta({ description: 'Rows that pass every filter; at most 10,000 are counted.' }),
    totalCountIsExact: z
      .boolean()
      .meta({ description: 'Whether the count is exact; false when there are more rows.' }),
    limit: z.int(),
    offset: z.int(),
    notices: z
      .array(z.string())
      .optional()
      .meta({ description: 'Filter values that cannot match anything, and what was probably meant.' }),
  });
}

/** Requested statuses that nothing of this kind ever has, and the statuses that it can have. */
interface UnknownStatuses {
  readonly noun: 'order' | 'job' | 'delivery';
  readonly unknown: readonly string[];
  readonly known: readonly string[];
}

/** `notices` of a page whose status filters name impossible statuses; nothing without such a filter. */
export function noticesOf(filters: readonly UnknownStatuses[]): { notices?: string[] } {
  const notices = filters.flatMap(({ noun, unknown, known }) =>
    unknown.map(
      (status) =>
        `No ${noun} can have the status ${JSON.stringify(cutText(status, 60))}, so it matches nothing. Known statuses: ${known.join(', ')}.`,
    ),
  );
  return notices.length === 0 ? {} : { notices };
}
