import * as z from 'zod';
import { pickupNotInScope, statusesOf } from '../../../lib/ordering/orders/index.ts';
import {
  createRecurringOrder,
  dayOf,
  endRecurringOrder,
  invalidRecurringOrder,
  listRecurringOrders,
  occurrencesFrom,
  type RecurringInput,
  readRecurringOrder,
  recurringOrderNotFound,
  recurringOrderOver,
  updateRecurringOrder,
} from '../../../lib/ordering/recurring/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { optional } from '../../../lib/platform/core/optional.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { dayParameter, limitParameter, shortText } from '../../../lib/platform/http/index.ts';
import { iteratorParameter, pageFields } from '../activities/page-schemas.ts';
import { editorOf, recurringEndpoint } from './deps.ts';
import {
  occurrenceExample,
  occurrenceReply,
  recurringBodyExample,
  recurringExample,
  recurringFields,
  recurringPath,
  recurringReply,
  recurringRow,
  recurringRowExample,
  renderOccurrence,
  renderRecurring,
  renderShared,
} from './recurring-schemas.ts';

/** POST /v1/recurring/orders */
export const createRecurring = recurringEndpoint({
  name: 'createRecurringOrder',
  method: 'POST',
  path: '/v1/recurring/orders',
  area: 'Recurring orders',
  summary: 'Create a recurring order',
  description: [
    'An order is created for each day of `rrule`, `daysAhead` days before it, once, and then treated as any other. None is ' +
      'created for a time that has passed: after an outage, such an occurrence is `missed`.',
    'The next order is checked as an order is: `problems` says what would be wrong with it, which does not refuse the ' +
      'recurring order.',
  ].join('\n\n'),
  permission: 'WRITE_ORDER',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  body: z.object({
    ...recurringFields,
    order: recurringFields.order,
    times: recurringFields.times.optional(),
    timezoneId: recurringFields.timezoneId.optional(),
    holidays: recurringFields.holidays.optional(),
    onHoliday: recurringFields.onHoliday.optional(),
    workingDays: recurringFields.workingDays.optional(),
    daysAhead: recurringFields.daysAhead.optional(),
  }),
  reply: recurringReply,
  bodyExample: recurringBodyExample,
  replyExample: recurringExample,
  refusals: [invalidRecurringOrder, pickupNotInScope, contentionOver('recurring order')],
  async handle({ input: { body }, ctx }) {
    const id = ctx.ids.next('rec');
    const made = await createRecurringOrder(ctx, editorOf(ctx), id, body as RecurringInput);
    return isRefusal(made) ? made : renderRecurring(made);
  },
});

/** GET /v1/recurring/orders */
export const listRecurring = recurringEndpoint({
  name: 'listRecurringOrders',
  method: 'GET',
  path: '/v1/recurring/orders',
  area: 'Recurring orders',
  summary: 'List recurring orders',
  description:
    'Newest first; ended ones are kept for 400 days. With a filter a page may have fewer results than `limit`, even none, although more follow: continue with `iterator` until `done`.',
  permission: 'READ_ORDER',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  query: z.object({
    limit: limitParameter({ fallback: 50, max: 100 }),
    iterator: iteratorParameter,
    status: z
      .enum(['active', 'ended'])
      .optional()
      .meta({ description: 'Only those that go on, or that have ended.' }),
    search: shortText(200).optional().meta({ description: 'Part of the name, in any case.' }),
    storeLocationId: shortText(100)
      .optional()
      .meta({ description: 'Only those from or to this store location.' }),
  }),
  reply: z.object({ results: z.array(recurringRow), ...pageFields }),
  replyExample: { results: [recurringRowExample], iterator: null, prevIterator: null, done: true },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { iterator: cursor, ...asked } = query;
    const page = await listRecurringOrders(ctx.table, ctx.caller, { ...asked, cursor });
    return {
      ...page,
      results: page.results.map(({ version, ...row }) => {
        const { dropoffFirstName, dropoffLastName, dropoffBusinessName } = row.order;
        const person = [dropoffFirstName, dropoffLastName].filter(Boolean).join(' ');
        return { ...renderShared(row), version, recipient: person || (dropoffBusinessName ?? null) };
      }),
    };
  },
});

