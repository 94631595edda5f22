import * as z from 'zod';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { upsertZones as upsert, zoneNotFound } from '../../../lib/zones/index.ts';
import { zoneRefusals } from './create-zone.ts';
import { zoneEndpoint } from './deps.ts';
import { zoneBodyExample, zoneExample } from './examples.ts';
import { newZoneBody, renderZones, zoneReply } from './zone-schemas.ts';

/** Rows of one call at most: each is checked and written in some tens of milliseconds. */
const MAX_ROWS = 100;

/** POST /v1/zones/upsert */
export const upsertZones = zoneEndpoint({
  name: 'upsertZones',
  method: 'POST',
  path: '/v1/zones/upsert',
  area: 'Zones',
  summary: 'Create or update zones by their external ids',
  description: `1 to ${MAX_ROWS} of them; one without an external id is new. One that cannot be taken refuses all of them before anything is written.`,
  permission: 'WRITE_ZONE',
  body: z.object({ zones: z.array(newZoneBody).min(1).max(MAX_ROWS).meta({ description: 'The zones.' }) }),
  bodyExample: { zones: [zoneBodyExample] },
  reply: z.object({ zones: z.array(zoneReply) }),
  replyExample: { zones: [zoneExample] },
  refusals: [...zoneRefusals, zoneNotFound],
  async handle({ input: { body }, ctx }) {
    const zones = await upsert(ctx, ctx.origin, body.zones);
    return isRefusal(zones) ? zones : { zones: await renderZones(ctx, ctx.organizationId, zones) };
  },
});
