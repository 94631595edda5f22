import { isOnSeenRoute } from '../../platform/access/index.ts';
import type { JobSummary } from './job.ts';
import type { JobAggregate } from './job-aggregate.ts';

/**
 * Whether a limited caller may see the job: it must touch one of the caller's stores, or belong to a route of the
 * caller's driver groups.
 */
export function maySeeJob(
  caller: {
    readonly storeLocationIds: readonly string[] | null;
    readonly routeIds?: readonly string[] | null | undefined;
  },
  job: JobAggregate,
): boolean {
  const { routeId, summary } = job.job.value;
  return maySeeRow(caller, { ...summary, routeId });
}

/** The same of a job in a list. */
export function maySeeRow(
  caller: {
    readonly storeLocationIds: readonly string[] | null;
    readonly routeIds?: readonly string[] | null | undefined;
  },
  row: Pick<JobSummary, 'pickupStoreLocationIds' | 'dropoffStoreLocationIds'> & {
    readonly routeId: string | null;
  },
): boolean {
  return isOnSeenRoute(caller, row.routeId) && touchesStores(row, caller.storeLocationIds);
}

/** Whether a job's pickup or dropoff is at one of these stores; null = any. */
export function touchesStores(
  summary: Pick<JobSummary, 'pickupStoreLocationIds' | 'dropoffStoreLocationIds'>,
  storeLocationIds: readonly string[] | null,
): boolean {
  if (storeLocationIds === null) return true;
  const touched = [...summary.pickupStoreLocationIds, ...summary.dropoffStoreLocationIds];
  return storeLocationIds.some((id) => touched.includes(id));
}

/** The stores of a job's pickup and dropoff, each once. */
export function storesOfJob({ job }: Pick<JobAggregate, 'job'>): string[] {
  const { pickupStoreLocationIds, dropoffStoreLocationIds } = job.value.summary;
  return [...new Set([...pickupStoreLocationIds, ...dropoffStoreLocationIds])];
}
