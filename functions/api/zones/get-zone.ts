import { readZone, zoneNotFound } from '../../../lib/places/zones/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { zoneEndpoint } from './deps.ts';
import { zoneExample } from './examples.ts';
import { renderZones, zonePath, zoneReply } from './zone-schemas.ts';

/** GET /v1/zones/{id} */
export const getZone = zoneEndpoint({
  name: 'getZone',
  method: 'GET',
  path: '/v1/zones/{id}',
  area: 'Zones',
  summary: 'Get a zone',
  permission: 'READ_ZONE',
  forLimited: { stores: 'narrowed', groups: 'shared' },
  params: zonePath,
  reply: zoneReply,
  replyExample: zoneExample,
  refusals: [zoneNotFound],
  async handle({ input: { path }, ctx }) {
    const zone = await readZone(ctx.table, ctx.organizationId, path.id);
    if (isRefusal(zone)) return zone;
    const [rendered] = await renderZones(ctx, [zone]);
    return rendered!;
  },
});
