import {
  archiveRoute as archive,
  renderedRoute,
  routeAlreadyDispatched,
  routeChanged,
  routeExample,
  routeNotFound,
  routeNotInScope,
} from '../../../lib/fleet/routes/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import { plannerOf } from './deps.ts';
import { routePath, routeReplyOr } from './route-schemas.ts';

/** POST /v1/routes/{id}/archive */
export const archiveRoute = defineEndpoint({
  name: 'archiveRoute',
  method: 'POST',
  path: '/v1/routes/{id}/archive',
  area: 'Routes',
  summary: 'Archive a route',
  description:
    'Only for routes that are not dispatched. Its orders are free for other routes; its stops stay as a record.',
  permission: 'WRITE_ROUTE',
  forLimited: 'refused',
  takesIfMatch: true,
  params: routePath,
  reply: renderedRoute,
  replyExample: { ...routeExample, archivedAt: '2026-03-05T02:00:00.000Z' },
  refusals: [routeNotFound, routeNotInScope, routeAlreadyDispatched, routeChanged, contentionOver('route')],
  async handle({ input: { path }, ctx }) {
    return routeReplyOr(ctx, await archive(ctx, await plannerOf(ctx), path.id, ctx.expectedVersion));
  },
});
