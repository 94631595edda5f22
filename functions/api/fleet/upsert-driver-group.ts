import * as z from 'zod';
import {
  fleetNotFound,
  invalidFleetInput,
  upsertDriverGroup as upsert,
} from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { groupExample, groupReply, groupUpsert, renderGroup } from './group-schemas.ts';

export const upsertDriverGroup = fleetEndpoint({
  name: 'upsertDriverGroup',
  method: 'PUT',
  path: '/v1/fleet/driver-groups/upsert',
  area: 'Fleet',
  summary: 'Create or update a driver group',
  description:
    'Identified by `externalIdentifier`. Fields that are left out keep their values. `driverIds` replaces the whole roster ' +
    'at once: nobody reads a partial roster, and of two rosters sent at the same time one wins as a whole.',
  permission: 'WRITE_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  takesIfMatch: true,
  body: groupUpsert,
  reply: z.object({
    driverGroup: groupReply,
    created: z.boolean().meta({ description: 'Whether the group is new.' }),
  }),
  bodyExample: {
    externalIdentifier: 'north-depot',
    isActive: true,
    driverIds: ['cou_01JD8Z6Q4T9V2N5X7C3B1M0K8H'],
  },
  replyExample: {
    driverGroup: { ...groupExample, driverIds: ['cou_01JD8Z6Q4T9V2N5X7C3B1M0K8H'] },
    created: true,
  },
  refusals: [invalidFleetInput, fleetNotFound, contentionOver('driver group')],
  async handle({ input: { body }, ctx }) {
    const upserted = await upsert(ctx, editorOf(ctx), body, {
      id: ctx.ids.next('cntr'),
      expectedVersion: ctx.expectedVersion,
    });
    if (isRefusal(upserted)) return upserted;
    const { group, version, driverIds, created } = upserted;
    return {
      driverGroup: { ...renderGroup({ value: group, version }), driverIds: [...driverIds] },
      created,
    };
  },
});
