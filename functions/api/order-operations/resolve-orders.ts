import * as z from 'zod';
import { MAX_PASTED, readPastedIds, resolveOrders as resolve } from '../../../lib/ordering/orders/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { operationEndpoint } from './deps.ts';

/** POST /v1/orders/resolve */
export const resolveOrders = operationEndpoint({
  name: 'resolveOrders',
  method: 'POST',
  path: '/v1/orders/resolve',
  area: 'Orders',
  summary: 'Find orders by pasted ids',
  description:
    `Takes up to ${MAX_PASTED} ids: ids of orders, external ids and reference ids, in any mix. The match is exact and ` +
    'case-sensitive. Dates and filters do not apply, and archived orders are found too. An id that several orders ' +
    'share returns all of them that the caller may see. A repeated id counts once.',
  permission: 'READ_ORDER',
  forLimited: 'narrowed',
  body: z.object({
    ids: z.union([z.string(), z.array(z.string())]).meta({
      description:
        'Ids: one text, separated by newlines, commas, semicolons or tabs, or a list with one id per entry.',
    }),
  }),
  bodyExample: { ids: 'order-1001, order-1002\nR-77; ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H' },
  reply: z.object({
    results: z
      .array(
        z.object({
          input: z.string().meta({ description: 'The id as pasted.' }),
          orderIds: z.array(z.string()).meta({ description: 'Ids of all orders that it matches.' }),
        }),
      )
      .meta({ description: 'Ids that match an order, in the order in which they were pasted.' }),
    unmatched: z.array(z.string()).meta({ description: 'Ids that match no visible order.' }),
  }),
  replyExample: {
    results: [
      { input: 'order-1001', orderIds: ['ord_01JD8Z6Q4T9V2N5X7C3B1M0K8G'] },
      {
        input: 'R-77',
        orderIds: ['ord_01JD8Z6Q4T9V2N5X7C3B1M0K8G', 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H'],
      },
      { input: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H', orderIds: ['ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H'] },
    ],
    unmatched: ['order-1002'],
  },
  refusals: [],
  async handle({ input: { body }, ctx }) {
    const ids = readPastedIds(body.ids);
    if (ids.length > MAX_PASTED) {
      const why = `has ${ids.length} ids; one call takes at most ${MAX_PASTED}. Send them in several calls.`;
      return validationErrors(`ids ${why}`, { fields: { ids: why } });
    }
    const { results, unmatched } = await resolve(ctx.table, ctx.caller, ids);
    return {
      results: results.map(({ input, orderIds }) => ({ input, orderIds: [...orderIds] })),
      unmatched: [...unmatched],
    };
  },
});
