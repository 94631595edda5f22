import { createVehicle as create, fleetIdTaken, invalidFleetInput } from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { newVehicle, renderVehicle, vehicleExample, vehicleReply } from './vehicle-schemas.ts';

export const createVehicle = fleetEndpoint({
  name: 'createVehicle',
  method: 'POST',
  path: '/v1/vehicle',
  area: 'Fleet',
  summary: 'Create a vehicle',
  permission: 'WRITE_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  body: newVehicle,
  reply: vehicleReply,
  bodyExample: { name: 'Van 3', enabled: true, externalIdentifier: 'van-3' },
  replyExample: vehicleExample,
  refusals: [invalidFleetInput, fleetIdTaken, contentionOver('vehicle')],
  async handle({ input: { body }, ctx }) {
    const vehicle = await create(ctx, editorOf(ctx), body, ctx.ids.next('vhc'));
    return isRefusal(vehicle) ? vehicle : renderVehicle(vehicle);
  },
});
