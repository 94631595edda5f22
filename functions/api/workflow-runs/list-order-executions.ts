import * as z from 'zod';
import { orderDuplicateExternalId, orderNotFound, readOrder } from '../../../lib/ordering/orders/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { limitParameter } from '../../../lib/platform/http/index.ts';
import { listRunsOf } from '../../../lib/reactions/automations/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { renderRun, runExample, runReply } from './run-schemas.ts';

export const listOrderExecutions = defineRunEndpoint({
  name: 'listOrderWorkflowExecutions',
  method: 'GET',
  path: '/v1/order/{id}/workflow-executions',
  area: 'Workflow runs',
  summary: 'List the workflow runs of an order',
  description: 'Newest first.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: z.object({ id: z.string().meta({ description: 'Id of the order or its external id.' }) }),
  query: z.object({ limit: limitParameter({ fallback: 25, max: 100 }) }),
  reply: z.object({ results: z.array(runReply) }),
  replyExample: { results: [runExample] },
  refusals: [orderNotFound, orderDuplicateExternalId],
  async handle({ input: { path, query }, ctx }) {
    const { organizationId } = ctx;
    const found = await readOrder(ctx.table, ctx.caller, path.id);
    if (isRefusal(found)) return found;
    const entity = { organizationId, entityType: 'order' as const, entityId: found.stored.value.id };
    return { results: (await listRunsOf(ctx.table, entity, query.limit)).map(renderRun) };
  },
});
