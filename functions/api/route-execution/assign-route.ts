import * as z from 'zod';
import { OWN_FLEET } from '../../../lib/fleet/own-fleet/provider/index.ts';
import {
  assignDispatchedRoute as assign,
  renderedRoute,
  routeActionInvalidStatus,
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeExample,
  routeInvalid,
  routeNotFound,
  routeNotInScope,
  showRoute,
} from '../../../lib/fleet/routes/index.ts';
import {
  autodispatchFailure,
  jobIsBusy,
  jobNotFound,
  jobStateForbids,
  noEligibleProviders,
  noValidQuotes,
  taskMissingTimeWindow,
} from '../../../lib/fulfilment/dispatch/index.ts';
import type { ProviderRegistry } from '../../../lib/fulfilment/providers/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { executionEndpoint, plannerOf } from './deps.ts';

const reference = (description: string) => z.string().min(1).max(255).nullish().meta({ description });

const common = {
  method: 'POST' as const,
  area: 'Routes',
  description:
    'Only the fields that are sent change; `null` removes one. A driver and a vehicle must belong to the driver group. Driver, ' +
    'vehicle and group can be changed until the route has ended. After dispatch the deliveries move: those of another ' +
    'provider are canceled there, quoted again and given to the provider that is named, or to the own fleet when a driver ' +
    'is named, who gets them on shift or not. This is refused once a package was picked up, while the provider offers ' +
    'nothing, and for a driver who is disabled or in no driver group with a rate of the own fleet.',
  permission: 'WRITE_ROUTE' as const,
  forLimited: 'refused' as const,
  body: z.object({
    providerId: reference('Id of a provider, from GET /v1/providers.'),
    driverGroupId: reference('Id or external id of a driver group.'),
    courierId: reference('Id or external id of a driver.'),
    vehicleId: reference('Id or external id of a vehicle.'),
  }),
  bodyExample: { providerId: 'prv_fleet_simulator' },
  reply: renderedRoute,
  replyExample: { ...routeExample, status: 'ASSIGNED' as const, providerName: 'Careful simulator' },
  refusals: [
    routeNotFound,
    routeNotInScope,
    routeAlreadyDispatched,
    routeArchived,
    routeActionInvalidStatus,
    routeChanged,
    contentionOver('route'),
    routeInvalid,
    jobNotFound,
    jobIsBusy,
    contentionOver('job'),
    jobStateForbids,
    taskMissingTimeWindow,
    noEligibleProviders,
    noValidQuotes,
    autodispatchFailure,
  ],
};

type Body = z.output<typeof common.body>;
type AssignCtx = Parameters<typeof plannerOf>[0] &
  Parameters<typeof assign>[0] & {
    readonly providers: ProviderRegistry;
  };

async function assigned(ctx: AssignCtx, id: string, body: Body) {
  const needed = body.providerId ?? (body.courierId ? OWN_FLEET.id : undefined);
  const { all } = await ctx.providers.of(ctx.organizationId, needed ? [needed] : []);
  const done = await assign(ctx, await plannerOf(ctx), id, body, all, OWN_FLEET.id);
  return isRefusal(done) ? done : showRoute(ctx, done);
}

/** POST /v1/routes/{id}/assign */
export const assignRoute = executionEndpoint({
  ...common,
  name: 'assignRoute',
  path: '/v1/routes/{id}/assign',
  summary: 'Assign a route',
  params: z.object({ id: z.string().min(1).max(255).meta({ description: 'Id of the route.' }) }),
  handle: ({ input: { path, body }, ctx }) => assigned(ctx, path.id, body),
});

/** POST /v1/routes/external-identifier/{external_id}/assign */
export const assignRouteByExternalId = executionEndpoint({
  ...common,
  name: 'assignRouteByExternalId',
  path: '/v1/routes/external-identifier/{external_id}/assign',
  summary: 'Assign a route by its external id',
  params: z.object({
    external_id: z.string().min(1).max(255).meta({ description: 'External id of the route.' }),
  }),
  handle: ({ input: { path, body }, ctx }) => assigned(ctx, path.external_id, body),
});
