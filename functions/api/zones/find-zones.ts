import * as z from 'zod';
import { invalidZone, zonesAt } from '../../../lib/places/zones/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { placeQuery, readPlace } from '../stores/place-schemas.ts';
import { zoneEndpoint } from './deps.ts';
import { zoneExample } from './examples.ts';
import { renderZones, zoneReply } from './zone-schemas.ts';

/** GET /v1/zones/coverage */
export const findZones = zoneEndpoint({
  name: 'findZonesByCoverage',
  method: 'GET',
  path: '/v1/zones/coverage',
  area: 'Zones',
  summary: 'Find the zones that cover a place',
  description:
    'Searches by latitude and longitude, by postcode, by city and postcode, or by city, state or country. Returns the zones that cover any of them, oldest first.',
  permission: 'READ_ZONE',
  forLimited: { stores: 'narrowed', groups: 'shared' },
  query: placeQuery,
  reply: z.object({ zones: z.array(zoneReply) }),
  replyExample: { zones: [zoneExample] },
  refusals: [invalidZone],
  async handle({ input: { query }, ctx }) {
    const place = readPlace(query);
    if (isRefusal(place)) return place;
    const zones = await zonesAt(ctx.table, ctx.organizationId, place);
    return { zones: await renderZones(ctx, zones) };
  },
});
