import {
  createZone as create,
  invalidZone,
  unknownZoneReferences,
  zoneAreaIsCrowded,
  zoneExists,
} from '../../../lib/places/zones/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { zoneEndpoint } from './deps.ts';
import { zoneBodyExample, zoneExample } from './examples.ts';
import { withDays } from './with-days.ts';
import { newZoneBody, renderZones, zoneReply } from './zone-schemas.ts';

/** Refusals of writing a zone. */
export const zoneRefusals = [
  invalidZone,
  unknownZoneReferences,
  zoneExists,
  zoneAreaIsCrowded,
  contentionOver('zone'),
];

/** POST /v1/zones */
export const createZone = zoneEndpoint({
  name: 'createZone',
  method: 'POST',
  path: '/v1/zones',
  area: 'Zones',
  summary: 'Create a zone',
  description: 'A zone covers everything that its polygons, postcodes, cities, states and countries cover.',
  permission: 'WRITE_ZONE',
  forLimited: 'refused',
  body: newZoneBody,
  bodyExample: zoneBodyExample,
  reply: zoneReply,
  replyExample: zoneExample,
  refusals: zoneRefusals,
  async handle({ input: { body }, ctx }) {
    const zone = await create(ctx, ctx.origin, await withDays(ctx, body));
    if (isRefusal(zone)) return zone;
    const [rendered] = await renderZones(ctx, [zone]);
    return rendered!;
  },
});
