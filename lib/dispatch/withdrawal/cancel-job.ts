import { toInstant } from '../../core/clock.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import {
  advancedTask,
  type Configuration,
  changeJob,
  type Delivery,
  isConfigurationOver,
  isTaskOver,
  type JobAggregate,
  jobCanceled,
  jobPartition,
  type Task,
} from '../../jobs/index.ts';
import type { Operation } from '../../table/index.ts';
import { readTimer } from '../../timers/index.ts';
import { endAttempt } from '../attempts/end-attempt.ts';
import { watchHandover } from '../attempts/open-attempt.ts';
import { MAX_ATTEMPTS } from '../attempts/plan-next-attempt.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { handoverTimer } from '../events.ts';
import { findJob, type JobActor } from '../find-job.ts';
import { freeOrder } from '../orders/free-order.ts';
import { jobContention, jobNotFound, jobStateForbids } from '../refusals.ts';

const REASON = 'Cancelled by the customer.';

/**
 * A hand-over that goes through every attempt writes twice in each, before the call and after its answer: the caller is
 * not to lose to it. Two more for news of the delivery and the timer.
 */
const TRIES = 2 * MAX_ATTEMPTS + 2;

/**
 * Cancels a job, or one of its configurations (`objectId` is a `cfg_` or one of its `tsk_` ids). At once for the
 * caller; what a provider holds is taken back by a worker. The order of what is cancelled is `valid` again in the same
 * write. What has ended stays as it ended; cancelling again changes nothing; a job of which nothing can be cancelled any
 * more is refused.
 */
export async function cancelJob(
  actor: JobActor,
  of: { readonly id: string; readonly objectId?: string | undefined },
  deps: Pick<DispatchDeps, 'table' | 'clock'>,
): Promise<JobAggregate | Refusal> {
  for (let tries = 0; tries < TRIES; tries += 1) {
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
    const planned = await planCancellation(aggregate, open, deps);
    if ((await deps.table.write(planned.operations)).ok) return planned.next;
  }
  return jobContention(`Job "${of.id}" was being changed by others; send the request again.`, { id: of.id });
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
  return jobStateForbids(`Job ${id} is ${summary.status}: nothing of it can be cancelled any more.`, {
    jobId: id,
    status: summary.status,
  });
}

async function planCancellation(
  aggregate: JobAggregate,
  open: readonly Configuration[],
  deps: Pick<DispatchDeps, 'table' | 'clock'>,
): Promise<{ readonly next: JobAggregate; readonly operations: readonly Operation[] }> {
  const at = toInstant(deps.clock.now());
  const { organizationId, id: jobId } = aggregate.job.value;
  const tasks: Task[] = [];
  const deliveries: Delivery[] = [];
  const operations: Operation[] = [];
  for (const configuration of open) {
    const task = advancedTask(aggregate, configuration.id);
    if (task && !isTaskOver(task.status)) {
      const ended = endAttempt(aggregate, task, endOf(task), configuration.orderId, at);
      tasks.push(ended.task);
      if (ended.delivery) deliveries.push(ended.delivery);
      operations.push(...ended.events);
      if (ended.task.handover.phase === 'release') {
        const timer = await readTimer(deps.table, { organizationId, kind: handoverTimer, subject: task.id });
        operations.push(...watchHandover(ended.task, at, timer));
      }
    }
    operations.push(...(await freeOrder(configuration, at, deps)));
  }
  const isWhole = aggregate.configurations.every(
    ({ value }) => open.includes(value) || value.canceledAt !== null,
  );
  const changed = changeJob(
    aggregate,
    {
      ...(isWhole ? { job: { canceledAt: at } } : {}),
      configurations: open.map((configuration) => ({ ...configuration, canceledAt: at })),
      tasks,
      deliveries,
    },
    at,
  );
  const told = isWhole
    ? [
        jobCanceled.record({
          aggregate: jobPartition(organizationId, jobId),
          cause: 'canceled',
          occurredAt: at,
          data: {
            jobId,
            orderIds: aggregate.configurations.map(({ value }) => value.orderId).filter((id) => id !== null),
          },
        }),
      ]
    : [];
  return { next: changed.next, operations: [...changed.operations, ...operations, ...told] };
}

/** A task whose provider was never asked needs no releasing. */
function endOf(task: Task): Parameters<typeof endAttempt>[2] {
  const { handover } = task;
  const isHeld = task.status === 'running' || handover.doubt;
  return {
    status: 'canceled_by_customer',
    deliveryStatus: 'canceled_by_customer',
    reason: REASON,
    handover: {
      ...handover,
      phase: isHeld ? 'release' : 'settled',
      leaseUntil: null,
      tries: 0,
      reason: REASON,
    },
  };
}
