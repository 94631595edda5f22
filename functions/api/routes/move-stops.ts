import * as z from 'zod';
import {
  moveStops as move,
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeExample,
  routeInvalid,
  routeMoveDisallowed,
  routeNotFound,
  routeNotInScope,
  routeStopNotFound,
} from '../../../lib/fleet/routes/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { defineEndpoint, optional } from '../../../lib/platform/http/index.ts';
import { plannerOf } from './deps.ts';
import { routePath, routesReply, routesReplyOr } from './route-schemas.ts';

/** POST /v1/routes/{id}/move-stops */
export const moveStops = defineEndpoint({
  name: 'moveStops',
  method: 'POST',
  path: '/v1/routes/{id}/move-stops',
  area: 'Routes',
  summary: 'Move stops to another route',
  description:
    'Moves pickups, dropoffs and returns with their orders to the end of another route, or to `position`. Neither ' +
    'route may be dispatched. The destination needs a start or a pickup at which to load. Routes that load at their starts ' +
    'exchange stops whatever their depots; others only when both load at the same place. Stops that are already on the ' +
    'destination stay there. If the stops have changed since they were selected, nothing is moved.',
  permission: 'WRITE_ROUTE',
  forLimited: 'refused',
  takesIfMatch: true,
  params: routePath,
  body: z.object({
    stopIds: z.array(z.string().min(1)).min(1).max(500).meta({ description: 'Ids of the stops to move.' }),
    toRouteId: z.string().min(1).max(255).meta({ description: 'Id or external id of the destination.' }),
    position: optional(z.int().min(0).max(500)).meta({
      description: 'Index among the stops of the destination; default before its end.',
    }),
  }),
  bodyExample: {
    stopIds: ['stp_01JD8Z6Q4T9V2N5X7C3B1M0K9B'],
    toRouteId: 'rte_01JD8Z6Q4T9V2N5X7C3B1M0K8J',
  },
  reply: routesReply.meta({ description: 'The source and the destination.' }),
  replyExample: { routes: [routeExample, { ...routeExample, id: 'rte_01JD8Z6Q4T9V2N5X7C3B1M0K8J' }] },
  refusals: [
    routeNotFound,
    routeNotInScope,
    routeStopNotFound,
    routeAlreadyDispatched,
    routeArchived,
    routeMoveDisallowed,
    routeChanged,
    contentionOver('route'),
    routeInvalid,
  ],
  async handle({ input: { path, body }, ctx }) {
    return routesReplyOr(ctx, await move(ctx, await plannerOf(ctx), path.id, body, ctx.expectedVersion));
  },
});
