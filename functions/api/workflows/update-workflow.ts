import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  incompleteDefinition,
  invalidWorkflow,
  tooManyWorkflows,
  updateWorkflow,
  workflowNotFound,
  workflowStatusRefused,
} from '../../../lib/reactions/automations/index.ts';
import { defineWorkflowEndpoint, isSignedIn } from './deps.ts';
import { workflowExample } from './examples.ts';
import { renderWorkflow, workflowChange, workflowPath, workflowReply } from './workflow-schemas.ts';

export const updateWorkflowEndpoint = defineWorkflowEndpoint({
  name: 'updateWorkflow',
  method: 'PATCH',
  path: '/v1/workflows/{id}',
  area: 'Workflows',
  summary: 'Change a workflow',
  description:
    'Only the fields that are sent change. `nodes`, `edges` and `trigger` are sent together and create a new version, ' +
    'which applies to runs that start afterwards; active runs finish with the version they started with.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  takesIfMatch: true,
  params: workflowPath,
  body: workflowChange,
  reply: workflowReply,
  bodyExample: { name: 'Tag valuable orders' },
  replyExample: { ...workflowExample, name: 'Tag valuable orders' },
  refusals: [
    workflowNotFound,
    incompleteDefinition,
    invalidWorkflow,
    workflowStatusRefused,
    tooManyWorkflows,
    contentionOver('workflow'),
  ],
  async handle({ input: { path, body }, ctx }) {
    const rights = { isSignedIn: isSignedIn(ctx), expectedVersion: ctx.expectedVersion };
    const changed = await updateWorkflow(ctx, ctx.organizationId, path.id, body, rights);
    return isRefusal(changed) ? changed : renderWorkflow(changed);
  },
});
