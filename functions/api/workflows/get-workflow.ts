import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { readWorkflow, workflowNotFound } from '../../../lib/reactions/automations/index.ts';
import { defineWorkflowEndpoint } from './deps.ts';
import { workflowExample } from './examples.ts';
import { renderWorkflow, workflowPath, workflowReply } from './workflow-schemas.ts';

export const getWorkflow = defineWorkflowEndpoint({
  name: 'getWorkflow',
  method: 'GET',
  path: '/v1/workflows/{id}',
  area: 'Workflows',
  summary: 'Get a workflow',
  description: 'Includes the nodes, edges and trigger of its latest version.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: workflowPath,
  reply: workflowReply,
  replyExample: workflowExample,
  refusals: [workflowNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await readWorkflow(ctx.table, ctx.organizationId, path.id);
    return isRefusal(found) ? found : renderWorkflow(found);
  },
});
