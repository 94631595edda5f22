import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { retryRun, runNotFound, runStateForbids } from '../../../lib/reactions/automations/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { renderRun, runExample, runPath, runReply } from './run-schemas.ts';

export const retryExecution = defineRunEndpoint({
  name: 'retryWorkflowExecution',
  method: 'POST',
  path: '/v1/workflow-executions/{id}/retry',
  area: 'Workflow runs',
  summary: 'Retry a failed run',
  description: 'The run continues from the nodes that failed. Completed work is not repeated.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  params: runPath,
  reply: runReply,
  replyExample: { ...runExample, status: 'running' as const, completedAt: null, runtimeSeconds: null },
  refusals: [runNotFound, contentionOver('workflow run'), runStateForbids],
  async handle({ input: { path }, ctx }) {
    const changed = await retryRun(ctx, ctx.organizationId, path.id);
    return isRefusal(changed) ? changed : renderRun(changed);
  },
});
