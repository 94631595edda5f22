import * as z from 'zod';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  invalidWorkflow,
  setWorkflowStatus,
  tooManyWorkflows,
  workflowNotFound,
  workflowStatusRefused,
} from '../../../lib/reactions/automations/index.ts';
import { defineWorkflowEndpoint } from './deps.ts';
import { workflowExample } from './examples.ts';
import { renderWorkflow, workflowPath, workflowReply, workflowStatus } from './workflow-schemas.ts';

export const setWorkflowStatusEndpoint = defineWorkflowEndpoint({
  name: 'setWorkflowStatus',
  method: 'POST',
  path: '/v1/workflows/{id}/status',
  area: 'Workflows',
  summary: 'Switch a workflow on or off',
  description:
    'Activating checks the workflow against everything that exists now. `archived` removes it from the list; it can return ' +
    'as `draft` or `inactive`. A `template` does not run.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  takesIfMatch: true,
  params: workflowPath,
  body: z.object({ status: workflowStatus }),
  reply: workflowReply,
  bodyExample: { status: 'active' },
  replyExample: workflowExample,
  refusals: [
    workflowNotFound,
    invalidWorkflow,
    workflowStatusRefused,
    tooManyWorkflows,
    contentionOver('workflow'),
  ],
  async handle({ input: { path, body }, ctx }) {
    const changed = await setWorkflowStatus(
      ctx,
      ctx.organizationId,
      path.id,
      body.status,
      ctx.expectedVersion,
    );
    return isRefusal(changed) ? changed : renderWorkflow(changed);
  },
});
