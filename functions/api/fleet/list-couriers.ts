import * as z from 'zod';
import { findDrivers, listDrivers } from '../../../lib/fleet/fleet/index.ts';
import { limitParameter } from '../../../lib/platform/http/index.ts';
import { courierExample, courierReply, renderCouriers } from './courier-schemas.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { afterParameter } from './fields.ts';
import { driverAtStores, pageOfIds, seenAtStores } from './seen-at-stores.ts';

export const listCouriers = fleetEndpoint({
  name: 'listCouriers',
  method: 'GET',
  path: '/v1/couriers',
  area: 'Fleet',
  summary: 'List drivers',
  description:
    'Newest first, as a bare array. To get the next page, send the id of the last row as `after`.\n\n' +
    'A caller who is limited to stores sees the drivers of routes that touch them, since two days ago: names and positions, and telephone numbers of those on the road.',
  permission: 'READ_FLEET',
  forLimited: 'narrowed',
  query: z.object({ limit: limitParameter({ fallback: 500, max: 1_000 }), after: afterParameter }),
  reply: z.array(courierReply),
  replyExample: [courierExample],
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, after } = query;
    const page = { limit, after };
    const seen = await seenAtStores(ctx);
    if (!seen) {
      const drivers = await listDrivers(ctx.table, editorOf(ctx), page);
      return renderCouriers(ctx.table, ctx.organizationId, drivers);
    }
    const found = await findDrivers(ctx.table, editorOf(ctx), pageOfIds(seen.drivers.keys(), page));
    const drivers = found.flatMap((stored) => (stored ? [{ stored, groupIds: [] }] : []));
    const rendered = await renderCouriers(ctx.table, ctx.organizationId, drivers);
    return rendered.map((courier) => driverAtStores(courier, seen));
  },
});
