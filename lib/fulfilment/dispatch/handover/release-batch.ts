import { sideBySide } from '../../../platform/core/side-by-side.ts';
import { replace, type Stored } from '../../../platform/table/index.ts';
import { deliveryOf, isTaskOver, type JobAggregate, type Task, taskEntity } from '../../jobs/index.ts';
import { refOf } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { cancelAtProvider } from '../withdrawal/cancel-at-provider.ts';
import { handOverTask } from './hand-over-task.ts';

/** Packages that are withdrawn at a time. */
const PER_GROUP = 50;

/** Parallel calls of a provider. */
const WIDTH = 10;

/**
 * Withdraws the cancelled packages of a batch from their provider, a group at a time. Those that it does not
 * simply release continue separately, like a task of a single package.
 */
export async function releaseBatch(deps: DispatchDeps, job: JobAggregate): Promise<void> {
  const held = job.tasks.filter(
    ({ value }) =>
      isTaskOver(value.status) && value.handover.phase === 'release' && value.handover.tries === 0,
  );
  for (let first = 0; first < held.length; first += PER_GROUP) {
    const left = await releaseGroup(deps, held.slice(first, first + PER_GROUP), job);
    for (const task of left) await handOverTask(deps, refOf(task));
  }
}

async function releaseGroup(
  deps: DispatchDeps,
  group: readonly Stored<Task>[],
  job: JobAggregate,
): Promise<readonly Task[]> {
  const isBack = await sideBySide(group, WIDTH, async ({ value: task }) => {
    const known = deliveryOf(job, task)?.providerDeliveryId ?? null;
    const provider = deps.providers.find(task.providerId ?? '');
    // One whose first call may still be running is cancelled once more later.
    if (!provider || known === null || task.status === 'completed') return false;
    try {
      const reason = task.handover.reason ?? 'The delivery was cancelled.';
      return (await cancelAtProvider(provider, task, known, reason)).outcome === 'canceled';
    } catch {
      return false;
    }
  });
  const settled = group
    .filter((_, index) => isBack[index])
    .map((stored) => {
      const { value } = stored;
      const handover = { ...value.handover, phase: 'settled' as const, leaseUntil: null, doubt: false };
      return replace(taskEntity, stored, { ...value, handover });
    });
  const isWritten = (await deps.table.write(settled)).ok;
  return group.filter((_, index) => !isBack[index] || !isWritten).map(({ value }) => value);
}
