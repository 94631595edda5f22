import * as z from 'zod';
import { MAX_REPLANNED, requestReplan } from '../../../lib/fleet/planning/index.ts';
import { routeActionInvalidStatus, routeArchived, routeNotInScope } from '../../../lib/fleet/routes/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { plannerOf, planningEndpoint } from './deps.ts';

/** POST /v1/routes/replan */
export const replanRoutes = planningEndpoint({
  name: 'replanRoutes',
  method: 'POST',
  path: '/v1/routes/replan',
  area: 'Optimization',
  summary: 'Propose a better order for the remaining stops of routes',
  description:
    'Works for routes on the road as well: each is planned again from the position of its driver. Orders on board stay there. ' +
    'Stops that are done, in progress, or before a stop with `locked: true` in its metadata stay where they are. ' +
    'Nothing changes yet: `GET /v1/activities/{id}` has the proposal. `POST /v1/activities/{id}/save-routes` ' +
    'accepts it for every route whose open stops are still the same.',
  permission: 'WRITE_OPTIMIZATION',
  forLimited: 'refused',
  body: z.object({
    routeIds: z
      .array(z.string().min(1).max(255))
      .min(1)
      .max(MAX_REPLANNED)
      .meta({ description: `Ids or external ids of 1 to ${MAX_REPLANNED} routes.` }),
  }),
  bodyExample: { routeIds: ['rte_01JD8Z6Q4T9V2N5X7C3B1M0K8H'] },
  reply: z.object({ id: z.string(), status: z.string() }),
  replyExample: { id: 'act_01JD8Z6Q4T9V2N5X7C3B1M0K8H', status: 'QUEUED' },
  refusals: [routeNotInScope, routeArchived, routeActionInvalidStatus],
  async handle({ input: { body }, ctx }) {
    const activity = await requestReplan(ctx, await plannerOf(ctx), ctx.ids.next('act'), body.routeIds);
    return isRefusal(activity) ? activity : { id: activity.value.id, status: activity.value.status };
  },
});
