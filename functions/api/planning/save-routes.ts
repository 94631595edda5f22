import * as z from 'zod';
import {
  nothingPlanned,
  optimizationUnfinished,
  saveOptimizedRoutes as save,
} from '../../../lib/fleet/planning/index.ts';
import { renderedRoute, routeExample, showRoutes } from '../../../lib/fleet/routes/index.ts';
import { activityNotFound } from '../../../lib/platform/activities/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { plannerOf, planningEndpoint } from './deps.ts';

/** POST /v1/activities/{id}/save-routes */
export const saveOptimizedRoutes = planningEndpoint({
  name: 'saveOptimizedRoutes',
  method: 'POST',
  path: '/v1/activities/{id}/save-routes',
  area: 'Optimization',
  summary: 'Save the routes of an optimization',
  description:
    'Creates the routes of a successful optimization. Calling it again creates none twice. Orders that are on other planned ' +
    'routes move to the new ones (`moved`); emptied routes remain, and orders that the plan does not place stay where they are. ' +
    'A route with an order that is dispatched by now is not saved; `failed` says why, and the others are saved. For a replanning it accepts the proposal: ' +
    'the routes get the proposed order of stops.',
  permission: 'WRITE_OPTIMIZATION',
  forLimited: 'refused',
  params: z.object({ id: z.string().min(1).max(64).meta({ description: 'Id of the activity, `act_...`.' }) }),
  reply: z.object({
    routes: z.array(renderedRoute),
    moved: z
      .array(z.object({ orderId: z.string(), fromRouteId: z.string(), toRouteId: z.string() }))
      .meta({ description: 'Orders that this call took from other planned routes.' }),
    failed: z.array(z.object({ index: z.int(), code: z.string(), message: z.string() })),
  }),
  replyExample: { routes: [routeExample], moved: [], failed: [] },
  refusals: [activityNotFound, optimizationUnfinished, nothingPlanned],
  async handle({ input: { path }, ctx }) {
    const saved = await save(ctx, await plannerOf(ctx), path.id);
    if (isRefusal(saved)) return saved;
    const { routes, moved, failed } = saved;
    return { routes: [...(await showRoutes(ctx, routes))], moved: [...moved], failed: [...failed] };
  },
});
