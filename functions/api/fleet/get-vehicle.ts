import { findVehicles, fleetNotFound, vehicleNotFound } from '../../../lib/fleet/fleet/index.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { fleetIdPath } from './fleet-id-path.ts';
import { seenAtStores, vehicleAtStores } from './seen-at-stores.ts';
import { renderVehicle, vehicleExample, vehicleReply } from './vehicle-schemas.ts';

export const getVehicle = fleetEndpoint({
  name: 'getVehicle',
  method: 'GET',
  path: '/v1/vehicle/{id}',
  area: 'Fleet',
  summary: 'Get a vehicle',
  permission: 'READ_FLEET',
  forLimited: 'narrowed',
  params: fleetIdPath,
  reply: vehicleReply,
  replyExample: vehicleExample,
  refusals: [fleetNotFound],
  async handle({ input: { path }, ctx }) {
    const [vehicle] = await findVehicles(ctx.table, editorOf(ctx), [path.id]);
    const seen = await seenAtStores(ctx);
    if (!vehicle || (seen && !seen.vehicleIds.has(vehicle.value.id))) return vehicleNotFound(path.id);
    const rendered = renderVehicle(vehicle);
    return seen ? vehicleAtStores(rendered, seen) : rendered;
  },
});
