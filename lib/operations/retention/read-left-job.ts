import type { JobActor } from '../../fulfilment/dispatch/index.ts';
import { type JobAggregate, jobAggregateOf, maySeeJob } from '../../fulfilment/jobs/index.ts';
import { type LeftReading, readLeft } from './read-left.ts';

/** A job that has left the table, by its id; undefined when the caller has none with it. */
export async function readLeftJob(
  deps: LeftReading,
  actor: JobActor,
  id: string,
): Promise<JobAggregate | undefined> {
  const aggregate = await readLeft(deps, { organizationId: actor.organizationId, kind: 'job', id });
  const job = aggregate && jobAggregateOf(aggregate);
  return job && maySeeJob(actor, job) ? job : undefined;
}
