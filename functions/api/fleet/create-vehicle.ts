import {
  createVehicle as create,
  fleetContention,
  fleetIdTaken,
  invalidFleetInput,
} from '../../../lib/fleet/fleet/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { newVehicle, renderVehicle, vehicleExample, vehicleReply } from './vehicle-schemas.ts';

export const createVehicle = fleetEndpoint({
  name: 'createVehicle',
  method: 'POST',
  path: '/v1/vehicle',
  area: 'Fleet',
  summary: 'Create a vehicle',
  description: 'Field names may also be written in lower case or in snake_case.',
  permission: 'WRITE_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  body: newVehicle,
  reply: vehicleReply,
  bodyExample: { name: 'Van 3', enabled: true, externalIdentifier: 'van-3' },
  replyExample: vehicleExample,
  refusals: [invalidFleetInput, fleetIdTaken, fleetContention],
  async handle({ input: { body }, ctx }) {
    const vehicle = await create(ctx, editorOf(ctx), body, ctx.ids.next('vhc'));
    return isRefusal(vehicle) ? vehicle : renderVehicle(vehicle);
  },
});
