import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { readWorkflow, workflowNotFound } from '../../../lib/reactions/automations/index.ts';
import { defineWorkflowEndpoint } from './deps.ts';
import { versionExample } from './examples.ts';
import { renderVersion, versionPath, versionReply } from './workflow-schemas.ts';

export const getVersion = defineWorkflowEndpoint({
  name: 'getWorkflowVersion',
  method: 'GET',
  path: '/v1/workflows/{id}/versions/{version}',
  area: 'Workflows',
  summary: 'Get a version of a workflow',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: versionPath,
  reply: versionReply,
  replyExample: versionExample,
  refusals: [workflowNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await readWorkflow(ctx.table, ctx.organizationId, path.id, path.version);
    return isRefusal(found) ? found : renderVersion(found);
  },
});
