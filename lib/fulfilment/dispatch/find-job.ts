import type { Ids } from '../../platform/core/ids.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { Table } from '../../platform/table/index.ts';
import { type JobAggregate, jobIdentifierEntity, maySeeJob, readJob } from '../jobs/index.ts';
import { jobNotFound } from './refusals.ts';

/** On whose behalf a job is read or changed. */
export interface JobActor {
  readonly organizationId: string;
  /** Store locations to which the caller is limited; null = no limit. */
  readonly storeLocationIds: readonly string[] | null;
  /** Routes to which the caller is limited by its driver groups; null or absent = no limit. */
  readonly routeIds?: readonly string[] | null | undefined;
}

const INTERNAL_ID = /^job_[0-9A-HJKMNP-TV-Z]{26}$/;

/** The job with this id or, when there is none, this external identifier. 1 call by id, 2 by external identifier. */
export async function findJob(table: Table, actor: JobActor, id: string): Promise<JobAggregate | Refusal> {
  if (INTERNAL_ID.test(id)) {
    const job = await readJob(table, actor.organizationId, id);
    if (job && maySeeJob(actor, job)) return job;
  }
  return findJobByExternalIdentifier(table, actor, id);
}

/** The newest job with this external identifier. 2 calls. */
export async function findJobByExternalIdentifier(
  table: Table,
  actor: JobActor,
  externalIdentifier: string,
): Promise<JobAggregate | Refusal> {
  const { organizationId } = actor;
  const named = await table.get(jobIdentifierEntity, { organizationId, externalIdentifier });
  const job = named && (await readJob(table, organizationId, named.value.jobId));
  if (job && maySeeJob(actor, job)) return job;
  return jobNotFound(`There is no job with the id or external identifier "${externalIdentifier}".`, {
    id: externalIdentifier,
  });
}

/**
 * The job that an earlier attempt of this request created before it ended without an answer. The repetition
 * gets the same identifiers.
 */
export function jobOfEarlierAttempt(
  { table, ids }: { readonly table: Table; readonly ids: Ids },
  organizationId: string,
): Promise<JobAggregate | undefined> {
  return readJob(table, organizationId, ids.next('job'));
}
