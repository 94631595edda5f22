import * as z from 'zod';
import type { DispatchedRoutes } from '../../../lib/fleet/routes/index.ts';
import { portalUrl } from '../../../lib/platform/core/links.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';

/** The result of dispatching several routes: their jobs, and the outcome of each. */
export const dispatchReply = z.object({
  jobs: z.array(z.object({ id: z.string(), portalUrl: z.string(), routeId: z.string() })),
  results: z.array(
    z.object({
      routeId: z.string(),
      success: z.boolean(),
      isPending: z.boolean().meta({ description: 'Whether the activity still has to dispatch it.' }),
      jobId: z.string().nullable(),
      errorCode: z.string().nullable(),
      errorMessage: z.string().nullable(),
      validationErrors: z
        .record(z.string(), z.string())
        .nullable()
        .meta({ description: 'What is wrong with its orders, by order id; null when nothing is.' }),
    }),
  ),
  activityId: z.string().nullable().meta({
    description: 'Id of the activity that dispatches the pending routes; null when there are none.',
  }),
});

/** The reply from the outcome of each route. */
export function dispatchReplyOf({ outcomes, activityId }: DispatchedRoutes): z.input<typeof dispatchReply> {
  const results = outcomes.map(({ routeId, outcome }) => {
    const none = {
      routeId,
      success: false,
      isPending: false,
      jobId: null,
      errorCode: null,
      errorMessage: null,
      validationErrors: null,
    };
    if (outcome === 'pending') return { ...none, isPending: true };
    if (isRefusal(outcome)) {
      const validationErrors =
        z.record(z.string(), z.string()).safeParse(outcome.details.validationErrors).data ?? null;
      return { ...none, errorCode: outcome.kind.code, errorMessage: outcome.message, validationErrors };
    }
    return { ...none, success: true, jobId: outcome.jobId };
  });
  const jobs = results.flatMap(({ jobId, routeId }) =>
    jobId === null ? [] : [{ id: jobId, portalUrl: portalUrl('jobs', jobId), routeId }],
  );
  return { jobs, results, activityId };
}

const routeId = 'rte_01JD8Z6Q4T9V2N5X7C3B1M0K8H';
const jobId = 'job_01JD8Z6Q4T9V2N5X7C3B1M0K8H';

/** The reply for the documentation. */
export const dispatchExample: z.input<typeof dispatchReply> = {
  jobs: [{ id: jobId, portalUrl: `https://api.example.com/console#/deliveries/${jobId}`, routeId }],
  results: [
    {
      routeId,
      success: true,
      isPending: false,
      jobId,
      errorCode: null,
      errorMessage: null,
      validationErrors: null,
    },
  ],
  activityId: null,
};
