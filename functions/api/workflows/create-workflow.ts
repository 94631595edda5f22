import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  createWorkflow,
  invalidWorkflow,
  tooManyWorkflows,
} from '../../../lib/reactions/automations/index.ts';
import { defineWorkflowEndpoint, isSignedIn } from './deps.ts';
import { definitionExample, workflowExample } from './examples.ts';
import { newWorkflow, renderWorkflow, workflowReply } from './workflow-schemas.ts';

export const createWorkflowEndpoint = defineWorkflowEndpoint({
  name: 'createWorkflow',
  method: 'POST',
  path: '/v1/workflows',
  area: 'Workflows',
  summary: 'Create a workflow',
  description:
    'A workflow is a graph of nodes that starts at its trigger. An invalid definition is refused with all of its ' +
    'problems in `details.problems`. An API key can create event triggers only.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  body: newWorkflow,
  reply: workflowReply,
  bodyExample: { name: 'Tag high-value orders', ...definitionExample },
  replyExample: workflowExample,
  refusals: [invalidWorkflow, tooManyWorkflows, contentionOver('workflow')],
  async handle({ input: { body }, ctx }) {
    const input = { ...body, status: body.status ?? undefined };
    const made = await createWorkflow(ctx, ctx.organizationId, input, { isSignedIn: isSignedIn(ctx) });
    return isRefusal(made) ? made : renderWorkflow(made);
  },
});
