import { isRefusal } from '../../../lib/core/refusal.ts';
import { defineEndpoint } from '../../../lib/http/index.ts';
import {
  readCourierPosition,
  readRoute,
  renderedRoute,
  renderRoute,
  routeExample,
  routeNotFound,
  routeNotInScope,
} from '../../../lib/routes/index.ts';
import { routePath } from './route-schemas.ts';

/** GET /v1/routes/{id} */
export const getRoute = defineEndpoint({
  name: 'getRoute',
  method: 'GET',
  path: '/v1/routes/{id}',
  area: 'Routes',
  summary: 'Get a route',
  description: 'The route with its stops, their orders, its metrics, its health, and where its courier is.',
  permission: 'READ_ROUTE',
  params: routePath,
  reply: renderedRoute,
  replyExample: routeExample,
  refusals: [routeNotFound, routeNotInScope],
  async handle({ input: { path }, ctx }) {
    const found = await readRoute(ctx.table, ctx.caller, path.id);
    if (isRefusal(found)) return found;
    return renderRoute(found, await readCourierPosition(ctx.table, found.route));
  },
});
