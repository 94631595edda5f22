import * as z from 'zod';
import { listZones as list } from '../../../lib/places/zones/index.ts';
import {
  booleanParameter,
  createdFromParameter,
  integerParameter,
  offsetParameter,
} from '../../../lib/platform/http/index.ts';
import { zoneEndpoint } from './deps.ts';
import { zoneExample } from './examples.ts';
import { renderZones, zoneReply } from './zone-schemas.ts';

/** GET /v1/zones */
export const listZones = zoneEndpoint({
  name: 'listZones',
  method: 'GET',
  path: '/v1/zones',
  area: 'Zones',
  summary: 'List zones',
  description: 'Newest first.',
  permission: 'READ_ZONE',
  forLimited: { stores: 'narrowed', groups: 'shared' },
  query: z.object({
    size: integerParameter({
      min: 1,
      max: 100,
      fallback: 10,
      description: 'Number of rows to return; default 10.',
    }),
    offset: offsetParameter,
    isDeleted: booleanParameter.optional().meta({ description: 'Whether to list deleted zones instead.' }),
    createdFrom: createdFromParameter,
  }),
  reply: z.object({ zones: z.array(zoneReply), totalCount: z.int(), totalCountIsExact: z.boolean() }),
  replyExample: { zones: [zoneExample], totalCount: 1, totalCountIsExact: true },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { size: limit, offset, isDeleted = false, createdFrom } = query;
    const { zones, ...counts } = await list(ctx, ctx.caller, { limit, offset, isDeleted, createdFrom });
    return { zones: await renderZones(ctx, zones), ...counts };
  },
});
