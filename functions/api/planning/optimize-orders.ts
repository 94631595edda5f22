import * as z from 'zod';
import {
  MAX_OPTIMIZED,
  MAX_REPLANNED_ROUTES,
  MAX_SPARE_VEHICLES,
  optimizationInvalid,
  optimizationStrategyNotFound,
  requestOptimization,
} from '../../../lib/fleet/planning/index.ts';
import { routeAlreadyDispatched, routeArchived, routeNotInScope } from '../../../lib/fleet/routes/index.ts';
import { invalidStateTransition, orderAlreadyDispatched } from '../../../lib/ordering/orders/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instant, optional } from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { plannerOf, planningEndpoint } from './deps.ts';

/** POST /v1/activities/optimization */
export const optimizeOrders = planningEndpoint({
  name: 'optimizeOrders',
  method: 'POST',
  path: '/v1/activities/optimization',
  area: 'Optimization',
  summary: 'Optimize orders into routes',
  description:
    'Starts an optimization of the named orders, or of all orders that can be planned and whose pickup window starts ' +
    'between `pickupTimeFrom` and `pickupTimeTo`. `GET /v1/activities/{id}` returns its progress and result. ' +
    'Without `save` it is for review only: orders stay where they are, and `POST /v1/activities/{id}/save-routes` ' +
    'saves the routes later. With `routeIds`, a day is planned again: existing routes keep their drivers and, as far as ' +
    '`moveCents` and the frozen stops say, their orders. `result.comparison` has cost, distance, duration and late orders ' +
    'before (nothing, without existing routes) and after, and the orders that moved, were added or found no place. Each of `result.unassignedOrders` has ' +
    '`reasons`: `remedy` says what is enough for the order to be planned. `messageCode` and `remedySteps` (`code` and `values` ' +
    'of each step) say the same for screens in other languages. `edits` are its changes of single values: ' +
    '`operation` and `id` of the object, `field` with its path in the body, `from` and `to`; null where a remedy is more ' +
    'than that. `spareVehicles` are up to three vehicles of the organization that the run did not have, that no route has at ' +
    'its time, and that could take the order (`vehicleId`, `name`, `driverGroupId`, and `courierId` with `driverName` of who ' +
    'is free to drive it, or null): a run with one of them in `spareVehicleIds` has the order planned. ' +
    '`result.plannedWith` has what to send beside `orderIds` to plan again.',
  permission: 'WRITE_OPTIMIZATION',
  forLimited: 'refused',
  body: z.object({
    orderIds: optional(z.array(z.string().min(1).max(255)).min(1).max(MAX_OPTIMIZED)).meta({
      description: `Ids or external ids of 1 to ${MAX_OPTIMIZED} orders; with those of \`routeIds\` there are at least 2.`,
    }),
    pickupTimeFrom: optional(instant).meta({ description: 'Start of the range of pickups, inclusive.' }),
    pickupTimeTo: optional(instant).meta({ description: 'End of the range of pickups, exclusive.' }),
    optimizationStrategyId: optional(z.string().min(1).max(64)).meta({
      description: 'Strategy of the optimization; default plain vans, as many as needed.',
    }),
    contractIds: optional(z.array(z.string().min(1)).max(50)).meta({
      description: 'Driver groups to plan with, instead of those of the strategy.',
    }),
    routeIds: optional(z.array(z.string().min(1).max(255)).min(1).max(MAX_REPLANNED_ROUTES)).meta({
      description: `Ids or external ids of 1 to ${MAX_REPLANNED_ROUTES} routes that are not dispatched: their orders are planned again, together with those of \`orderIds\` or of the range.`,
    }),
    spareVehicleIds: optional(z.array(z.string().min(1).max(255)).max(MAX_SPARE_VEHICLES)).meta({
      description:
        'Ids or external ids of enabled vehicles that the run has besides those of its driver groups. Each has the shift of one of its drivers who is free, or else all of the planned time.',
    }),
    moveCents: optional(z.int().min(0).max(10_000_000)).meta({
      description:
        'With `routeIds`: cents for each order that leaves its route. `0` = orders move freely; without it, none leaves its route.',
    }),
    frozenStops: optional(z.int().min(0).max(500)).meta({
      description:
        'With `routeIds`: number of stops at the start of each route that keep their places, default 0.',
    }),
    frozenStopIds: optional(z.array(z.string().min(1).max(64)).max(500)).meta({
      description:
        'With `routeIds`: further stops that keep their places. Stops up to one with `locked: true` in its metadata do so as well.',
    }),
    save: optional(z.boolean()).meta({
      description: "Whether to save the routes; default the strategy's setting, or no.",
    }),
  }),
  bodyExample: { orderIds: ['ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H', 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8J'], save: true },
  reply: z.object({ id: z.string(), status: z.string() }),
  replyExample: { id: 'act_01JD8Z6Q4T9V2N5X7C3B1M0K8H', status: 'QUEUED' },
  refusals: [
    optimizationInvalid,
    optimizationStrategyNotFound,
    orderAlreadyDispatched,
    invalidStateTransition,
    routeNotInScope,
    routeArchived,
    routeAlreadyDispatched,
  ],
  async handle({ input: { body }, ctx }) {
    const { orderIds, pickupTimeFrom, pickupTimeTo } = body;
    const hasRange = pickupTimeFrom !== undefined && pickupTimeTo !== undefined;
    const hasPart = pickupTimeFrom !== undefined || pickupTimeTo !== undefined;
    const isUnclear = orderIds === undefined ? hasPart && !hasRange : hasPart;
    if (isUnclear || (orderIds === undefined && !hasRange && body.routeIds === undefined)) {
      const why = 'Send either `orderIds` or both `pickupTimeFrom` and `pickupTimeTo`, or `routeIds`.';
      return validationErrors(`The request is not valid: ${why}`, { fields: { orderIds: why } });
    }
    const ofRoutes = (['moveCents', 'frozenStops', 'frozenStopIds'] as const).find(
      (name) => body[name] !== undefined,
    );
    if (body.routeIds === undefined && ofRoutes !== undefined) {
      const why = `\`${ofRoutes}\` is about existing routes. Send \`routeIds\` too.`;
      return validationErrors(`The request is not valid: ${why}`, { fields: { [ofRoutes]: why } });
    }
    const { timeZone } = await preferencesOf(ctx);
    const planner = { ...(await plannerOf(ctx)), timeZone };
    const activity = await requestOptimization(ctx, planner, ctx.ids.next('act'), body);
    return isRefusal(activity) ? activity : { id: activity.value.id, status: activity.value.status };
  },
});
