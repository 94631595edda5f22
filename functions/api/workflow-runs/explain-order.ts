import * as z from 'zod';
import { explain } from '../../../lib/automations/index.ts';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { instantReply } from '../../../lib/http/index.ts';
import { orderDuplicateExternalId, orderNotFound, readOrder } from '../../../lib/orders/index.ts';
import { defineRunEndpoint } from './deps.ts';

export const explainOrder = defineRunEndpoint({
  name: 'explainOrder',
  method: 'GET',
  path: '/v1/order/{id}/explanation',
  area: 'Workflow runs',
  summary: 'Explain what workflows did with an order',
  description:
    'Every step of the newest 100 runs about the order, oldest first, with the values it decided on.',
  permission: 'READ_WORKFLOW',
  params: z.object({ id: z.string().meta({ description: 'Id of the order or its external id.' }) }),
  reply: z.object({
    entries: z.array(
      z.object({
        at: instantReply,
        by: z.object({ type: z.string(), id: z.string(), name: z.string(), version: z.int() }),
        runId: z.string(),
        what: z.string(),
        because: z.array(z.object({ text: z.string(), values: z.record(z.string(), z.unknown()) })),
      }),
    ),
  }),
  replyExample: {
    entries: [
      {
        at: '2026-03-05T01:11:51.000Z',
        by: {
          type: 'workflow',
          id: 'wf_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
          name: 'Tag high-value orders',
          version: 2,
        },
        runId: 'wfx_0a1b2c3d4e5f6g7h8j9k0m1n2p',
        what: 'valuable: completed_filter_success',
        because: [
          { text: 'The workflow was started by order.created.', values: { 'order.valueCents': 60_000 } },
        ],
      },
    ],
  },
  refusals: [orderNotFound, orderDuplicateExternalId],
  async handle({ input: { path }, ctx }) {
    const found = await readOrder(ctx.table, ctx.caller, path.id);
    if (isRefusal(found)) return found;
    const { organizationId } = ctx;
    const entity = { organizationId, entityType: 'order' as const, entityId: found.stored.value.id };
    return { entries: await explain(ctx.table, entity) };
  },
});
