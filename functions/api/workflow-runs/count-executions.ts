import * as z from 'zod';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { readRange } from '../../../lib/platform/organization/index.ts';
import { listRuns, workflowNotFound } from '../../../lib/reactions/automations/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { filterQuery } from './list-query.ts';
import { workflowPath } from './run-schemas.ts';

export const countExecutions = defineRunEndpoint({
  name: 'countWorkflowExecutions',
  method: 'GET',
  path: '/v1/workflows/{id}/executions/count',
  area: 'Workflow runs',
  summary: 'Count the runs of a workflow',
  description: 'Exact up to 10,000 runs within the dates.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: workflowPath,
  query: filterQuery,
  reply: z.object({ count: z.int(), countIsExact: z.boolean() }),
  replyExample: { count: 1, countIsExact: true },
  refusals: [workflowNotFound],
  async handle({ input: { path, query }, ctx }) {
    const { status, startDate, endDate, search } = await readRange(ctx, query);
    const filter = { status, startDate, endDate, search };
    const found = await listRuns(ctx.table, ctx.organizationId, path.id, filter);
    return isRefusal(found) ? found : { count: found.runs.length, countIsExact: found.isExact };
  },
});
