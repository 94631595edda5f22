import type { JobAggregate } from './job-aggregate.ts';

/** Whether a caller that is limited to store locations may see the job: it must touch one of them. Null = no limit. */
export function maySeeJob(
  { storeLocationIds }: { readonly storeLocationIds: readonly string[] | null },
  job: JobAggregate,
): boolean {
  if (storeLocationIds === null) return true;
  const { pickupStoreLocationIds, dropoffStoreLocationIds } = job.job.value.summary;
  const touched = [...pickupStoreLocationIds, ...dropoffStoreLocationIds];
  return storeLocationIds.some((id) => touched.includes(id));
}
