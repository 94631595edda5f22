import { toInstant } from '../../../platform/core/clock.ts';
import { type Operation, replace, type Stored } from '../../../platform/table/index.ts';
import { rearmTimer } from '../../../platform/timers/index.ts';
import {
  advancedTask,
  type Batch,
  batchEntity,
  deliveryOf,
  isTaskOver,
  type JobAggregate,
  nextHealth,
  readJob,
  recordTask,
  type Task,
} from '../../jobs/index.ts';
import { assignPackages } from '../attempts/assign-provider.ts';
import { recordBeginning } from '../attempts/open-attempt.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { batchWatchTimer } from '../events.ts';
import { cancelRest } from '../withdrawal/cancel-rest.ts';
import { moveBatch } from './move-batch.ts';
import { placeBatch, placeStranded } from './place-batch.ts';
import { releaseBatch } from './release-batch.ts';

/** Number of packages announced per transaction: two or three members each. */
const PER_WRITE = 30;

/** Longer than a worker may run: after this, interrupted work is resumed. Milliseconds. */
const WATCH_MS = 2 * 60_000;

/** Does whatever a batch still needs: can run at any time, twice and in parallel. */
export async function advanceBatchOf(
  deps: DispatchDeps,
  of: { readonly organizationId: string; readonly jobId: string },
): Promise<void> {
  const read = await readJob(deps.table, of.organizationId, of.jobId);
  if (!read?.batch) return;
  // Before anything else, so that a crash right after leaves a watcher.
  await keepWatching(deps, read);
  if (read.job.value.canceledAt !== null) await cancelRest(deps, read);
  else {
    const job = await assignPackages(deps, read);
    if (job.batch?.value.phase === 'announcing') await announceAll(deps, job, job.batch);
    const placed = await placeBatch(deps, job);
    await placeStranded(deps, placed);
    await moveBatch(deps, placed);
  }
  const after = await readJob(deps.table, of.organizationId, of.jobId);
  if (!after) return;
  if (after.batch?.value.phase === 'announcing') await announceAll(deps, after, after.batch);
  await releaseBatch(deps, after);
}

/** Sets the watch again while a package is on its way to or from a provider. */
async function keepWatching(deps: DispatchDeps, job: JobAggregate): Promise<void> {
  const { organizationId, id: jobId, canceledAt } = job.job.value;
  const isUnsettled = job.tasks.some(({ value: { handover, providerId, status } }) => {
    // The provider's own news may end a package before the worker that handed it over could record the acceptance.
    const isEnded = handover.phase === 'place' && isTaskOver(status);
    return providerId !== null && handover.phase !== 'settled' && !isEnded;
  });
  const isOpen = canceledAt !== null && job.configurations.some(({ value }) => value.canceledAt === null);
  if (!isUnsettled && !isOpen) return;
  const dueAt = toInstant(deps.clock.now() + WATCH_MS);
  await rearmTimer(deps, { organizationId, kind: batchWatchTimer, subject: jobId, dueAt, data: { jobId } });
}

/** Writes the events of every package; then the batch is settled. */
async function announceAll(deps: DispatchDeps, job: JobAggregate, batch: Stored<Batch>): Promise<void> {
  await announce(deps, job);
  // Lost to a change whose own event advances the batch again.
  await deps.table.write([replace(batchEntity, batch, { ...batch.value, phase: 'settled' })]);
}

/** The events of every first attempt, including those that were cancelled or accepted before they were announced. */
async function announce(deps: DispatchDeps, job: JobAggregate): Promise<void> {
  const first = job.configurations
    .flatMap(({ value }) => advancedTask(job, value.id) ?? [])
    .filter(({ isPlacedTogether }) => isPlacedTogether);
  for (let start = 0; start < first.length; start += PER_WRITE) {
    const chunk = first.slice(start, start + PER_WRITE).map((task) => eventsOf(job, task));
    if ((await deps.table.write(chunk.flat())).ok) continue;
    // One of them was already announced; that does not block the others.
    for (const operations of chunk) await deps.table.write(operations);
  }
}

/** The events of a package at the time of its delivery, the same for every worker that announces it. */
function eventsOf(job: JobAggregate, task: Task): readonly Operation[] {
  const configuration = job.configurations.find(({ value }) => value.id === task.configurationId)?.value;
  const orderId = configuration?.orderId ?? null;
  const delivery = deliveryOf(job, task);
  if (!delivery) return [];
  const at = delivery.createdAt;
  const first = { ...delivery, statusHistory: delivery.statusHistory.slice(0, 1), health: null };
  const begun = { ...first, health: nextHealth(first, task, Date.parse(at)) };
  // A delivery later than its task belongs to a task that waited for its provider.
  const event = at > task.createdAt ? 'planned_selection' : 'created';
  // The batch's own watch checks them, so they have none.
  return [recordTask(event, task, begun, orderId, at), ...recordBeginning(begun, at)];
}
