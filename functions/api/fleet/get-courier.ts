import { driverNotFound, findDrivers, fleetNotFound, withGroups } from '../../../lib/fleet/fleet/index.ts';
import { courierExample, courierReply, renderCourier } from './courier-schemas.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { fleetIdPath } from './fleet-id-path.ts';
import { driverAtStores, seenAtStores } from './seen-at-stores.ts';

export const getCourier = fleetEndpoint({
  name: 'getCourier',
  method: 'GET',
  path: '/v1/courier/{id}',
  area: 'Fleet',
  summary: 'Get a driver',
  permission: 'READ_FLEET',
  forLimited: 'narrowed',
  params: fleetIdPath,
  reply: courierReply,
  replyExample: courierExample,
  refusals: [fleetNotFound],
  async handle({ input: { path }, ctx }) {
    const caller = editorOf(ctx);
    const [stored] = await findDrivers(ctx.table, caller, [path.id]);
    const seen = await seenAtStores(ctx);
    if (!stored || (seen && !seen.drivers.has(stored.value.id))) return driverNotFound(path.id);
    if (seen) return driverAtStores(await renderCourier(ctx, { stored, groupIds: [] }), seen);
    const [driver] = await withGroups(ctx.table, caller, [stored]);
    return renderCourier(ctx, driver ?? { stored, groupIds: [] });
  },
});
