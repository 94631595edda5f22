import * as z from 'zod';
import {
  dispatchRoute,
  findAssignment,
  type RoutePlanner,
  readRoute,
  renderedRoute,
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeExample,
  routeInvalid,
  routeNotFound,
  routeNotInScope,
  saveRoute,
  showRoute,
} from '../../../lib/fleet/routes/index.ts';
import type { DispatchDeps } from '../../../lib/fulfilment/dispatch/index.ts';
import {
  invalidStateTransition,
  metadataInput,
  orderAlreadyDispatched,
} from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instant, optional } from '../../../lib/platform/http/index.ts';
import { executionEndpoint, plannerOf } from './deps.ts';
import { routeName, stopInput } from './route-input.ts';

/** POST /v1/routes */
export const upsertRoute = executionEndpoint({
  name: 'upsertRoute',
  method: 'POST',
  path: '/v1/routes',
  area: 'Routes',
  summary: 'Create or update a route',
  description:
    'Creates a route, or updates the one that has `externalId` as its id or external id. `stops` replace the existing ' +
    'ones; a stop that is named by its id, or has the same type and objects, keeps its id. An order is on one ' +
    'route only: move its stops, or take it off the other route first. A dispatched route accepts only a name and metadata, ' +
    'unless the organization has the preference `editRoutesAfterDispatch`.',
  permission: 'WRITE_ROUTE',
  forLimited: 'refused',
  takesIfMatch: true,
  body: z.object({
    externalId: optional(z.string().min(1).max(255)).meta({
      description:
        'Id or external id of the route to update. An external id that no route has is given to a new one.',
    }),
    name: routeName.nullish().meta({ description: 'Label, at most 128 characters; `null` clears it.' }),
    stops: optional(z.array(stopInput).max(500)).meta({
      description: 'Stops in visiting order, at most 500.',
    }),
    routeMetadata: optional(
      metadataInput.refine(
        (value) => JSON.stringify(value).length <= 20_000,
        'is longer than 20,000 characters as JSON',
      ),
    ).meta({ description: "The caller's own data, at most 20,000 characters." }),
    driverGroupId: optional(z.string().min(1).max(255)).meta({
      description: 'Id or external id of the driver group; required when a driver or a vehicle is given.',
    }),
    courierId: optional(z.string().min(1).max(255)).meta({ description: 'Id or external id of the driver.' }),
    vehicleId: optional(z.string().min(1).max(255)).meta({
      description: 'Id or external id of the vehicle.',
    }),
    autoDispatch: optional(z.boolean()).meta({
      description:
        "Whether to dispatch the route in the same call; default the organization's preference for new routes. If that " +
        'fails, the route still exists, and `dispatchError` says why.',
    }),
    plannedDeparture: optional(instant).meta({
      description: 'Departure of the route; default the first time among its stops.',
    }),
  }),
  bodyExample: {
    externalId: 'monday-north',
    name: 'Monday north',
    stops: [{ stopType: 'ROUTE_START', objectIds: [], location: { lat: 37.7936, lng: -122.3958 } }],
  },
  reply: z.object({
    route: renderedRoute,
    dispatchError: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Reason why the requested dispatch failed; null otherwise.' }),
  }),
  replyExample: { route: routeExample, dispatchError: null },
  refusals: [
    routeNotFound,
    routeNotInScope,
    routeAlreadyDispatched,
    routeArchived,
    routeChanged,
    contentionOver('route'),
    routeInvalid,
    orderAlreadyDispatched,
    invalidStateTransition,
  ],
  async handle({ input: { body }, ctx }) {
    const planner = await plannerOf(ctx);
    const { driverGroupId, courierId, vehicleId, autoDispatch, ...input } = body;
    const named = { driverGroupId, courierId, vehicleId };
    const isAssigned = Object.values(named).some((id) => id !== undefined);
    const present = await findPresent(ctx, planner, input.externalId);
    const assignment = isAssigned ? await findAssignment(ctx.table, planner, named, present) : undefined;
    if (isRefusal(assignment)) return assignment;
    const saved = await saveRoute(
      ctx,
      planner,
      { ...input, assignment },
      { id: ctx.ids.next('rte'), expectedVersion: ctx.expectedVersion },
    );
    if (isRefusal(saved)) return saved;
    const wanted = autoDispatch ?? (saved.isNew && planner.preferences.autoDispatchRoutesOnCreation);
    if (!wanted || saved.saved.route.isDispatched)
      return { route: await showRoute(ctx, saved.saved), dispatchError: null };
    const { id } = saved.saved.route;
    const dispatched = await dispatchRoute(ctx, planner, id, { autoDispatch: true });
    if (!isRefusal(dispatched)) return { route: await showRoute(ctx, dispatched.route), dispatchError: null };
    // The route was created, even if its dispatch failed (specification 4.2.3).
    const now = await readRoute(ctx.table, planner, id);
    const { kind, message } = dispatched;
    return {
      route: await showRoute(ctx, isRefusal(now) ? saved.saved : now),
      dispatchError: { code: kind.code, message },
    };
  },
});

/** The current driver group of the route, for a driver or a vehicle that is sent without one. */
async function findPresent(ctx: DispatchDeps, planner: RoutePlanner, id: string | undefined) {
  const found = id === undefined ? undefined : await readRoute(ctx.table, planner, id);
  return found && !isRefusal(found) ? found.route : { driverGroup: null };
}
