import { toInstant } from '../../../platform/core/clock.ts';
import { readTimer } from '../../../platform/timers/index.ts';
import { deliveryOf, isTaskOver, type Task, wasPickedUp } from '../../jobs/index.ts';
import { watchHandover } from '../attempts/open-attempt.ts';
import { setHandover, type TaskInJob } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { handoverTimer } from '../events.ts';

/** Why a provider loses a task. */
export interface Withdrawal {
  /** Null when the provider gave no definite answer. */
  readonly cause: Task['handover']['cause'];
  /** For people: becomes the failure reason. */
  readonly reason: string;
}

/** Whether a task can be taken from its provider: it has one, has not ended, and no courier has the package. */
export function canBeWithdrawn({ aggregate, stored }: TaskInJob): boolean {
  const task = stored.value;
  return task.providerId !== null && !isTaskOver(task.status) && !wasPickedUp(deliveryOf(aggregate, task));
}

/** The hand-over of a task that will be taken from its provider. */
export function withdrawn(task: Task, { cause, reason }: Withdrawal): Task['handover'] {
  const { handover } = task;
  return {
    ...handover,
    phase: 'withdraw',
    token: handover.token + 1,
    leaseUntil: null,
    tries: 0,
    reason,
    cause,
  };
}

/**
 * Marks a task to be taken from its provider and given to the next one. Its watch is due after `watchMs`: a worker
 * does the rest then, at the latest. Undefined when another writer was faster.
 */
export async function beginWithdrawal(
  deps: Pick<DispatchDeps, 'table' | 'clock'>,
  held: TaskInJob,
  withdrawal: Withdrawal,
  watchMs = 0,
): Promise<TaskInJob | undefined> {
  const task = held.stored.value;
  const subject = task.id;
  const timer = await readTimer(deps.table, {
    organizationId: task.organizationId,
    kind: handoverTimer,
    subject,
  });
  const at = toInstant(deps.clock.now());
  return setHandover(deps, held, withdrawn(task, withdrawal), watchHandover(task, at, timer, watchMs));
}
