import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { cancelRun, runNotFound, runStateForbids } from '../../../lib/reactions/automations/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { renderRun, runExample, runPath, runReply } from './run-schemas.ts';

export const cancelExecution = defineRunEndpoint({
  name: 'cancelWorkflowExecution',
  method: 'POST',
  path: '/v1/workflow-executions/{id}/cancel',
  area: 'Workflow runs',
  summary: 'Cancel a run',
  description: 'What the run has done stays; whatever it waits for is cancelled.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  params: runPath,
  reply: runReply,
  replyExample: { ...runExample, status: 'cancelled' as const },
  refusals: [runNotFound, contentionOver('workflow run'), runStateForbids],
  async handle({ input: { path }, ctx }) {
    const changed = await cancelRun(ctx, ctx.organizationId, path.id);
    return isRefusal(changed) ? changed : renderRun(changed);
  },
});
