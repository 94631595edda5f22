import * as z from 'zod';
import { upsertZones as upsert, zoneNotFound } from '../../../lib/places/zones/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { zoneRefusals } from './create-zone.ts';
import { zoneEndpoint } from './deps.ts';
import { zoneBodyExample, zoneExample } from './examples.ts';
import { withDays } from './with-days.ts';
import { renderZones, zoneReply, zoneRow } from './zone-schemas.ts';

/** Maximum number of rows per call: each is checked and written in a few tens of milliseconds. */
const MAX_ROWS = 100;

/** POST /v1/zones/upsert */
export const upsertZones = zoneEndpoint({
  name: 'upsertZones',
  method: 'POST',
  path: '/v1/zones/upsert',
  area: 'Zones',
  summary: 'Create or update zones by their external ids',
  description: `Takes 1 to ${MAX_ROWS} zones; one without an external id is created. If one is invalid, all are refused and nothing is written. \`version\` of a row, or \`If-Match\` for all of them, refuses the change if others have changed the zone since.`,
  permission: 'WRITE_ZONE',
  forLimited: 'refused',
  takesIfMatch: true,
  body: z.object({ zones: z.array(zoneRow).min(1).max(MAX_ROWS).meta({ description: 'The zones.' }) }),
  bodyExample: { zones: [zoneBodyExample] },
  reply: z.object({ zones: z.array(zoneReply) }),
  replyExample: { zones: [zoneExample] },
  refusals: [...zoneRefusals, zoneNotFound],
  async handle({ input: { body }, ctx }) {
    const rows = await Promise.all(body.zones.map((row) => withDays(ctx, row)));
    const zones = await upsert(ctx, ctx.origin, rows, ctx.expectedVersion);
    return isRefusal(zones) ? zones : { zones: await renderZones(ctx, zones) };
  },
});
