import * as z from 'zod';
import {
  type RouteAggregate,
  type RouteReader,
  renderedRoute,
  showRoute,
  showRoutes,
} from '../../../lib/fleet/routes/index.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';

/** Path of one route. */
export const routePath = z.object({
  id: z.string().min(1).max(255).meta({ description: 'Id of the route, `rte_...`, or its external id.' }),
});

/** A route's label; surrounding space is trimmed (specification 8). */
export const routeName = z.string().trim().min(1).max(128);

/** The reply with one route. */
export async function routeReplyOr(
  reader: RouteReader,
  found: RouteAggregate | Refusal,
): Promise<z.input<typeof renderedRoute> | Refusal> {
  return isRefusal(found) ? found : showRoute(reader, found);
}

/** The reply with several routes. */
export const routesReply = z.object({ routes: z.array(renderedRoute) });

export async function routesReplyOr(
  reader: RouteReader,
  found: readonly RouteAggregate[] | Refusal,
): Promise<z.input<typeof routesReply> | Refusal> {
  return isRefusal(found) ? found : { routes: [...(await showRoutes(reader, found))] };
}
