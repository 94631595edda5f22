import {
  readRoute,
  renderedRoute,
  routeNotFound,
  routeNotInScope,
  routeWithItemsExample,
  showRouteWithItems,
} from '../../../lib/fleet/routes/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import { routePath } from './route-schemas.ts';

/** GET /v1/routes/{id} */
export const getRoute = defineEndpoint({
  name: 'getRoute',
  method: 'GET',
  path: '/v1/routes/{id}',
  area: 'Routes',
  summary: 'Get a route',
  description:
    'The route with its stops, their orders and items, its metrics, its health, and where its courier is.',
  permission: 'READ_ROUTE',
  forLimited: 'narrowed',
  params: routePath,
  reply: renderedRoute,
  replyExample: routeWithItemsExample,
  refusals: [routeNotFound, routeNotInScope],
  async handle({ input: { path }, ctx }) {
    const found = await readRoute(ctx.table, ctx.caller, path.id);
    if (isRefusal(found)) return found;
    return showRouteWithItems(ctx, found);
  },
});
