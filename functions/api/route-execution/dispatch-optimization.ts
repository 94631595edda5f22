import * as z from 'zod';
import {
  dispatchOptimizedRoutes,
  nothingPlanned,
  optimizationUnfinished,
} from '../../../lib/fleet/planning/index.ts';
import { activityNotFound } from '../../../lib/platform/activities/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { optional } from '../../../lib/platform/http/index.ts';
import { executionEndpoint, plannerOf } from './deps.ts';
import { dispatchExample, dispatchReply, dispatchReplyOf } from './dispatch-reply.ts';

/** POST /v1/activities/{id}/dispatch */
export const dispatchOptimization = executionEndpoint({
  name: 'dispatchOptimization',
  method: 'POST',
  path: '/v1/activities/{id}/dispatch',
  area: 'Optimization',
  summary: 'Dispatch the routes of an optimization',
  description:
    'Saves the routes that are not saved yet, and creates one job for each that has at least one of `orderIds`; for ' +
    'all when none is sent. The reply is that of POST /v1/routes/dispatch. Calling it again creates no job twice.',
  permission: 'WRITE_ROUTE',
  forLimited: 'refused',
  params: z.object({ id: z.string().min(1).max(64).meta({ description: 'Id of the activity, `act_...`.' }) }),
  body: z.object({
    orderIds: optional(z.array(z.string().min(1)).min(1).max(1_000)).meta({
      description: 'Only routes with at least one of these orders; default all.',
    }),
    autoDispatch: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the jobs are sent to a provider at once.' }),
  }),
  bodyExample: { autoDispatch: true },
  reply: dispatchReply,
  replyExample: dispatchExample,
  refusals: [activityNotFound, optimizationUnfinished, nothingPlanned],
  async handle({ input: { path, body }, ctx }) {
    const outcomes = await dispatchOptimizedRoutes(ctx, await plannerOf(ctx), path.id, body);
    return isRefusal(outcomes) ? outcomes : dispatchReplyOf(outcomes);
  },
});
