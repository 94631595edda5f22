import { loadRoute, showRoute } from '../../../lib/fleet/routes/index.ts';
import {
  type JobAggregate,
  type RenderOptions,
  type ReturnedJob,
  renderJob,
} from '../../../lib/fulfilment/jobs/index.ts';
import type { CoreDeps } from '../../../lib/platform/runtime/index.ts';

/** A job in its wire form, with the route that it was created from as the route endpoints show it. 1 or 2 calls, none without a route. */
export async function showJob(
  { table }: Pick<CoreDeps, 'table'>,
  job: JobAggregate,
  options: RenderOptions = {},
): Promise<ReturnedJob> {
  const rendered = renderJob(job, options);
  const { organizationId, id: jobId, routeId } = job.job.value;
  const found = routeId === null ? undefined : await loadRoute(table, { organizationId, id: routeId });
  // An order that was dispatched on its own names the route on which it was planned.
  if (!found || found.route.jobId !== jobId) return rendered;
  return { ...rendered, route: { ...(await showRoute(table, found)), jobId } };
}
