import type { JobSummary } from './job.ts';
import type { JobAggregate } from './job-aggregate.ts';

/** Whether a caller that is limited to stores (null = no limit) may see the job: it must touch one of them. */
export function maySeeJob(
  { storeLocationIds }: { readonly storeLocationIds: readonly string[] | null },
  job: JobAggregate,
): boolean {
  return touchesStores(job.job.value.summary, storeLocationIds);
}

/** Whether a job is picked up at, or brought to, one of these stores; null = any. */
export function touchesStores(
  summary: Pick<JobSummary, 'pickupStoreLocationIds' | 'dropoffStoreLocationIds'>,
  storeLocationIds: readonly string[] | null,
): boolean {
  if (storeLocationIds === null) return true;
  const touched = [...summary.pickupStoreLocationIds, ...summary.dropoffStoreLocationIds];
  return storeLocationIds.some((id) => touched.includes(id));
}
