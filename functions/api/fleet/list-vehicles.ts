import * as z from 'zod';
import { findVehicles, listVehicles as list } from '../../../lib/fleet/fleet/index.ts';
import { limitParameter } from '../../../lib/platform/http/index.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { afterParameter } from './fields.ts';
import { pageOfIds, seenAtStores, vehicleAtStores } from './seen-at-stores.ts';
import { renderVehicle, vehicleExample, vehicleReply } from './vehicle-schemas.ts';

export const listVehicles = fleetEndpoint({
  name: 'listVehicles',
  method: 'GET',
  path: '/v1/vehicles',
  area: 'Fleet',
  summary: 'List vehicles',
  description:
    'Newest first, as a bare array. To get the next page, send the id of the last row as `after`.\n\n' +
    'A caller who is limited to stores sees the vehicles of routes that touch them, since two days ago.',
  permission: 'READ_FLEET',
  forLimited: 'narrowed',
  query: z.object({ limit: limitParameter({ fallback: 500, max: 1_000 }), after: afterParameter }),
  reply: z.array(vehicleReply),
  replyExample: [vehicleExample],
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, after } = query;
    const page = { limit, after };
    const seen = await seenAtStores(ctx);
    if (!seen) return (await list(ctx.table, editorOf(ctx), page)).map(renderVehicle);
    const found = await findVehicles(ctx.table, editorOf(ctx), pageOfIds(seen.vehicleIds, page));
    return found.flatMap((stored) => (stored ? [vehicleAtStores(renderVehicle(stored), seen)] : []));
  },
});
