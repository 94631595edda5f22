import {
  fleetIdTaken,
  fleetNotFound,
  invalidFleetInput,
  updateDriver,
} from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { courierExample, courierPatch, courierReply, renderCourier } from './courier-schemas.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { fleetIdPath } from './fleet-id-path.ts';

export const updateCourier = fleetEndpoint({
  name: 'updateCourier',
  method: 'PATCH',
  path: '/v1/courier/{id}',
  area: 'Fleet',
  summary: 'Update a driver',
  description: 'Only the fields that are sent change; `null` clears one.',
  permission: 'WRITE_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  takesIfMatch: true,
  params: fleetIdPath,
  body: courierPatch,
  reply: courierReply,
  bodyExample: { enabled: false },
  replyExample: { ...courierExample, enabled: false, version: 2 },
  refusals: [fleetNotFound, invalidFleetInput, fleetIdTaken, contentionOver('driver')],
  async handle({ input: { path, body }, ctx }) {
    const driver = await updateDriver(ctx, editorOf(ctx), path.id, {
      input: body,
      expectedVersion: ctx.expectedVersion,
    });
    return isRefusal(driver) ? driver : renderCourier(ctx, driver);
  },
});
