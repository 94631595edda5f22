import * as z from 'zod';
import { listVehicles as list } from '../../../lib/fleet/fleet/index.ts';
import { limitParameter } from '../../../lib/platform/http/index.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { afterParameter } from './fields.ts';
import { renderVehicle, vehicleExample, vehicleReply } from './vehicle-schemas.ts';

export const listVehicles = fleetEndpoint({
  name: 'listVehicles',
  method: 'GET',
  path: '/v1/vehicles',
  area: 'Fleet',
  summary: 'List vehicles',
  description: 'Newest first, as a bare array. To get the next page, send the id of the last row as `after`.',
  permission: 'READ_FLEET',
  query: z.object({ limit: limitParameter({ fallback: 500, max: 1_000 }), after: afterParameter }),
  reply: z.array(vehicleReply),
  replyExample: [vehicleExample],
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, after } = query;
    return (await list(ctx.table, editorOf(ctx), { limit, after })).map(renderVehicle);
  },
});
