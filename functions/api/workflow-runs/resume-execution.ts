import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { resumeRun, runNotFound, runStateForbids } from '../../../lib/reactions/automations/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { renderRun, runExample, runPath, runReply } from './run-schemas.ts';

export const resumeExecution = defineRunEndpoint({
  name: 'resumeWorkflowExecution',
  method: 'POST',
  path: '/v1/workflow-executions/{id}/resume',
  area: 'Workflow runs',
  summary: 'Resume a paused run',
  description: 'The run continues with everything that arrived meanwhile.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  params: runPath,
  reply: runReply,
  replyExample: { ...runExample, status: 'running' as const, completedAt: null, runtimeSeconds: null },
  refusals: [runNotFound, contentionOver('workflow run'), runStateForbids],
  async handle({ input: { path }, ctx }) {
    const changed = await resumeRun(ctx, ctx.organizationId, path.id);
    return isRefusal(changed) ? changed : renderRun(changed);
  },
});
