import * as z from 'zod';
import { definitionSchema } from '../../../lib/engines/workflows/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply, integerParameter, limitParameter } from '../../../lib/platform/http/index.ts';
import { listWorkflowVersions, workflowNotFound } from '../../../lib/reactions/automations/index.ts';
import { defineWorkflowEndpoint } from './deps.ts';
import { versionExample } from './examples.ts';
import { workflowPath } from './workflow-schemas.ts';

export const listVersions = defineWorkflowEndpoint({
  name: 'listWorkflowVersions',
  method: 'GET',
  path: '/v1/workflows/{id}/versions',
  area: 'Workflows',
  summary: 'List the versions of a workflow',
  description: 'Newest first, without nodes and edges.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: workflowPath,
  query: z.object({
    limit: limitParameter({ fallback: 25, max: 100 }),
    before: integerParameter({
      min: 1,
      max: 9_999_999,
      fallback: 9_999_999,
      description: 'Only versions with a smaller number; send the last one of the previous page.',
    }),
  }),
  reply: z.object({
    versions: z.array(
      z.object({
        version: z.int(),
        nodeCount: z.int(),
        trigger: definitionSchema.shape.trigger,
        createdAt: instantReply,
      }),
    ),
  }),
  replyExample: {
    versions: [
      {
        version: 2,
        nodeCount: 3,
        trigger: versionExample.trigger,
        createdAt: versionExample.createdAt,
      },
    ],
  },
  refusals: [workflowNotFound],
  async handle({ input: { path, query }, ctx }) {
    const { limit, before } = query;
    const found = await listWorkflowVersions(ctx.table, ctx.organizationId, path.id, { limit, before });
    if (isRefusal(found)) return found;
    return {
      versions: found.map(({ version, nodes, trigger, createdAt }) => ({
        version,
        nodeCount: nodes.length,
        trigger,
        createdAt,
      })),
    };
  },
});
