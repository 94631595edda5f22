import * as z from 'zod';
import { dispatchEndpoint } from './deps.ts';

/** GET /v1/providers */
export const listProviders = dispatchEndpoint({
  name: 'listProviders',
  method: 'GET',
  path: '/v1/providers',
  area: 'Dispatch strategies',
  summary: 'List providers',
  description: 'Every provider that a dispatch strategy of the organization may allow.',
  permission: 'READ_DISPATCH_STRATEGY',
  reply: z.array(
    z
      .object({ providerId: z.string(), name: z.string(), logo: z.string().nullable() })
      .meta({ id: 'Provider' }),
  ),
  replyExample: [{ providerId: 'prv_fleet_simulator', name: 'FleetSimulator', logo: null }],
  refusals: [],
  handle: ({ ctx }) => ctx.providers.all.map(({ id, name, logo }) => ({ providerId: id, name, logo })),
});
