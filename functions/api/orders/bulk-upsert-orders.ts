import * as z from 'zod';
import { isRefusal, type Refusal } from '../../../lib/core/refusal.ts';
import { readRow, reasonsOf } from '../../../lib/http/index.ts';
import {
  bulkUpsertOrders as bulkUpsert,
  type FoundOrder,
  MAX_ORDERS,
  orderInput,
} from '../../../lib/orders/index.ts';
import { orderEndpoint } from './deps.ts';
import { orderBodyExample, orderReplyExample } from './order-examples.ts';
import { orderReply, toReply } from './order-reply.ts';

const result = z.object({
  externalId: z.string().nullable(),
  status: z.enum(['success', 'failed']),
  id: z.string().nullable(),
  data: orderReply.nullable(),
  errors: z.array(z.object({ code: z.string(), message: z.string() })),
});

/** POST /v2/orders/upsert/bulk */
export const bulkUpsertOrders = orderEndpoint({
  name: 'bulkUpsertOrders',
  method: 'POST',
  path: '/v2/orders/upsert/bulk',
  area: 'Orders',
  summary: 'Create or update orders by external id, each row on its own',
  description:
    `Up to ${MAX_ORDERS} rows within 1 MiB, each with its \`externalId\`. Results are in the order of the rows; a bad ` +
    'row fails alone, with the codes under `errors`. Rows of one external id are carried out one after the other. A ' +
    'row that breaks a rule succeeds: its order is stored with `validationErrors`.',
  permission: 'WRITE_ORDER',
  body: z.object({
    orders: z
      .array(z.unknown().meta({ override: { $ref: '#/components/schemas/OrderInput' } }))
      .max(MAX_ORDERS)
      .meta({ description: 'The orders, each with its `externalId`.' }),
  }),
  separateRows: 'orders',
  rowSchema: orderInput,
  bodyExample: { orders: [orderBodyExample, { valueCents: 900 }] },
  reply: z.object({
    results: z.array(result),
    summary: z.object({ success: z.int(), failed: z.int() }),
  }),
  replyExample: {
    results: [
      {
        externalId: orderBodyExample.externalId,
        status: 'success',
        id: orderReplyExample.id,
        data: orderReplyExample,
        errors: [],
      },
      {
        externalId: null,
        status: 'failed',
        id: null,
        data: null,
        errors: [
          {
            code: 'ORDER_EXTERNAL_ID_REQUIRED',
            message: 'externalId is missing; an upsert finds its order by it.',
          },
        ],
      },
    ],
    summary: { success: 1, failed: 1 },
  },
  refusals: [],
  async handle({ input: { body }, ctx }) {
    const rows = body.orders.map((row, index) => readRow(orderInput, row, `orders[${index}]`));
    const outcomes = await bulkUpsert(ctx, ctx.caller, rows);
    const results = outcomes.map((outcome, index) => toResult(outcome, body.orders[index]));
    const success = results.filter(({ status }) => status === 'success').length;
    return { results, summary: { success, failed: results.length - success } };
  },
});

function toResult(outcome: FoundOrder | Refusal, row: unknown): z.input<typeof result> {
  const sent =
    typeof row === 'object' && row !== null && 'externalId' in row && typeof row.externalId === 'string'
      ? row.externalId
      : null;
  if (!isRefusal(outcome)) {
    const data = toReply(outcome);
    return { externalId: data.externalId, status: 'success', id: data.id, data, errors: [] };
  }
  const { kind, details } = outcome;
  return {
    externalId: sent,
    status: 'failed',
    id: typeof details.orderId === 'string' ? details.orderId : null,
    data: null,
    errors: reasonsOf(outcome).map((message) => ({ code: kind.code, message })),
  };
}
