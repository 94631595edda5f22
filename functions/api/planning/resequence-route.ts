import * as z from 'zod';
import { nothingPlanned, resequenceRoute as resequence } from '../../../lib/fleet/planning/index.ts';
import {
  renderedRoute,
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeExample,
  routeHasNoStops,
  routeNotFound,
  routeNotInScope,
  showRoute,
} from '../../../lib/fleet/routes/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { plannerOf, planningEndpoint } from './deps.ts';
import { routePath } from './route-path.ts';

const text = z.string().nullable();

/** POST /v1/routes/{id}/resequence */
export const resequenceRoute = planningEndpoint({
  name: 'resequenceRoute',
  method: 'POST',
  path: '/v1/routes/{id}/resequence',
  area: 'Routes',
  summary: 'Put the stops of a route in a better order',
  description:
    'Keeps every stop, the name and the vehicle. Dropoff windows, the end of the shift, capacity and capabilities may ' +
    'be violated, as little as possible, and `violations` lists them; pickup windows always hold. If a stop still does not ' +
    'fit, the route stays unchanged.',
  permission: 'WRITE_ROUTE',
  forLimited: 'refused',
  takesIfMatch: true,
  params: routePath,
  reply: z.object({
    route: renderedRoute,
    violations: z.array(
      z.object({
        type: z.string(),
        stopId: text,
        orderId: text,
        name: text,
        amount: z.number(),
        unit: z.string(),
      }),
    ),
  }),
  replyExample: {
    route: routeExample,
    violations: [
      {
        type: 'late',
        stopId: 'stp_01JD8Z6Q4T9V2N5X7C3B1M0K9B',
        orderId: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        name: null,
        amount: 300,
        unit: 's',
      },
    ],
  },
  refusals: [
    routeNotFound,
    routeNotInScope,
    routeAlreadyDispatched,
    routeArchived,
    routeHasNoStops,
    routeChanged,
    contentionOver('route'),
    nothingPlanned,
  ],
  async handle({ input: { path }, ctx }) {
    const { expectedVersion } = ctx;
    const done = await resequence(ctx, await plannerOf(ctx), path.id, { expectedVersion });
    return isRefusal(done)
      ? done
      : { route: await showRoute(ctx, done.route), violations: [...done.violations] };
  },
});
