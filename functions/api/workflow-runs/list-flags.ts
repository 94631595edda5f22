import * as z from 'zod';
import { listFlags } from '../../../lib/flags/index.ts';
import { limitParameter, offsetParameter } from '../../../lib/http/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { flagExample, flagReply } from './flag-schemas.ts';

export const listFlagsEndpoint = defineRunEndpoint({
  name: 'listDeliveryFlags',
  method: 'GET',
  path: '/v1/delivery-flags',
  area: 'Flags',
  summary: 'List flagged deliveries',
  description: 'Open flags of deliveries and tasks, newest first; 1,000 at most.',
  permission: 'READ_WORKFLOW',
  query: z.object({ limit: limitParameter({ fallback: 50, max: 200 }), offset: offsetParameter }),
  reply: z.object({
    results: z.array(flagReply),
    totalCount: z.int(),
    limit: z.int(),
    offset: z.int(),
  }),
  replyExample: { results: [flagExample], totalCount: 1, limit: 50, offset: 0 },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, offset } = query;
    const flags = await listFlags(ctx.table, ctx.organizationId);
    return { results: flags.slice(offset, offset + limit), totalCount: flags.length, limit, offset };
  },
});
