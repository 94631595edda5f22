import {
  fleetIdTaken,
  fleetNotFound,
  invalidFleetInput,
  updateVehicle as update,
} from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { fleetIdPath } from './fleet-id-path.ts';
import { renderVehicle, vehicleExample, vehiclePatch, vehicleReply } from './vehicle-schemas.ts';

export const updateVehicle = fleetEndpoint({
  name: 'updateVehicle',
  method: 'PATCH',
  path: '/v1/vehicle/{id}',
  area: 'Fleet',
  summary: 'Update a vehicle',
  description: 'Only the fields that are sent change; `null` clears one.',
  permission: 'WRITE_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  takesIfMatch: true,
  params: fleetIdPath,
  body: vehiclePatch,
  reply: vehicleReply,
  bodyExample: { enabled: false },
  replyExample: { ...vehicleExample, enabled: false, version: 2 },
  refusals: [fleetNotFound, invalidFleetInput, fleetIdTaken, contentionOver('vehicle')],
  async handle({ input: { path, body }, ctx }) {
    const vehicle = await update(ctx, editorOf(ctx), path.id, {
      input: body,
      expectedVersion: ctx.expectedVersion,
    });
    return isRefusal(vehicle) ? vehicle : renderVehicle(vehicle);
  },
});
