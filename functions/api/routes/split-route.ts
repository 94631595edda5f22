import * as z from 'zod';
import {
  MAX_SPLIT,
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeExample,
  routeHasNoStops,
  routeInvalid,
  routeNotFound,
  routeNotInScope,
  routeStopNotFound,
  type Split,
  splitRoute as split,
} from '../../../lib/fleet/routes/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { defineEndpoint, optional } from '../../../lib/platform/http/index.ts';
import { plannerOf } from './deps.ts';
import { routePath, routesReply, routesReplyOr } from './route-schemas.ts';

/** POST /v1/routes/{id}/split */
export const splitRoute = defineEndpoint({
  name: 'splitRoute',
  method: 'POST',
  path: '/v1/routes/{id}/split',
  area: 'Routes',
  summary: 'Split a route',
  description:
    'Dropoffs from a stop on become a route of their own, or the route is divided into a number of routes with about as ' +
    'many dropoffs each. New routes have the same start, end, departure and driver group, and no driver. Send exactly ' +
    'one of `stopId` and `routes`.',
  permission: 'WRITE_ROUTE',
  forLimited: 'refused',
  takesIfMatch: true,
  params: routePath,
  body: z.object({
    stopId: optional(z.string().min(1)).meta({ description: 'First stop of the new route.' }),
    routes: optional(z.int().min(2).max(MAX_SPLIT)).meta({
      description: `Number of resulting routes, at most ${MAX_SPLIT}.`,
    }),
  }),
  bodyExample: { routes: 2 },
  reply: routesReply.meta({ description: 'The route and the new ones.' }),
  replyExample: { routes: [routeExample, { ...routeExample, id: 'rte_01JD8Z6Q4T9V2N5X7C3B1M0K8J' }] },
  refusals: [
    routeNotFound,
    routeNotInScope,
    routeStopNotFound,
    routeHasNoStops,
    routeAlreadyDispatched,
    routeArchived,
    routeChanged,
    contentionOver('route'),
    routeInvalid,
  ],
  async handle({ input: { path, body }, ctx }) {
    const { stopId, routes } = body;
    if ((stopId === undefined) === (routes === undefined)) {
      const why = 'Send exactly one of `stopId` and `routes`.';
      return validationErrors(`The request is not valid: ${why}`, { fields: { stopId: why } });
    }
    const at: Split = stopId === undefined ? { routes: routes! } : { stopId };
    const newIds = Array.from({ length: routes === undefined ? 1 : routes - 1 }, () => ctx.ids.next('rte'));
    return routesReplyOr(
      ctx,
      await split(ctx, await plannerOf(ctx), path.id, at, newIds, ctx.expectedVersion),
    );
  },
});
