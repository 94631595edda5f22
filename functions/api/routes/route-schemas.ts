import * as z from 'zod';
import { isRefusal, type Refusal } from '../../../lib/core/refusal.ts';
import { type RouteAggregate, renderedRoute, renderRoute } from '../../../lib/routes/index.ts';

/** Path of one route. */
export const routePath = z.object({
  id: z.string().min(1).max(255).meta({ description: 'Id of the route, `rte_...`, or its external id.' }),
});

/** A route's label; surrounding space is trimmed (specification 8). */
export const routeName = z.string().trim().min(1).max(128);

/** The reply with one route. */
export function routeReplyOr(found: RouteAggregate | Refusal): z.input<typeof renderedRoute> | Refusal {
  return isRefusal(found) ? found : renderRoute(found);
}

/** The reply with several routes. */
export const routesReply = z.object({ routes: z.array(renderedRoute) });

export function routesReplyOr(
  found: readonly RouteAggregate[] | Refusal,
): z.input<typeof routesReply> | Refusal {
  return isRefusal(found) ? found : { routes: found.map((route) => renderRoute(route)) };
}
