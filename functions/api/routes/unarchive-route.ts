import {
  renderedRoute,
  routeAlreadyDispatched,
  routeChanged,
  routeExample,
  routeNotFound,
  routeNotInScope,
  unarchiveRoute as unarchive,
} from '../../../lib/fleet/routes/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import { plannerOf } from './deps.ts';
import { routePath, routeReplyOr } from './route-schemas.ts';

/** POST /v1/routes/{id}/unarchive */
export const unarchiveRoute = defineEndpoint({
  name: 'unarchiveRoute',
  method: 'POST',
  path: '/v1/routes/{id}/unarchive',
  area: 'Routes',
  summary: 'Take a route out of the archive',
  description: 'Orders that are on another route or dispatched by now are removed from its stops.',
  permission: 'WRITE_ROUTE',
  forLimited: 'refused',
  takesIfMatch: true,
  params: routePath,
  reply: renderedRoute,
  replyExample: routeExample,
  refusals: [routeNotFound, routeNotInScope, routeAlreadyDispatched, routeChanged, contentionOver('route')],
  async handle({ input: { path }, ctx }) {
    return routeReplyOr(ctx, await unarchive(ctx, await plannerOf(ctx), path.id, ctx.expectedVersion));
  },
});
