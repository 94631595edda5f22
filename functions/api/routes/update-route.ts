import * as z from 'zod';
import {
  renderedRoute,
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeExample,
  routeInvalid,
  routeNotFound,
  routeNotInScope,
  updateRoute as update,
} from '../../../lib/fleet/routes/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { defineEndpoint, instant } from '../../../lib/platform/http/index.ts';
import { plannerOf } from './deps.ts';
import { routeName, routePath, routeReplyOr } from './route-schemas.ts';

/** PATCH /v1/routes/{id} */
export const updateRoute = defineEndpoint({
  name: 'updateRoute',
  method: 'PATCH',
  path: '/v1/routes/{id}',
  area: 'Routes',
  summary: 'Rename a route or reorder its stops',
  description:
    'A route can be renamed before and after dispatch. `stopIds` names every stop once, in the new order; the times ' +
    'are then outdated until they are calculated again.',
  permission: 'WRITE_ROUTE',
  forLimited: 'refused',
  takesIfMatch: true,
  params: routePath,
  body: z.object({
    name: routeName.nullish().meta({ description: 'Label, at most 128 characters; `null` clears it.' }),
    plannedDeparture: instant.nullish().meta({ description: 'Departure of the route; `null` clears it.' }),
    stopIds: z
      .array(z.string())
      .max(500)
      .nullish()
      .transform((ids) => ids ?? undefined)
      .meta({ description: 'Ids of all stops in their new order.' }),
  }),
  bodyExample: { name: 'Monday north-east' },
  reply: renderedRoute,
  replyExample: { ...routeExample, name: 'Monday north-east', version: 2 },
  refusals: [
    routeNotFound,
    routeNotInScope,
    routeAlreadyDispatched,
    routeArchived,
    routeChanged,
    contentionOver('route'),
    routeInvalid,
  ],
  async handle({ input: { path, body }, ctx }) {
    return routeReplyOr(ctx, await update(ctx, await plannerOf(ctx), path.id, body, ctx.expectedVersion));
  },
});
