import * as z from 'zod';
import { findJob, jobNotFound } from '../../../lib/fulfilment/dispatch/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { limitParameter } from '../../../lib/platform/http/index.ts';
import { listRunsOf } from '../../../lib/reactions/automations/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { renderRun, runExample, runReply } from './run-schemas.ts';

export const listJobExecutions = defineRunEndpoint({
  name: 'listJobWorkflowExecutions',
  method: 'GET',
  path: '/v1/jobs/{id}/workflow-executions',
  area: 'Workflow runs',
  summary: 'List the workflow runs of a job',
  description: 'Newest first.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: z.object({ id: z.string().meta({ description: 'Id of the job or its external identifier.' }) }),
  query: z.object({ limit: limitParameter({ fallback: 25, max: 100 }) }),
  reply: z.object({ results: z.array(runReply) }),
  replyExample: { results: [runExample] },
  refusals: [jobNotFound],
  async handle({ input: { path, query }, ctx }) {
    const { organizationId } = ctx;
    const found = await findJob(ctx.table, ctx.caller, path.id);
    if (isRefusal(found)) return found;
    const entity = { organizationId, entityType: 'job' as const, entityId: found.job.value.id };
    return { results: (await listRunsOf(ctx.table, entity, query.limit)).map(renderRun) };
  },
});
