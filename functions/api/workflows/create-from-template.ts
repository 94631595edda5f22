import * as z from 'zod';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { shortText } from '../../../lib/platform/http/index.ts';
import {
  createFromTemplate,
  invalidWorkflow,
  tooManyWorkflows,
  workflowNotFound,
} from '../../../lib/reactions/automations/index.ts';
import { defineWorkflowEndpoint, isSignedIn } from './deps.ts';
import { workflowExample } from './examples.ts';
import { renderWorkflow, workflowReply } from './workflow-schemas.ts';

export const createFromTemplateEndpoint = defineWorkflowEndpoint({
  name: 'createWorkflowFromTemplate',
  method: 'POST',
  path: '/v1/workflows/from-template',
  area: 'Workflows',
  summary: 'Create a workflow from a template',
  description: 'The new workflow is a draft with the structure of the template.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  body: z.object({
    templateId: z.string().max(64).meta({
      description:
        'Id of a template that comes with the service, or of your own workflow with the status `template`.',
    }),
    name: shortText(200)
      .optional()
      .meta({ description: 'Name of the new workflow; default that of the template.' }),
  }),
  reply: workflowReply,
  bodyExample: { templateId: 'protect-high-value-orders' },
  replyExample: { ...workflowExample, status: 'draft' as const, version: 1 },
  refusals: [workflowNotFound, invalidWorkflow, tooManyWorkflows, contentionOver('workflow')],
  async handle({ input: { body }, ctx }) {
    const rights = { isSignedIn: isSignedIn(ctx) };
    const made = await createFromTemplate(ctx, ctx.organizationId, body, rights);
    return isRefusal(made) ? made : renderWorkflow(made);
  },
});
