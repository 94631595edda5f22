import * as z from 'zod';
import { definitionSchema } from '../../../lib/engines/workflows/index.ts';
import { workflowTemplates } from '../../../lib/reactions/automations/index.ts';
import { defineWorkflowEndpoint } from './deps.ts';
import { definitionExample } from './examples.ts';

export const listTemplates = defineWorkflowEndpoint({
  name: 'listWorkflowTemplates',
  method: 'GET',
  path: '/v1/workflows/templates',
  area: 'Workflows',
  summary: 'List the templates that come with the service',
  description:
    'POST /v1/workflows/from-template creates a workflow from one. Your own templates are workflows with the ' +
    'status `template`.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  reply: z.object({
    templates: z.array(
      definitionSchema.extend({ id: z.string(), name: z.string(), description: z.string() }),
    ),
  }),
  replyExample: {
    templates: [
      {
        id: 'protect-high-value-orders',
        name: 'Protect high-value orders',
        description: 'Asks for a signature on orders worth 500.00 or more and tags them.',
        ...definitionExample,
      },
    ],
  },
  refusals: [],
  handle: () => ({
    templates: workflowTemplates.map(({ definition, ...template }) => ({ ...template, ...definition })),
  }),
});
