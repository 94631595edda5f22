import * as z from 'zod';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { defineEndpoint, instant, optional } from '../../../lib/http/index.ts';
import { invalidStateTransition, orderAlreadyDispatched } from '../../../lib/orders/index.ts';
import {
  renderedRoute,
  renderRoute,
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeExample,
  routeInvalid,
  routeLockContention,
  routeNotFound,
  routeNotInScope,
  saveRoute,
} from '../../../lib/routes/index.ts';
import { plannerOf } from './deps.ts';
import { routeName, stopInput } from './route-schemas.ts';

/** POST /v1/routes */
export const upsertRoute = defineEndpoint({
  name: 'upsertRoute',
  method: 'POST',
  path: '/v1/routes',
  area: 'Routes',
  summary: 'Create or update a route',
  description:
    'Creates a route, or updates the one that has `externalId` as its id or external id. `stops` replace those the ' +
    'route has; a stop that is named by its id, or has the same type and objects, keeps its id. An order is on one ' +
    'route only: move its stops, or take it off the other route first. A dispatched route takes a name and metadata ' +
    'only, unless the organization prefers `editRoutesAfterDispatch`.',
  permission: 'WRITE_ROUTE',
  takesIfMatch: true,
  body: z.object({
    externalId: optional(z.string().min(1).max(255)).meta({
      description:
        'Id or external id of the route to update; an external id that no route has is given to a new one.',
    }),
    name: routeName.nullish().meta({ description: 'Label, at most 128 characters; `null` clears it.' }),
    stops: optional(z.array(stopInput).max(500)).meta({
      description: 'Stops in visiting order, at most 500.',
    }),
    routeMetadata: optional(
      z
        .record(z.string(), z.unknown())
        .refine(
          (value) => JSON.stringify(value).length <= 20_000,
          'is longer than 20,000 characters as JSON',
        ),
    ).meta({ description: 'Anything of your own, at most 20,000 characters.' }),
    plannedDeparture: optional(instant).meta({
      description: 'When the route sets out; default the first time among its stops.',
    }),
  }),
  bodyExample: {
    externalId: 'monday-north',
    name: 'Monday north',
    stops: [{ stopType: 'ROUTE_START', objectIds: [], location: { lat: 37.7936, lng: -122.3958 } }],
  },
  reply: z.object({ route: renderedRoute }),
  replyExample: { route: routeExample },
  refusals: [
    routeNotFound,
    routeNotInScope,
    routeAlreadyDispatched,
    routeArchived,
    routeChanged,
    routeLockContention,
    routeInvalid,
    orderAlreadyDispatched,
    invalidStateTransition,
  ],
  async handle({ input: { body }, ctx }) {
    const saved = await saveRoute(ctx, await plannerOf(ctx), body, {
      id: ctx.ids.next('rte'),
      expectedVersion: ctx.expectedVersion,
    });
    return isRefusal(saved) ? saved : { route: renderRoute(saved.saved) };
  },
});
