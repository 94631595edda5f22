import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { FEW_TRIES } from '../../../platform/core/retry-lost-race.ts';
import { withChanges } from '../../../platform/events/index.ts';
import {
  advancedTask,
  changeJob,
  isJobOver,
  type JobAggregate,
  jobChanges,
  jobPartition,
  jobUpdated,
} from '../../jobs/index.ts';
import { announceAttempt, assign, unassignedTask } from '../attempts/open-attempt.ts';
import { recordJobFailure } from '../attempts/record-failure.ts';
import { waitingOf } from '../attempts/waiting-of.ts';
import { claimIdentifiersOf } from '../claims/claim-identifiers.ts';
import { moveJobTimer } from '../departure/job-timer.ts';
import { dispatchInstant, planJobDispatch } from '../departure/plan-job-dispatch.ts';
import { findJobByExternalIdentifier } from '../find-job.ts';
import { disallowedOperation, jobIdentifierTaken, missingArgument } from '../refusals.ts';
import { changedInput } from './changed-input.ts';
import { changedPackage } from './changed-package.ts';
import { createJob } from './create-job.ts';
import type { JobChange, JobCreator, JobDeps } from './job-request.ts';
import { packageOfInput } from './package-of-input.ts';
import { prepareJob } from './prepare-job.ts';

/**
 * Creates the job of an external identifier or, while it waits for a provider, changes the fields that are
 * sent. A job that has ended is replaced by a new one; a job that has a provider cannot be changed.
 */
export async function upsertJob(
  deps: JobDeps,
  actor: JobCreator,
  externalIdentifier: string,
  input: JobChange,
): Promise<JobAggregate | Refusal> {
  let taken: Refusal | undefined;
  const upserted = await commit(
    deps,
    { what: 'job', id: externalIdentifier },
    async () => {
      taken = undefined;
      const present = await findJobByExternalIdentifier(deps.table, actor, externalIdentifier);
      if (isRefusal(present) || isJobOver(present)) {
        const { packageDeliveryMode } = input;
        if (packageDeliveryMode === undefined) {
          return missingArgument(
            `No active job has the external identifier "${externalIdentifier}", and packageDeliveryMode is missing. Send all fields of a new job, with packageDeliveryMode "now" or "scheduled".`,
            { field: 'packageDeliveryMode', externalIdentifier },
          );
        }
        const made = await createJob(deps, actor, { ...input, packageDeliveryMode, externalIdentifier });
        // Another request created it meanwhile: it can be changed now, unless the caller may not see it.
        taken = isRefusal(made) && made.kind === jobIdentifierTaken.kind ? made : undefined;
        return taken ? undefined : made;
      }
      const { id } = present.job.value;
      if (waitingOf(present).length !== present.configurations.length) {
        return disallowedOperation(
          `Job ${id} (${externalIdentifier}) has a provider and cannot be changed. Cancel it first: POST /v1/jobs/${id}/cancel.`,
          { jobId: id, externalIdentifier },
        );
      }
      const changed = await changeWaiting(deps, actor, present, input);
      if (changed) return changed;
    },
    FEW_TRIES,
  );
  return taken ?? upserted;
}

async function changeWaiting(
  deps: JobDeps,
  actor: JobCreator,
  present: JobAggregate,
  change: JobChange,
): Promise<JobAggregate | Refusal | undefined> {
  const before = present.configurations[0]?.value;
  const task = before && advancedTask(present, before.id);
  if (!before || !task) return undefined;
  const root = present.job.value;
  const { organizationId, id: jobId } = root;
  const strategyId = change.optionsGroupId ?? root.strategy.id;
  const { autodispatch, jobMetadata = root.jobMetadata, ...patch } = change;
  const quoteRequestOnly = change.quoteRequestOnly ?? (root.quoteRequestOnly && !autodispatch);
  const now = toInstant(deps.clock.now());
  const input = { ...changedInput(before.package, patch, now), autodispatch, quoteRequestOnly, jobMetadata };
  const made = await packageOfInput(deps, actor, input, jobId);
  if (isRefusal(made)) return made;
  const item = changedPackage(before.package, made, patch);
  const configuration = { ...before, package: item };
  const claims = await claimIdentifiersOf(deps, {}, configuration, before.package.externalIdentifier);
  if (isRefusal(claims)) return claims;
  const prepared = await prepareJob(deps, {
    configurations: [configuration],
    jobMetadata,
    strategyId,
    planOf: (strategy, at) => planJobDispatch(input, item, strategy, at),
  });
  if (isRefusal(prepared)) return prepared;
  const { under, dispatchRule, round, plan, winner, refusal } = prepared;
  const at = toInstant(deps.clock.now());
  const { createdAt, taskNotes } = task;
  const next = {
    ...unassignedTask({ configuration, attempt: task.attempt, ...round, at }),
    createdAt,
    taskNotes,
  };
  const attempt = winner && assign({ ...next, status: 'planned_selection' }, winner, configuration, at);
  const changed = changeJob(
    present,
    {
      job: {
        ...under,
        dispatchRule:
          strategyId !== null && strategyId === root.strategy.id ? root.dispatchRule : dispatchRule,
        dispatchAt: dispatchInstant(plan),
        quoteRequestOnly,
        jobMetadata: { ...jobMetadata },
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
    withChanges(
      jobUpdated.record({
        aggregate: jobPartition(organizationId, jobId),
        cause,
        occurredAt: at,
        data: { jobId, orderIds: [] },
      }),
      jobChanges(present, changed.next),
    ),
    ...(attempt ? announceAttempt(attempt, null, at, 'planned_selection') : []),
    ...(refusal ? [recordJobFailure(root, cause, refusal, at)] : []),
    ...(await moveJobTimer(deps, organizationId, jobId, plan, at)),
  ]);
  return outcome.ok ? changed.next : undefined;
}
