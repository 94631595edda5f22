import * as z from 'zod';
import { findZoneByExternalId, zoneNotFound } from '../../../lib/places/zones/index.ts';
import { zoneEndpoint } from './deps.ts';
import { zoneExample } from './examples.ts';
import { renderZones, zoneReply } from './zone-schemas.ts';

/** GET /v1/zones/external_identifier/{externalIdentifier} */
export const getZoneByExternalId = zoneEndpoint({
  name: 'getZoneByExternalIdentifier',
  method: 'GET',
  path: '/v1/zones/external_identifier/{externalIdentifier}',
  area: 'Zones',
  summary: 'Get a zone by its external id',
  permission: 'READ_ZONE',
  forLimited: { stores: 'narrowed', groups: 'shared' },
  params: z.object({
    externalIdentifier: z.string().meta({ description: 'External identifier of the zone.' }),
  }),
  reply: zoneReply,
  replyExample: zoneExample,
  refusals: [zoneNotFound],
  async handle({ input: { path }, ctx }) {
    const { externalIdentifier } = path;
    const zone = await findZoneByExternalId(ctx.table, ctx.organizationId, externalIdentifier);
    if (!zone) {
      return zoneNotFound(`There is no zone with the external id "${externalIdentifier}".`, {
        externalIdentifier,
      });
    }
    const [rendered] = await renderZones(ctx, [zone]);
    return rendered!;
  },
});
