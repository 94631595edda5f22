import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { readRun, runNotFound } from '../../../lib/reactions/automations/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { renderWholeRun, runPath, wholeRunExample, wholeRunReply } from './run-schemas.ts';

export const getExecution = defineRunEndpoint({
  name: 'getWorkflowExecution',
  method: 'GET',
  path: '/v1/workflow-executions/{id}',
  area: 'Workflow runs',
  summary: 'Get a run with its steps',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: runPath,
  reply: wholeRunReply,
  replyExample: wholeRunExample,
  refusals: [runNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await readRun(ctx.table, ctx.organizationId, path.id);
    return isRefusal(found) ? found : renderWholeRun(found);
  },
});
