import * as z from 'zod';
import { defineStrategyEndpoint } from './deps.ts';

const provider = z.object({ providerId: z.string(), name: z.string(), logo: z.string().nullable() });

export const listProviders = defineStrategyEndpoint({
  name: 'listProviders',
  method: 'GET',
  path: '/v1/providers',
  area: 'Dispatch strategies',
  summary: 'List providers',
  description: 'The providers that dispatch strategies can allow, as a bare array.',
  permission: 'READ_DISPATCH_STRATEGY',
  forLimited: 'shared',
  reply: z.array(provider),
  replyExample: [{ providerId: 'prv_fleet_simulator', name: 'FleetSimulator', logo: null }],
  refusals: [],
  handle: async ({ ctx }) =>
    (await ctx.providers.of(ctx.organizationId, 'now')).all.map(({ id: providerId, name, logo }) => ({
      providerId,
      name,
      logo,
    })),
});
