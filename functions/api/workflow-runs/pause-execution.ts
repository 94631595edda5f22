import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { pauseRun, runNotFound, runStateForbids } from '../../../lib/reactions/automations/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { renderRun, runExample, runPath, runReply } from './run-schemas.ts';

export const pauseExecution = defineRunEndpoint({
  name: 'pauseWorkflowExecution',
  method: 'POST',
  path: '/v1/workflow-executions/{id}/pause',
  area: 'Workflow runs',
  summary: 'Pause a run',
  description: 'Results that arrive for the run wait until it is resumed.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  params: runPath,
  reply: runReply,
  replyExample: { ...runExample, status: 'paused' as const, completedAt: null, runtimeSeconds: null },
  refusals: [runNotFound, contentionOver('workflow run'), runStateForbids],
  async handle({ input: { path }, ctx }) {
    const changed = await pauseRun(ctx, ctx.organizationId, path.id);
    return isRefusal(changed) ? changed : renderRun(changed);
  },
});
