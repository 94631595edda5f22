import * as z from 'zod';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { readRange } from '../../../lib/platform/organization/index.ts';
import { listRuns, workflowNotFound } from '../../../lib/reactions/automations/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { listQuery } from './list-query.ts';
import { renderRun, runExample, runReply, workflowPath } from './run-schemas.ts';

export const listExecutions = defineRunEndpoint({
  name: 'listWorkflowExecutions',
  method: 'GET',
  path: '/v1/workflows/{id}/executions',
  area: 'Workflow runs',
  summary: 'List the runs of a workflow',
  description: 'Runs are kept for 90 days. The newest 10,000 within the dates are searched.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: workflowPath,
  query: listQuery,
  reply: z.object({
    results: z.array(runReply),
    totalCount: z.int(),
    totalCountIsExact: z.boolean(),
    limit: z.int(),
    offset: z.int(),
  }),
  replyExample: { results: [runExample], totalCount: 1, totalCountIsExact: true, limit: 50, offset: 0 },
  refusals: [workflowNotFound],
  async handle({ input: { path, query }, ctx }) {
    const { limit, offset, ...filter } = await readRange(ctx, query);
    const found = await listRuns(ctx.table, ctx.organizationId, path.id, filter);
    if (isRefusal(found)) return found;
    return {
      results: found.runs.slice(offset, offset + limit).map(renderRun),
      totalCount: found.runs.length,
      totalCountIsExact: found.isExact,
      limit,
      offset,
    };
  },
});
