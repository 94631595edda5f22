import * as z from 'zod';
import { isRefusal, type Refusal } from '../../../lib/core/refusal.ts';
import {
  invalidValue,
  jobContention,
  resourceAlreadyExists,
  taskMissingTimeWindow,
} from '../../../lib/dispatch/index.ts';
import { orderAlreadyDispatched, orderValidationErrorsBlock } from '../../../lib/orders/index.ts';
import {
  dispatchRoute,
  routeActionInvalidStatus,
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeHasNoPackages,
  routeHasNoStops,
  routeLockContention,
  routeNotFound,
  routeNotInScope,
} from '../../../lib/routes/index.ts';
import { executionEndpoint, plannerOf } from './deps.ts';
import { dispatchExample, dispatchReply, dispatchReplyOf } from './dispatch-reply.ts';

/** Most routes of one request: each becomes a job of up to 200 packages. */
const MAX_ROUTES = 20;

/** POST /v1/routes/dispatch */
export const dispatchRoutes = executionEndpoint({
  name: 'dispatchRoutes',
  method: 'POST',
  path: '/v1/routes/dispatch',
  area: 'Routes',
  summary: 'Dispatch routes',
  description:
    "Creates one job from each route's orders. With `autoDispatch` it is sent to a provider at once by the dispatch " +
    'strategy; without, it waits. A route that cannot be dispatched does not block the others: `results` has ' +
    'the result of each. When none can be dispatched, the request is refused with the first reason.',
  permission: 'WRITE_ROUTE',
  body: z.object({
    routeIds: z
      .array(z.string().min(1).max(255))
      .min(1)
      .max(MAX_ROUTES)
      .meta({ description: `Ids or external ids of routes, at most ${MAX_ROUTES}.` }),
    autoDispatch: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the jobs are sent to a provider at once.' }),
  }),
  bodyExample: { routeIds: ['rte_01JD8Z6Q4T9V2N5X7C3B1M0K8H'], autoDispatch: true },
  reply: dispatchReply,
  replyExample: dispatchExample,
  refusals: [
    routeNotFound,
    routeNotInScope,
    routeAlreadyDispatched,
    routeArchived,
    routeHasNoStops,
    routeHasNoPackages,
    routeActionInvalidStatus,
    routeChanged,
    routeLockContention,
    taskMissingTimeWindow,
    orderAlreadyDispatched,
    orderValidationErrorsBlock,
    resourceAlreadyExists,
    invalidValue,
    jobContention,
  ],
  async handle({ input: { body }, ctx }) {
    const planner = await plannerOf(ctx);
    const outcomes: { readonly routeId: string; readonly outcome: { jobId: string } | Refusal }[] = [];
    // Before anything else draws ids, so that a repeated request has the same for each route.
    const wanted = [...new Set(body.routeIds)].map((routeId) => ({ routeId, jobId: ctx.ids.next('job') }));
    for (const { routeId, jobId } of wanted) {
      const done = await dispatchRoute(ctx, planner, routeId, { ...body, jobId });
      outcomes.push(
        isRefusal(done)
          ? { routeId, outcome: done }
          : { routeId: done.route.route.id, outcome: { jobId: done.job.job.value.id } },
      );
    }
    const [first] = outcomes;
    if (first && isRefusal(first.outcome) && outcomes.every(({ outcome }) => isRefusal(outcome)))
      return first.outcome;
    return dispatchReplyOf(outcomes);
  },
});
