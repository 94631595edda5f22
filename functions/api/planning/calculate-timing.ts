import * as z from 'zod';
import {
  calculateTiming as calculate,
  renderedRoute,
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeExample,
  routeHasNoStops,
  routeNotFound,
  routeNotInScope,
  showRoute,
  travelUnavailable,
} from '../../../lib/fleet/routes/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { plannerOf, planningEndpoint } from './deps.ts';
import { routePath } from './route-path.ts';

/** POST /v1/routes/{id}/calculate-timing */
export const calculateTiming = planningEndpoint({
  name: 'calculateTiming',
  method: 'POST',
  path: '/v1/routes/{id}/calculate-timing',
  area: 'Routes',
  summary: 'Calculate the times of a route',
  description:
    'Calculates when a truck arrives at each stop and leaves it, from the planned departure of the route. Without one it starts at the ' +
    'first pickup window of its orders. Also clears the mark of outdated times.',
  permission: 'WRITE_ROUTE',
  forLimited: 'refused',
  takesIfMatch: true,
  params: routePath,
  reply: z.object({
    route: renderedRoute,
    mappedRoutesPolyline: z.array(z.object({ routeId: z.string(), polyline: z.string() })),
  }),
  replyExample: {
    route: { ...routeExample, encodedPolyline: 'cymeFzxpjV' },
    mappedRoutesPolyline: [{ routeId: routeExample.id, polyline: 'cymeFzxpjV' }],
  },
  refusals: [
    routeNotFound,
    routeNotInScope,
    routeAlreadyDispatched,
    routeArchived,
    routeHasNoStops,
    routeChanged,
    contentionOver('route'),
    travelUnavailable,
  ],
  async handle({ input: { path }, ctx }) {
    const timed = await calculate(ctx, await plannerOf(ctx), path.id, ctx.expectedVersion);
    if (isRefusal(timed)) return timed;
    const polyline = timed.encodedPolyline ?? '';
    return {
      route: await showRoute(ctx, timed),
      mappedRoutesPolyline: [{ routeId: timed.route.id, polyline }],
    };
  },
});