/** GET /v1/recurring/orders/{id} */
export const getRecurring = recurringEndpoint({
  name: 'getRecurringOrder',
  method: 'GET',
  path: '/v1/recurring/orders/{id}',
  area: 'Recurring orders',
  summary: 'Get a recurring order with its occurrences',
  description:
    'Shows what becomes of each occurrence from `from` on, for a year ahead; what is known of past ones is kept for 100 days.',
  permission: 'READ_ORDER',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  params: recurringPath,
  query: z.object({
    from: dayParameter
      .optional()
      .meta({ description: 'First day; default today.', override: { type: 'string', format: 'date' } }),
    limit: limitParameter({ fallback: 20, max: 100 }),
  }),
  reply: recurringReply.extend({
    occurrences: z.array(occurrenceReply).meta({ description: 'By the days on which they take place.' }),
  }),
  replyExample: { ...recurringExample, occurrences: [occurrenceExample] },
  refusals: [recurringOrderNotFound],
  async handle({ input: { path, query }, ctx }) {
    const whole = await readRecurringOrder(ctx.table, ctx.caller, path.id);
    if (isRefusal(whole)) return whole;
    const nowMs = ctx.clock.now();
    const from = query.from ?? dayOf(whole.stored.value, nowMs);
    const occurrences = occurrencesFrom(whole, from, nowMs).slice(0, query.limit);
    const statuses = await statusesOf(
      ctx.table,
      ctx.organizationId,
      occurrences.flatMap(({ orderId }) => orderId ?? []),
    );
    return {
      ...renderRecurring(whole.stored),
      occurrences: occurrences.map((one) => renderOccurrence(one, statuses.get(one.orderId ?? ''))),
    };
  },
});

/** PATCH /v1/recurring/orders/{id} */
export const updateRecurring = recurringEndpoint({
  name: 'updateRecurringOrder',
  method: 'PATCH',
  path: '/v1/recurring/orders/{id}',
  area: 'Recurring orders',
  summary: 'Change a recurring order',
  description:
    'Only the fields that are sent change, those of `order` and `times` one by one; `null` takes one away. Orders that exist ' +
    'follow: they are changed, moved or archived, unless they are dispatched or somebody else changed them. What people ' +
    'decided about single occurrences stays.',
  permission: 'WRITE_ORDER',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  params: recurringPath,
  body: z.object(recurringFields).partial(),
  reply: recurringReply,
  bodyExample: { times: { dropoffStart: '06:30' }, order: { dropoffInstructions: 'Back door' } },
  replyExample: {
    ...recurringExample,
    times: { ...recurringExample.times, dropoffStart: '06:30' },
    order: { ...recurringExample.order, dropoffInstructions: 'Back door' },
    version: 2,
  },
  refusals: [
    recurringOrderNotFound,
    invalidRecurringOrder,
    recurringOrderOver,
    pickupNotInScope,
    contentionOver('recurring order'),
  ],
  async handle({ input: { path, body }, ctx }) {
    const changed = await updateRecurringOrder(ctx, editorOf(ctx), path.id, body as RecurringInput);
    return isRefusal(changed) ? changed : renderRecurring(changed);
  },
});

/** POST /v1/recurring/orders/{id}/end */
export const endRecurring = recurringEndpoint({
  name: 'endRecurringOrder',
  method: 'POST',
  path: '/v1/recurring/orders/{id}/end',
  area: 'Recurring orders',
  summary: 'End a recurring order',
  description:
    'No further orders are created. Those that exist and have not begun are archived, unless they are dispatched or somebody else changed them. It cannot be taken back.',
  permission: 'WRITE_ORDER',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  params: recurringPath,
  body: z.object({ reason: optional(shortText(500)).meta({ description: 'Why it ends.' }) }),
  reply: recurringReply,
  bodyExample: { reason: 'The café has closed.' },
  replyExample: {
    ...recurringExample,
    status: 'ended' as const,
    ended: { at: '2026-03-05T01:11:51.000Z', by: 'Rosa', reason: 'The café has closed.' },
    version: 2,
  },
  refusals: [recurringOrderNotFound, recurringOrderOver, contentionOver('recurring order')],
  async handle({ input: { path, body }, ctx }) {
    const ended = await endRecurringOrder(ctx, editorOf(ctx), path.id, body.reason ?? null);
    return isRefusal(ended) ? ended : renderRecurring(ended);
  },
});
