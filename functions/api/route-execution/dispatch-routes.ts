import * as z from 'zod';
import { portalUrl } from '../../../lib/core/links.ts';
import { isRefusal, type Refusal } from '../../../lib/core/refusal.ts';
import { invalidValue, resourceAlreadyExists, taskMissingTimeWindow } from '../../../lib/dispatch/index.ts';
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

/** Routes of one request: each makes a job of up to 200 packages. */
const MAX_ROUTES = 20;

/** POST /v1/routes/dispatch */
export const dispatchRoutes = executionEndpoint({
  name: 'dispatchRoutes',
  method: 'POST',
  path: '/v1/routes/dispatch',
  area: 'Routes',
  summary: 'Dispatch routes',
  description:
    'Makes one job of the orders of each route. With `autoDispatch` it is sent to a provider at once by the dispatch ' +
    'strategy; without, it waits. One route that cannot be dispatched does not keep the others back: `results` says ' +
    'what became of each. When none can, the first reason is the answer.',
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
  reply: z.object({
    jobs: z.array(z.object({ id: z.string(), portalUrl: z.string(), routeId: z.string() })),
    results: z.array(
      z.object({
        routeId: z.string(),
        success: z.boolean(),
        jobId: z.string().nullable(),
        errorCode: z.string().nullable(),
        errorMessage: z.string().nullable(),
      }),
    ),
  }),
  replyExample: {
    jobs: [
      {
        id: 'job_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        portalUrl: 'https://api.example.com/portal/jobs/job_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        routeId: 'rte_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
      },
    ],
    results: [
      {
        routeId: 'rte_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        success: true,
        jobId: 'job_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        errorCode: null,
        errorMessage: null,
      },
    ],
  },
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
  ],
  async handle({ input: { body }, ctx }) {
    const planner = await plannerOf(ctx);
    const outcomes: { readonly routeId: string; readonly outcome: { jobId: string } | Refusal }[] = [];
    for (const routeId of new Set(body.routeIds)) {
      const done = await dispatchRoute(ctx, planner, routeId, body);
      outcomes.push(
        isRefusal(done)
          ? { routeId, outcome: done }
          : { routeId: done.route.route.id, outcome: { jobId: done.job.job.value.id } },
      );
    }
    const [first] = outcomes;
    if (first && isRefusal(first.outcome) && outcomes.every(({ outcome }) => isRefusal(outcome)))
      return first.outcome;
    return {
      jobs: outcomes.flatMap(({ routeId, outcome }) =>
        isRefusal(outcome)
          ? []
          : [{ id: outcome.jobId, portalUrl: portalUrl('jobs', outcome.jobId), routeId }],
      ),
      results: outcomes.map(({ routeId, outcome }) =>
        isRefusal(outcome)
          ? {
              routeId,
              success: false,
              jobId: null,
              errorCode: outcome.kind.code,
              errorMessage: outcome.message,
            }
          : { routeId, success: true, jobId: outcome.jobId, errorCode: null, errorMessage: null },
      ),
    };
  },
});
