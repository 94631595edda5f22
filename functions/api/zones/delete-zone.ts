import { deleteZone as remove, zoneInUse, zoneNotFound } from '../../../lib/places/zones/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { zoneEndpoint } from './deps.ts';
import { zoneExample } from './examples.ts';
import { renderZones, zonePath, zoneReply } from './zone-schemas.ts';

/** DELETE /v1/zones/{id} */
export const deleteZone = zoneEndpoint({
  name: 'deleteZone',
  method: 'DELETE',
  path: '/v1/zones/{id}',
  area: 'Zones',
  summary: 'Delete a zone',
  description: 'Refused while something active names it; `details.usedBy` names some of these.',
  permission: 'WRITE_ZONE',
  forLimited: 'refused',
  takesIfMatch: true,
  params: zonePath,
  reply: zoneReply,
  replyExample: { ...zoneExample, isDeleted: true, version: 2 },
  refusals: [zoneNotFound, zoneInUse, contentionOver('zone')],
  async handle({ input: { path }, ctx }) {
    const zone = await remove(ctx, ctx.caller, ctx.origin, path.id, ctx.expectedVersion);
    if (isRefusal(zone)) return zone;
    const [rendered] = await renderZones(ctx, [zone]);
    return rendered!;
  },
});
