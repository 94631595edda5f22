import * as z from 'zod';
import {
  invalidZone,
  listZoneRestrictions,
  saveZoneRestriction,
  unknownZoneReferences,
  upsertZoneRestrictions as upsert,
  zoneExists,
  zoneNotFound,
} from '../../../lib/places/zones/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { refuseUnknownNames } from './check-restriction.ts';
import { zoneEndpoint } from './deps.ts';
import { restrictionBodyExample, restrictionExample } from './examples.ts';
import { renderRestriction, restrictionBody, restrictionReply, restrictionRow } from './zone-schemas.ts';

const list = z.object({ zoneRestrictions: z.array(restrictionReply) });
const refusals = [invalidZone, unknownZoneReferences, zoneExists, contentionOver('zone restrictions')];

/** GET /v1/zone-restrictions */
export const getZoneRestrictions = zoneEndpoint({
  name: 'listZoneRestrictions',
  method: 'GET',
  path: '/v1/zone-restrictions',
  area: 'Zones',
  summary: 'List zone restrictions',
  description: 'Oldest first.',
  permission: 'READ_ZONE',
  forLimited: 'shared',
  reply: list,
  replyExample: { zoneRestrictions: [restrictionExample] },
  refusals: [],
  async handle({ ctx }) {
    const stored = await listZoneRestrictions(ctx.table, ctx.organizationId);
    return { zoneRestrictions: stored.map(renderRestriction) };
  },
});

/** POST /v1/zone-restrictions */
export const createZoneRestriction = zoneEndpoint({
  name: 'createZoneRestriction',
  method: 'POST',
  path: '/v1/zone-restrictions',
  area: 'Zones',
  summary: 'Create a zone restriction',
  permission: 'WRITE_ZONE',
  forLimited: 'refused',
  body: restrictionBody,
  bodyExample: restrictionBodyExample,
  reply: restrictionReply,
  replyExample: restrictionExample,
  refusals: [...refusals, zoneNotFound],
  async handle({ input: { body }, ctx }) {
    const unknown = await refuseUnknownNames(ctx, ctx.organizationId, [body]);
    if (unknown) return unknown;
    const saved = await saveZoneRestriction(ctx, ctx.origin, undefined, body);
    return isRefusal(saved) ? saved : renderRestriction(saved);
  },
});

/** PATCH /v1/zone-restrictions/{id} */
export const updateZoneRestriction = zoneEndpoint({
  name: 'updateZoneRestriction',
  method: 'PATCH',
  path: '/v1/zone-restrictions/{id}',
  area: 'Zones',
  summary: 'Update a zone restriction',
  description: 'Only the fields that are sent change.',
  permission: 'WRITE_ZONE',
  forLimited: 'refused',
  takesIfMatch: true,
  params: z.object({ id: z.string().meta({ description: 'Id of the restriction, `zres_...`.' }) }),
  body: restrictionBody.partial(),
  bodyExample: { isActive: false },
  reply: restrictionReply,
  replyExample: { ...restrictionExample, isActive: false, version: 2 },
  refusals: [...refusals, zoneNotFound],
  async handle({ input: { path, body }, ctx }) {
    const unknown = await refuseUnknownNames(ctx, ctx.organizationId, [body]);
    if (unknown) return unknown;
    const saved = await saveZoneRestriction(ctx, ctx.origin, path.id, body, ctx.expectedVersion);
    return isRefusal(saved) ? saved : renderRestriction(saved);
  },
});

/** POST /v1/zone-restrictions/upsert */
export const upsertZoneRestrictions = zoneEndpoint({
  name: 'upsertZoneRestrictions',
  method: 'POST',
  path: '/v1/zone-restrictions/upsert',
  area: 'Zones',
  summary: 'Create or update zone restrictions by their external ids',
  description:
    'Takes 1 to 40 restrictions: all are written or none. One without an external id is created. `version` of a row, or `If-Match` for all of them, refuses the change if others have changed it since.',
  permission: 'WRITE_ZONE',
  forLimited: 'refused',
  takesIfMatch: true,
  body: z.object({
    zoneRestrictions: z.array(restrictionRow).min(1).max(40).meta({ description: 'The restrictions.' }),
  }),
  bodyExample: { zoneRestrictions: [restrictionBodyExample] },
  reply: list,
  replyExample: { zoneRestrictions: [restrictionExample] },
  refusals: [...refusals, zoneNotFound],
  async handle({ input: { body }, ctx }) {
    const unknown = await refuseUnknownNames(ctx, ctx.organizationId, body.zoneRestrictions);
    if (unknown) return unknown;
    const saved = await upsert(ctx, ctx.origin, body.zoneRestrictions, ctx.expectedVersion);
    return isRefusal(saved) ? saved : { zoneRestrictions: saved.map(renderRestriction) };
  },
});
