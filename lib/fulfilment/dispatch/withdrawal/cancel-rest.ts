import { orderPartition } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { Operation } from '../../../platform/table/index.ts';
import { readTimer } from '../../../platform/timers/index.ts';
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
  readJob,
  type Task,
} from '../../jobs/index.ts';
import { endAttempt } from '../attempts/end-attempt.ts';
import { watchHandover } from '../attempts/open-attempt.ts';
import { advanceBatch } from '../attempts/record-advance.ts';
import { freeOrder } from '../claims/free-order.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { handoverTimer, orderTakenOffRoute } from '../events.ts';

const REASON = 'Cancelled by the customer.';

/** Packages that are cancelled per transaction: at most nine members each, besides the job's own three. */
export const PER_WRITE = 10;

/**
 * Cancels the rest of a job that was cancelled as a whole, some packages per transaction. Can be repeated at
 * any time and in parallel; a worker does it when the original request has died.
 */
export async function cancelRest(
  deps: Pick<DispatchDeps, 'table' | 'clock'>,
  job: JobAggregate,
): Promise<void> {
  const { organizationId, id } = job.job.value;
  const isDone = await retryLostRace(deps.clock, async (attempt) => {
    let present = attempt === 0 ? job : await readJob(deps.table, organizationId, id);
    let open = present ? openIn(present) : [];
    while (present && open.length > 0) {
      const planned = await planCancellation(deps, present, open);
      if (!(await deps.table.write(planned.operations)).ok) return false;
      present = planned.next;
      open = openIn(present);
    }
    return true;
  });
  if (isDone) return;
  throw new Error(`The job ${job.job.value.id} changed too often to be cancelled; it will be retried.`);
}

function openIn(job: JobAggregate): readonly Configuration[] {
  return job.configurations
    .map(({ value }) => value)
    .filter((configuration) => !isConfigurationOver(job, configuration));
}

/**
 * The job and the writes that cancel these configurations, or the first of them when they exceed one
 * transaction. The whole job is cancelled with the first of its packages, so that nothing more of it goes
 * out. `offRouteId` is the route that the packages leave while its other ones continue, or have ended; by default that of the
 * job unless all of it is cancelled.
 */
export async function planCancellation(
  deps: Pick<DispatchDeps, 'table' | 'clock'>,
  aggregate: JobAggregate,
  all: readonly Configuration[],
  named: {
    readonly offRouteId?: string | null;
    /** Whether the orders are taken out of dispatch: the job does not list them any more. */
    readonly isUndispatched?: boolean;
  } = {},
): Promise<{ readonly next: JobAggregate; readonly operations: readonly Operation[] }> {
  const at = toInstant(deps.clock.now());
  const { organizationId, id: jobId } = aggregate.job.value;
  const open = all.slice(0, PER_WRITE);
  const isWhole = aggregate.configurations.every(
    ({ value }) => all.some(({ id }) => id === value.id) || value.canceledAt !== null,
  );
  const offRouteId = named.offRouteId ?? (isWhole ? null : aggregate.job.value.routeId);
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
      if (ended.task.handover.phase === 'release' && !task.isPlacedTogether) {
        const timer = await readTimer(deps.table, { organizationId, kind: handoverTimer, subject: task.id });
        operations.push(...watchHandover(ended.task, at, timer));
      }
    }
    operations.push(...(await freeOrder(deps, configuration, at)));
    const { orderId } = configuration;
    if (offRouteId === null || orderId === null) continue;
    operations.push(
      orderTakenOffRoute.record({
        aggregate: orderPartition({ organizationId, id: orderId }),
        cause: jobId,
        occurredAt: at,
        data: { orderId, jobId, routeId: offRouteId },
      }),
    );
  }
  const isNew = isWhole && aggregate.job.value.canceledAt === null;
  const changed = changeJob(
    aggregate,
    {
      ...(isNew ? { job: { canceledAt: at } } : {}),
      configurations: open.map((configuration) => ({
        ...configuration,
        canceledAt: at,
        ...(named.isUndispatched ? { isUndispatched: true } : {}),
      })),
      tasks,
      deliveries,
    },
    at,
  );
  const told = isNew
    ? [
        jobCanceled.record({
          aggregate: jobPartition(organizationId, jobId),
          cause: 'canceled',
          occurredAt: at,
          data: {
            jobId,
            orderIds: aggregate.configurations.map(({ value }) => value.orderId).filter((id) => id !== null),
            ...(offRouteId === null ? {} : { isOffRoute: true }),
          },
        }),
      ]
    : [];
  // A worker withdraws the packages of a batch from their provider, and cancels the rest of a large one.
  const isStep = aggregate.batch !== undefined && (isNew || open.length === all.length);
  const step = isStep ? [advanceBatch(organizationId, jobId, `v${changed.next.job.version}`, at)] : [];
  return { next: changed.next, operations: [...changed.operations, ...operations, ...told, ...step] };
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
