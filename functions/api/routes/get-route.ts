import { defineEndpoint } from '../../../lib/http/index.ts';
import {
  readRoute,
  renderedRoute,
  routeExample,
  routeNotFound,
  routeNotInScope,
} from '../../../lib/routes/index.ts';
import { routePath, routeReplyOr } from './route-schemas.ts';

/** GET /v1/routes/{id} */
export const getRoute = defineEndpoint({
  name: 'getRoute',
  method: 'GET',
  path: '/v1/routes/{id}',
  area: 'Routes',
  summary: 'Get a route',
  description: 'The route with its stops, their orders, its metrics and its health.',
  permission: 'READ_ROUTE',
  params: routePath,
  reply: renderedRoute,
  replyExample: routeExample,
  refusals: [routeNotFound, routeNotInScope],
  async handle({ input: { path }, ctx }) {
    return routeReplyOr(await readRoute(ctx.table, ctx.caller, path.id));
  },
});
