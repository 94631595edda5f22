import * as z from 'zod';
import {
  MAX_OPTIMIZED,
  optimizationInvalid,
  optimizationStrategyNotFound,
  requestOptimization,
} from '../../../lib/fleet/planning/index.ts';
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
    'saves the routes later.',
  permission: 'WRITE_OPTIMIZATION',
  forLimited: 'refused',
  body: z.object({
    orderIds: optional(z.array(z.string().min(1).max(255)).min(2).max(MAX_OPTIMIZED)).meta({
      description: `Ids or external ids of 2 to ${MAX_OPTIMIZED} orders.`,
    }),
    pickupTimeFrom: optional(instant).meta({ description: 'Start of the range of pickups, inclusive.' }),
    pickupTimeTo: optional(instant).meta({ description: 'End of the range of pickups, exclusive.' }),
    optimizationStrategyId: optional(z.string().min(1).max(64)).meta({
      description: 'Strategy of the optimization; default plain vans, as many as needed.',
    }),
    contractIds: optional(z.array(z.string().min(1)).max(50)).meta({
      description: 'Driver groups to plan with, instead of those of the strategy.',
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
  ],
  async handle({ input: { body }, ctx }) {
    const { orderIds, pickupTimeFrom, pickupTimeTo } = body;
    const hasRange = pickupTimeFrom !== undefined && pickupTimeTo !== undefined;
    const hasPart = pickupTimeFrom !== undefined || pickupTimeTo !== undefined;
    if (orderIds === undefined ? !hasRange : hasPart) {
      const why = 'Send either `orderIds` or both `pickupTimeFrom` and `pickupTimeTo`.';
      return validationErrors(`The request is not valid: ${why}`, { fields: { orderIds: why } });
    }
    const { timeZone } = await preferencesOf(ctx);
    const planner = { ...(await plannerOf(ctx)), timeZone };
    const activity = await requestOptimization(ctx, planner, ctx.ids.next('act'), body);
    return isRefusal(activity) ? activity : { id: activity.value.id, status: activity.value.status };
  },
});
