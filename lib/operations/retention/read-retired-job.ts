import type { JobActor } from '../../fulfilment/dispatch/index.ts';
import { type JobAggregate, jobAggregateOf, maySeeJob } from '../../fulfilment/jobs/index.ts';
import { type RetiredReading, readRetired } from './read-retired.ts';

/** A job that has left the table, by its id; undefined when the caller has no such job. */
export async function readRetiredJob(
  deps: RetiredReading,
  actor: JobActor,
  id: string,
): Promise<JobAggregate | undefined> {
  const aggregate = await readRetired(deps, { organizationId: actor.organizationId, kind: 'job', id });
  const job = aggregate && jobAggregateOf(aggregate);
  return job && maySeeJob(actor, job) ? job : undefined;
}
