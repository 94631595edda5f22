import { updateZone as update, zoneNotFound } from '../../../lib/places/zones/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { zoneRefusals } from './create-zone.ts';
import { zoneEndpoint } from './deps.ts';
import { zoneExample } from './examples.ts';
import { withDays } from './with-days.ts';
import { renderZones, zoneChangesBody, zonePath, zoneReply } from './zone-schemas.ts';

/** PATCH /v1/zones/{id} */
export const updateZone = zoneEndpoint({
  name: 'updateZone',
  method: 'PATCH',
  path: '/v1/zones/{id}',
  area: 'Zones',
  summary: 'Update a zone',
  description: 'Only the fields that are sent change; `null` clears one.',
  permission: 'WRITE_ZONE',
  forLimited: 'refused',
  takesIfMatch: true,
  params: zonePath,
  body: zoneChangesBody,
  bodyExample: { name: 'Old town' },
  reply: zoneReply,
  replyExample: { ...zoneExample, name: 'Old town', version: 2 },
  refusals: [zoneNotFound, ...zoneRefusals],
  async handle({ input: { path, body }, ctx }) {
    const zone = await update(ctx, ctx.origin, path.id, await withDays(ctx, body), ctx.expectedVersion);
    if (isRefusal(zone)) return zone;
    const [rendered] = await renderZones(ctx, [zone]);
    return rendered!;
  },
});
