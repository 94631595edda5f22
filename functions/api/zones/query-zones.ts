import * as z from 'zod';
import { listZones } from '../../../lib/places/zones/index.ts';
import { renderStore } from '../stores/store-schemas.ts';
import { zoneEndpoint } from './deps.ts';
import { zoneExample } from './examples.ts';
import { renderZones, zoneReply } from './zone-schemas.ts';

const ids = (description: string) => z.array(z.string().max(255)).max(500).nullish().meta({ description });

/** POST /v1/zones/query */
export const queryZones = zoneEndpoint({
  name: 'queryZones',
  method: 'POST',
  path: '/v1/zones/query',
  area: 'Zones',
  summary: 'Query zones by their ids',
  description:
    'Zones that match any of the ids or external ids; all zones when neither is sent. Newest first.',
  permission: 'READ_ZONE',
  forLimited: { stores: 'narrowed', groups: 'shared' },
  body: z.object({
    ids: ids('Ids of zones.'),
    externalIds: ids('External ids of zones.'),
    isDeleted: z.boolean().default(false).meta({ description: 'Whether to find deleted zones instead.' }),
    size: z.int().min(1).max(500).default(100).meta({ description: 'Number of zones to return.' }),
    offset: z.int().min(0).default(0).meta({ description: 'Number of zones to skip.' }),
  }),
  bodyExample: { externalIds: ['downtown'] },
  reply: z.object({
    data: z.array(zoneReply),
    meta: z.object({ total: z.int(), size: z.int(), offset: z.int() }),
  }),
  replyExample: { data: [zoneExample], meta: { total: 1, size: 100, offset: 0 } },
  refusals: [],
  async handle({ input: { body }, ctx }) {
    const { size, offset, isDeleted } = body;
    const { zones, totalCount } = await listZones(ctx, ctx.caller, {
      ids: body.ids ?? undefined,
      externalIds: body.externalIds ?? undefined,
      isDeleted,
      limit: size,
      offset,
    });
    const data = await renderZones(ctx, zones, async (_, stores) => stores.map(renderStore));
    return { data, meta: { total: totalCount, size, offset } };
  },
});
