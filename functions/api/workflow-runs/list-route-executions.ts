import * as z from 'zod';
import { readRoute, routeNotFound, routeNotInScope } from '../../../lib/fleet/routes/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { limitParameter } from '../../../lib/platform/http/index.ts';
import { listRunsOf } from '../../../lib/reactions/automations/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { renderRun, runExample, runReply } from './run-schemas.ts';

export const listRouteExecutions = defineRunEndpoint({
  name: 'listRouteWorkflowExecutions',
  method: 'GET',
  path: '/v1/routes/{id}/workflow-executions',
  area: 'Workflow runs',
  summary: 'List the workflow runs of a route',
  description: 'Newest first.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: z.object({ id: z.string().meta({ description: 'Id of the route or its external id.' }) }),
  query: z.object({ limit: limitParameter({ fallback: 25, max: 100 }) }),
  reply: z.object({ results: z.array(runReply) }),
  replyExample: { results: [runExample] },
  refusals: [routeNotFound, routeNotInScope],
  async handle({ input: { path, query }, ctx }) {
    const { organizationId } = ctx;
    const found = await readRoute(ctx.table, ctx.caller, path.id);
    if (isRefusal(found)) return found;
    const entity = { organizationId, entityType: 'route' as const, entityId: found.route.id };
    return { results: (await listRunsOf(ctx.table, entity, query.limit)).map(renderRun) };
  },
});
