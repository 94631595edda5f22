import { commit } from '../../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Operation } from '../../../platform/table/index.ts';
import { type Configuration, isConfigurationOver, type JobAggregate, readJob } from '../../jobs/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { findJob, type JobActor } from '../find-job.ts';
import { jobNotFound, jobStateForbids } from '../refusals.ts';
import { cancelRest, PER_WRITE, planCancellation } from './cancel-rest.ts';

/**
 * Cancels a job, or one of its configurations (`objectId` is a `cfg_` or one of its `tsk_` ids). Takes effect
 * at once for the caller; a worker cancels it at the provider. The same write makes the order `valid` again. A configuration
 * whose order is on a route is off it with that; the route of a whole job is canceled.
 * What has ended stays as it is; cancelling again changes nothing; a job in which nothing can be cancelled
 * any more is refused.
 */
export async function cancelJob(
  deps: Pick<DispatchDeps, 'table' | 'clock'>,
  actor: JobActor,
  of: { readonly id: string; readonly objectId?: string | undefined },
): Promise<JobAggregate | Refusal> {
  return commit(deps, { what: 'job', id: of.id }, async () => {
    const aggregate = await findJob(deps.table, actor, of.id);
    if (isRefusal(aggregate)) return aggregate;
    const scope = configurationsIn(aggregate, of.objectId);
    if (scope.length === 0) {
      return jobNotFound(`Job ${aggregate.job.value.id} has no task or configuration "${of.objectId}".`, {
        id: of.id,
        objectId: of.objectId,
      });
    }
    const open = scope.filter((configuration) => !isConfigurationOver(aggregate, configuration));
    if (open.length === 0) return refuseUnlessCanceled(aggregate, scope);
    const planned = await planCancellation(deps, aggregate, open, {
      offRouteId: of.objectId === undefined ? null : aggregate.job.value.routeId,
    });
    if (!(await deps.table.write(planned.operations)).ok) return;
    if (open.length <= PER_WRITE) return planned.next;
    await cancelRest(deps, planned.next);
    return (await readJob(deps.table, actor.organizationId, aggregate.job.value.id)) ?? planned.next;
  });
}

/** The result of cancelling a job, with its writes; none when it is already cancelled. */
export interface PlannedCancellation {
  readonly next: JobAggregate;
  readonly operations: readonly Operation[];
}

/**
 * Decides the cancellation of one part of a job (a `cfg_` or one of its `tsk_` ids) as it was read, for
 * callers that write more in the same transaction.
 */
export async function planPartCancellation(
  deps: Pick<DispatchDeps, 'table' | 'clock'>,
  aggregate: JobAggregate,
  objectId: string,
): Promise<PlannedCancellation | Refusal> {
  const { id } = aggregate.job.value;
  const scope = configurationsIn(aggregate, objectId);
  if (scope.length === 0) {
    return jobNotFound(`Job ${id} has no task or configuration "${objectId}".`, { id, objectId });
  }
  const open = scope.filter((configuration) => !isConfigurationOver(aggregate, configuration));
  if (open.length > 0) {
    return planCancellation(deps, aggregate, open, { offRouteId: aggregate.job.value.routeId });
  }
  const refused = refuseUnlessCanceled(aggregate, scope);
  return isRefusal(refused) ? refused : { next: aggregate, operations: [] };
}

function configurationsIn(aggregate: JobAggregate, objectId: string | undefined): readonly Configuration[] {
  const all = aggregate.configurations.map(({ value }) => value);
  if (objectId === undefined) return all;
  const task = aggregate.tasks.find(({ value }) => value.id === objectId)?.value;
  return all.filter(({ id }) => id === objectId || id === task?.configurationId);
}

function refuseUnlessCanceled(
  aggregate: JobAggregate,
  scope: readonly Configuration[],
): JobAggregate | Refusal {
  if (scope.every(({ canceledAt }) => canceledAt !== null)) return aggregate;
  const { id, summary } = aggregate.job.value;
  return jobStateForbids(`Job ${id} is ${summary.status}: nothing in it can be cancelled any more.`, {
    jobId: id,
    status: summary.status,
  });
}
