import { toInstant } from '../../core/clock.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import {
  advancedTask,
  changeJob,
  isJobOver,
  type JobAggregate,
  jobPartition,
  jobUpdated,
} from '../../jobs/index.ts';
import { announceAttempt, unassignedTask } from '../attempts/open-attempt.ts';
import { recordJobFailure } from '../attempts/record-failure.ts';
import { moveJobTimer } from '../departure/job-timer.ts';
import { dispatchInstant } from '../departure/plan-job-dispatch.ts';
import { waitingOf } from '../departure/waiting-of.ts';
import { findJobByExternalIdentifier } from '../find-job.ts';
import { disallowedOperation, jobContention, jobIdentifierTaken } from '../refusals.ts';
import { createJob } from './create-job.ts';
import type { JobCreator, JobDeps, JobInput } from './job-request.ts';
import { attemptOf, prepareJob } from './prepare-job.ts';

/** The first race may be lost to whoever makes the job, others to whoever changes it. */
const UPSERT_TRIES = 4;

/**
 * Makes the job of an external identifier or, while it waits for a provider, changes it to what is sent. A job that is
 * over makes room for a new one; one that a provider has cannot be changed.
 */
export async function upsertJob(
  actor: JobCreator,
  externalIdentifier: string,
  input: JobInput,
  deps: JobDeps,
): Promise<JobAggregate | Refusal> {
  for (let tries = 0; tries < UPSERT_TRIES; tries += 1) {
    const present = await findJobByExternalIdentifier(deps.table, actor, externalIdentifier);
    if (isRefusal(present) || isJobOver(present)) {
      const made = await createJob(actor, { ...input, externalIdentifier }, deps);
      // Another request made it in between: it is there to be changed now, unless the caller may not see it.
      if (isRefusal(made) && made.kind === jobIdentifierTaken.kind && tries < UPSERT_TRIES - 1) continue;
      return made;
    }
    const { id } = present.job.value;
    if (waitingOf(present).length !== present.configurations.length) {
      return disallowedOperation(
        `Job ${id} (${externalIdentifier}) has a provider and is not changed. Cancel it first: POST /v1/jobs/${id}/cancel.`,
        { jobId: id, externalIdentifier },
      );
    }
    const changed = await changeWaiting(actor, present, input, deps);
    if (changed) return changed;
  }
  return jobContention(`Job "${externalIdentifier}" was being changed by others; send the request again.`, {
    externalIdentifier,
  });
}

async function changeWaiting(
  actor: JobCreator,
  present: JobAggregate,
  input: JobInput,
  deps: JobDeps,
): Promise<JobAggregate | Refusal | undefined> {
  const before = present.configurations[0]?.value;
  const task = before && advancedTask(present, before.id);
  if (!before || !task) return undefined;
  const root = present.job.value;
  const { organizationId, id: jobId } = root;
  const strategyId = input.optionsGroupId ?? root.strategy.id;
  const prepared = await prepareJob(actor, input, { jobId, strategyId, before }, deps);
  if (isRefusal(prepared)) return prepared;
  const { strategy, maxFeeCents, configuration, claims, round, plan, winner } = prepared;
  const at = toInstant(deps.clock.now());
  const { createdAt, taskNotes } = task;
  const next = {
    ...unassignedTask({ configuration, attempt: task.attempt, ...round, at }),
    createdAt,
    taskNotes,
  };
  const attempt = attemptOf(prepared, { ...next, status: 'planned_selection' }, at);
  const changed = changeJob(
    present,
    {
      job: {
        strategy,
        maxFeeCents,
        dispatchAt: dispatchInstant(plan),
        jobMetadata: { ...(input.jobMetadata ?? root.jobMetadata) },
      },
      configurations: [configuration],
      tasks: [attempt?.task ?? next],
      deliveries: attempt ? [attempt.delivery] : [],
    },
    at,
  );
  const cause = `v${changed.next.job.version}`;
  const outcome = await deps.table.write([
    ...changed.operations,
    ...claims,
    jobUpdated.record({
      aggregate: jobPartition(organizationId, jobId),
      cause,
      occurredAt: at,
      data: { jobId, orderIds: [] },
    }),
    ...(attempt ? announceAttempt(attempt, null, at, 'planned_selection') : []),
    ...(isRefusal(winner) ? [recordJobFailure(root, cause, winner, at)] : []),
    ...(await moveJobTimer(organizationId, jobId, plan, at, deps)),
  ]);
  return outcome.ok ? changed.next : undefined;
}
