import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import {
  type JobAggregate,
  jobCreated,
  jobPartition,
  makeJob,
  NEW_JOB,
  readJob,
  recordTask,
  shortReferenceCode,
} from '../../jobs/index.ts';
import { announceAttempt, unassignedTask } from '../attempts/open-attempt.ts';
import { recordJobFailure } from '../attempts/record-failure.ts';
import { claimIdentifiersOf } from '../claims/claim-identifiers.ts';
import { armJobTimer } from '../departure/job-timer.ts';
import { dispatchInstant } from '../departure/plan-job-dispatch.ts';
import { jobContention } from '../refusals.ts';
import type { JobInput } from './job-fields.ts';
import type { JobCreator, JobDeps } from './job-request.ts';
import { attemptOf, prepareJob } from './prepare-job.ts';

/**
 * Creates a job without an order, with quotes. It goes out at once when its strategy or the caller says so
 * and it is due; a scheduled one at the lead time before its pickup; otherwise it waits until a quote is
 * selected. When no provider can be found, it is created all the same and waits; an event has the reason.
 * Refused with ALREADY_EXISTS while another active job has its external identifier: of several created at the
 * same time, one is.
 */
export async function createJob(
  deps: JobDeps,
  actor: JobCreator,
  input: JobInput,
): Promise<JobAggregate | Refusal> {
  const { organizationId } = actor;
  const jobId = deps.ids.next('job');
  const prepared = await prepareJob(deps, actor, input, { jobId, strategyId: input.optionsGroupId });
  if (isRefusal(prepared)) return prepared;
  const { strategy, maxFeeCents, escalatedFrom, dispatchRule, configuration, claims, round, plan, winner } =
    prepared;
  const at = toInstant(deps.clock.now());
  const task = unassignedTask({ configuration, attempt: 1, ...round, at });
  const attempt = attemptOf(prepared, task, at);
  const root = {
    organizationId,
    id: jobId,
    createdAt: at,
    updatedAt: at,
    externalIdentifier: input.externalIdentifier ?? null,
    jobMetadata: { ...input.jobMetadata },
    tags: [],
    isBatch: false,
    routeId: null,
    strategy,
    maxFeeCents,
    shortReferenceCode: shortReferenceCode(jobId),
    dispatchAt: dispatchInstant(plan),
    ...NEW_JOB,
    escalatedFrom,
    quoteRequestOnly: input.quoteRequestOnly ?? false,
    ...(dispatchRule ? { dispatchRule } : {}),
    listShard: shardOf(jobId, actor.listShards),
  };
  const job = makeJob({
    job: root,
    configurations: [configuration],
    tasks: [attempt?.task ?? task],
    deliveries: attempt ? [attempt.delivery] : [],
  });
  const operations = [
    ...job.operations,
    jobCreated.record({
      aggregate: jobPartition(organizationId, jobId),
      cause: 'created',
      occurredAt: at,
      data: { jobId, orderIds: [] },
    }),
    ...(attempt ? announceAttempt(attempt, null, at) : [recordTask('created', task, undefined, null, at)]),
    ...(isRefusal(winner) ? [recordJobFailure(root, `made@${at}`, winner, at)] : []),
    ...(root.dispatchAt === null ? [] : armJobTimer(organizationId, jobId, root.dispatchAt, at)),
  ];
  if ((await deps.table.write([...operations, ...claims])).ok) return job.next;
  // An earlier attempt of the same request may have created it: then its job id is the same.
  const made = await readJob(deps.table, organizationId, jobId);
  if (made) return made;
  const anew = await claimIdentifiersOf(deps, input, configuration);
  if (isRefusal(anew)) return anew;
  if ((await deps.table.write([...operations, ...anew])).ok) return job.next;
  return jobContention('The identifiers of this job are being used by another request; send it again.');
}

/** Which of the organization's list shards a job stays on. */
export function shardOf(id: string, shards: number): number {
  return Number.parseInt(id.slice(-6), 36) % shards;
}
