import { type JobAggregate, tasksOf } from '../../jobs/index.ts';

/** Providers that had a package before or have it now, one per attempt. The packages of a batch had them together. */
export function triedProviders({ batch, ...job }: JobAggregate, configurationId: string): readonly string[] {
  if (batch)
    return [
      ...batch.value.formerProviderIds,
      ...(batch.value.providerId === null ? [] : [batch.value.providerId]),
    ];
  return tasksOf(job, configurationId).flatMap(({ providerId }) => providerId ?? []);
}
