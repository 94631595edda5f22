import * as z from 'zod';
import { listDrivers } from '../../../lib/fleet/fleet/index.ts';
import { limitParameter } from '../../../lib/platform/http/index.ts';
import { courierExample, courierReply, renderCouriers } from './courier-schemas.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { afterParameter } from './fields.ts';

export const listCouriers = fleetEndpoint({
  name: 'listCouriers',
  method: 'GET',
  path: '/v1/couriers',
  area: 'Fleet',
  summary: 'List drivers',
  description: 'Newest first, as a bare array. To get the next page, send the id of the last row as `after`.',
  permission: 'READ_FLEET',
  query: z.object({ limit: limitParameter({ fallback: 500, max: 1_000 }), after: afterParameter }),
  reply: z.array(courierReply),
  replyExample: [courierExample],
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, after } = query;
    const drivers = await listDrivers(ctx.table, editorOf(ctx), { limit, after });
    return renderCouriers(ctx.table, ctx.organizationId, drivers);
  },
});
