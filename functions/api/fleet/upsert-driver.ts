import * as z from 'zod';
import { fleetNotFound, invalidFleetInput, upsertDriver as upsert } from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { courierExample, courierReply, courierUpsert, renderCourier } from './courier-schemas.ts';
import { editorOf, fleetEndpoint } from './deps.ts';

export const upsertDriver = fleetEndpoint({
  name: 'upsertDriver',
  method: 'PUT',
  path: '/v1/fleet/drivers/upsert',
  area: 'Fleet',
  summary: 'Create or update a driver',
  description:
    'Identified by `externalIdentifier`. Fields that are left out keep their values, and so do memberships of groups that ' +
    'the request does not name.',
  permission: 'WRITE_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  takesIfMatch: true,
  body: courierUpsert,
  reply: z.object({
    driver: courierReply,
    created: z.boolean().meta({ description: 'Whether the driver is new.' }),
  }),
  bodyExample: {
    externalIdentifier: 'driver-17',
    firstName: 'Grace',
    lastName: 'Hopper',
    phoneNumber: '+14155550117',
    addFirstVersionContractIds: ['cntr_01JD8Z6Q4T9V2N5X7C3B1M0K8J'],
  },
  replyExample: { driver: courierExample, created: true },
  refusals: [invalidFleetInput, fleetNotFound, contentionOver('driver')],
  async handle({ input: { body }, ctx }) {
    const upserted = await upsert(
      ctx,
      editorOf(ctx),
      { input: body, expectedVersion: ctx.expectedVersion },
      ctx.ids.next('cou'),
    );
    if (isRefusal(upserted)) return upserted;
    return { driver: await renderCourier(ctx, upserted.driver), created: upserted.created };
  },
});
