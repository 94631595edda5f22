import * as z from 'zod';
import {
  bulkUpsertOrders as bulkUpsert,
  MAX_ORDERS,
  orderInput,
} from '../../../lib/ordering/orders/index.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';
import { readRow, reasonsOf } from '../../../lib/platform/http/index.ts';
import { orderEndpoint } from './deps.ts';
import { orderBodyExample, orderReplyExample } from './order-examples.ts';
import { orderReply, toReplies } from './order-reply.ts';

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
    `Takes up to ${MAX_ORDERS} rows within 1 MiB, each with its \`externalId\`. Results are in the order of the rows. A failed ` +
    'row does not block the others; its codes are in `errors`. Rows with the same external id run one after the other. A ' +
    'row that breaks a rule succeeds: its order is stored with `validationErrors`.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
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
            message: 'externalId is missing. An upsert finds its order by it; send one.',
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
    const saved = outcomes.flatMap((outcome) => (isRefusal(outcome) ? [] : [outcome]));
    const replies = new Map((await toReplies(ctx, saved)).map((reply, index) => [saved[index], reply]));
    const results = outcomes.map((outcome, index) =>
      isRefusal(outcome) ? refused(outcome, body.orders[index]) : done(replies.get(outcome)),
    );
    const success = results.filter(({ status }) => status === 'success').length;
    return { results, summary: { success, failed: results.length - success } };
  },
});

function done(data: z.input<typeof orderReply> | undefined): z.input<typeof result> {
  return {
    externalId: data?.externalId ?? null,
    status: 'success',
    id: data?.id ?? null,
    data: data ?? null,
    errors: [],
  };
}

function refused(refusal: Refusal, row: unknown): z.input<typeof result> {
  const { kind, details } = refusal;
  const sent =
    typeof row === 'object' && row !== null && 'externalId' in row && typeof row.externalId === 'string'
      ? row.externalId
      : null;
  return {
    externalId: sent,
    status: 'failed',
    id: typeof details.orderId === 'string' ? details.orderId : null,
    data: null,
    errors: reasonsOf(refusal).map((message) => ({ code: kind.code, message })),
  };
}
