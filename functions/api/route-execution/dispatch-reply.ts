import * as z from 'zod';
import { portalUrl } from '../../../lib/core/links.ts';
import { isRefusal, type Refusal } from '../../../lib/core/refusal.ts';

/** The result of dispatching several routes: their jobs, and the outcome of each. */
export const dispatchReply = z.object({
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
});

/** The reply from the outcome of each route. */
export function dispatchReplyOf(
  outcomes: readonly { readonly routeId: string; readonly outcome: { readonly jobId: string } | Refusal }[],
): z.input<typeof dispatchReply> {
  return {
    jobs: outcomes.flatMap(({ routeId, outcome }) =>
      isRefusal(outcome) ? [] : [{ id: outcome.jobId, portalUrl: portalUrl('jobs', outcome.jobId), routeId }],
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
}

const routeId = 'rte_01JD8Z6Q4T9V2N5X7C3B1M0K8H';
const jobId = 'job_01JD8Z6Q4T9V2N5X7C3B1M0K8H';

/** The reply for the documentation. */
export const dispatchExample: z.input<typeof dispatchReply> = {
  jobs: [{ id: jobId, portalUrl: `https://api.example.com/console#/deliveries/${jobId}`, routeId }],
  results: [{ routeId, success: true, jobId, errorCode: null, errorMessage: null }],
};
