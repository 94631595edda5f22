import * as z from 'zod';
import { type OrderDeps, pickupNotInScope, statusesOf } from '../../../lib/ordering/orders/index.ts';
import {
  type ChangedOccurrence,
  changeOccurrence,
  invalidRecurringOrder,
  type OccurrenceInput,
  occurrenceNotFound,
  occurrenceUnderWay,
  recurringOrderNotFound,
  recurringOrderOver,
} from '../../../lib/ordering/recurring/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { optional } from '../../../lib/platform/core/optional.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';
import { type Context, dayParameter, shortText } from '../../../lib/platform/http/index.ts';
import { editorOf, recurringEndpoint } from './deps.ts';
import {
  occurrenceExample,
  occurrenceReply,
  orderPart,
  recurringPath,
  renderOccurrence,
  timesPart,
} from './recurring-schemas.ts';

const occurrencePath = recurringPath.extend({
  date: shortText(10).meta({ description: 'Day of the rule, such as `2026-03-05`.' }),
});

const changedReply = occurrenceReply
  .extend({
    problems: z
      .record(z.string(), z.string())
      .meta({ description: 'What would be wrong with its order, by field.' }),
  })
  .meta({ id: 'ChangedOccurrence' });

const refusals = [
  recurringOrderNotFound,
  occurrenceNotFound,
  occurrenceUnderWay,
  recurringOrderOver,
  invalidRecurringOrder,
  pickupNotInScope,
  contentionOver('recurring order'),
];

/** PUT /v1/recurring/orders/{id}/occurrences/{date} */
export const changeOccurrenceEndpoint = recurringEndpoint({
  name: 'changeOccurrence',
  method: 'PUT',
  path: '/v1/recurring/orders/{id}/occurrences/{date}',
  area: 'Recurring orders',
  summary: 'Skip or change one occurrence',
  description:
    'Replaces what was decided about it before; fields that are left out are as usual. Its order follows within seconds, also ' +
    'when it exists already and somebody changed it; one that is dispatched or has begun is refused.',
  permission: 'WRITE_ORDER',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  params: occurrencePath,
  body: z.object({
    isSkipped: optional(z.boolean()).meta({ description: 'Whether it is left out; default false.' }),
    onDate: optional(dayParameter).meta({
      description: 'Day on which it takes place instead, at most 31 days away, holiday or not.',
      override: { type: ['string', 'null'], format: 'date' },
    }),
    times: timesPart.optional(),
    order: orderPart.optional().meta({ description: 'Fields that differ; null = without it.' }),
    note: optional(shortText(500)).meta({ description: 'Why, shown in place of the usual message.' }),
  }),
  reply: changedReply,
  bodyExample: { isSkipped: true, note: 'The café is closed.' },
  replyExample: {
    ...occurrenceExample,
    status: 'skipped' as const,
    message: 'The café is closed.',
    orderId: null,
    orderStatus: null,
    change: {
      ...{ isSkipped: true, onDate: null, times: {}, order: {}, note: 'The café is closed.', by: 'Rosa' },
      at: '2026-02-26T01:11:51.000Z',
    },
    problems: {},
  },
  refusals,
  async handle({ input: { path, body }, ctx }) {
    return render(
      ctx,
      await changeOccurrence(ctx, editorOf(ctx), path.id, path.date, body as OccurrenceInput),
    );
  },
});

/** DELETE /v1/recurring/orders/{id}/occurrences/{date} */
export const restoreOccurrence = recurringEndpoint({
  name: 'restoreOccurrence',
  method: 'DELETE',
  path: '/v1/recurring/orders/{id}/occurrences/{date}',
  area: 'Recurring orders',
  summary: 'Make one occurrence as usual again',
  description: 'Takes back what was decided about it: an order that was archived with it comes back.',
  permission: 'WRITE_ORDER',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  params: occurrencePath,
  reply: changedReply,
  replyExample: { ...occurrenceExample, problems: {} },
  refusals,
  async handle({ input: { path }, ctx }) {
    return render(ctx, await changeOccurrence(ctx, editorOf(ctx), path.id, path.date, {}));
  },
});

async function render({ table, organizationId }: Context<OrderDeps>, changed: ChangedOccurrence | Refusal) {
  if (isRefusal(changed)) return changed;
  const { orderId } = changed.occurrence;
  const statuses = await statusesOf(table, organizationId, orderId === null ? [] : [orderId]);
  return {
    ...renderOccurrence(changed.occurrence, statuses.get(changed.occurrence.orderId ?? '')),
    problems: changed.problems,
  };
}
