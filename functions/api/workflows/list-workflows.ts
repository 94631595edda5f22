import * as z from 'zod';
import { workflowStatuses } from '../../../lib/engines/workflows/index.ts';
import {
  createdFromParameter,
  limitParameter,
  listParameter,
  offsetParameter,
} from '../../../lib/platform/http/index.ts';
import { listWorkflows } from '../../../lib/reactions/automations/index.ts';
import { defineWorkflowEndpoint } from './deps.ts';
import { workflowRowExample } from './examples.ts';
import { renderRow, workflowRowReply } from './workflow-schemas.ts';

export const listWorkflowsEndpoint = defineWorkflowEndpoint({
  name: 'listWorkflows',
  method: 'GET',
  path: '/v1/workflows',
  area: 'Workflows',
  summary: 'List workflows',
  description: 'Newest first, without nodes and edges. Archived workflows are listed only on request.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  query: z.object({
    status: listParameter(z.enum(workflowStatuses))
      .optional()
      .meta({ description: 'Only these statuses, separated by commas; default all but `archived`.' }),
    eventName: z
      .string()
      .max(128)
      .optional()
      .meta({ description: 'Only workflows that listen to this event.' }),
    search: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'Part of the name, or the id; case does not matter.' }),
    createdFrom: createdFromParameter,
    limit: limitParameter({ fallback: 100, max: 1_000 }),
    offset: offsetParameter,
  }),
  reply: z.object({
    workflows: z.array(workflowRowReply),
    totalCount: z.int(),
    limit: z.int(),
    offset: z.int(),
  }),
  replyExample: { workflows: [workflowRowExample], totalCount: 1, limit: 100, offset: 0 },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { status: statuses, limit, offset, ...filter } = query;
    const rows = await listWorkflows(ctx.table, ctx.organizationId, { ...filter, statuses });
    return {
      workflows: rows.slice(offset, offset + limit).map(renderRow),
      totalCount: rows.length,
      limit,
      offset,
    };
  },
});
