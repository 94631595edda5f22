import {
  type JobAggregate,
  type RenderOptions,
  type ReturnedJob,
  renderJob,
} from '../../fulfilment/jobs/index.ts';
import { loadRoute } from './route-aggregate.ts';
import { type RouteReader, showRoute } from './show-route.ts';

/** A job in its wire form, with the route that it was created from as the route endpoints show it. 1 or 2 calls, none without a route. */
export async function showJob(
  reader: RouteReader,
  job: JobAggregate,
  options: RenderOptions = {},
): Promise<ReturnedJob> {
  const rendered = renderJob(job, options);
  const { organizationId, id: jobId, routeId } = job.job.value;
  const found = routeId === null ? undefined : await loadRoute(reader.table, { organizationId, id: routeId });
  // An order that was dispatched on its own names the route on which it was planned.
  if (!found || found.route.jobId !== jobId) return rendered;
  return { ...rendered, route: { ...(await showRoute(reader, found)), jobId } };
}
