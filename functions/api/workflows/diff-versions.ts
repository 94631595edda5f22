import * as z from 'zod';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { diffDefinitions, readWorkflow, workflowNotFound } from '../../../lib/reactions/automations/index.ts';
import { defineWorkflowEndpoint } from './deps.ts';
import { versionPath } from './workflow-schemas.ts';

const fieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
const partDiff = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.object({ key: z.string(), changes: z.array(fieldChange) })),
});

export const diffVersions = defineWorkflowEndpoint({
  name: 'diffWorkflowVersions',
  method: 'GET',
  path: '/v1/workflows/{id}/versions/{version}/diff',
  area: 'Workflows',
  summary: 'Compare two versions of a workflow',
  description: 'What changed since another version, by the keys of nodes and edges.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: versionPath,
  query: z.object({
    since: versionPath.shape.version.optional().meta({
      override: { type: 'integer', minimum: 1 },
      description: 'Version to compare with; default the previous one.',
    }),
  }),
  reply: z.object({
    version: z.int(),
    since: z.int(),
    nodes: partDiff,
    edges: partDiff,
    trigger: z.array(fieldChange),
  }),
  replyExample: {
    version: 2,
    since: 1,
    nodes: {
      added: ['tag'],
      removed: [],
      changed: [{ key: 'valuable', changes: [{ field: 'nodeLabel', before: null, after: 'Valuable' }] }],
    },
    edges: { added: ['e2'], removed: [], changed: [] },
    trigger: [],
  },
  refusals: [workflowNotFound],
  async handle({ input: { path, query }, ctx }) {
    const since = query.since ?? Math.max(1, path.version - 1);
    const read = (version: number) => readWorkflow(ctx.table, ctx.organizationId, path.id, version);
    const [after, before] = await Promise.all([read(path.version), read(since)]);
    if (isRefusal(after)) return after;
    if (isRefusal(before)) return before;
    return { version: path.version, since, ...diffDefinitions(before.definition, after.definition) };
  },
});
