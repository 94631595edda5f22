import { type JobAggregate, tasksOf } from '../../jobs/index.ts';

/** Providers that had a package before, one per attempt. */
export function triedProviders(aggregate: JobAggregate, configurationId: string): readonly string[] {
  return tasksOf(aggregate, configurationId).flatMap(({ providerId }) => providerId ?? []);
}
