import { toInstant } from '../../core/clock.ts';
import {
  advancedTask,
  type Batch,
  batchEntity,
  deliveryOf,
  type JobAggregate,
  readJob,
  recordDelivery,
  recordTask,
  type Task,
} from '../../jobs/index.ts';
import { type Operation, replace, type Stored } from '../../table/index.ts';
import { armTimer, readTimer } from '../../timers/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { batchWatchTimer } from '../events.ts';
import { cancelRest } from '../withdrawal/cancel-rest.ts';
import { assignPackages } from './assign-batch.ts';
import { moveBatch } from './move-batch.ts';
import { placeBatch, placeStranded } from './place-batch.ts';
import { releaseBatch } from './release-batch.ts';

/** Packages that are announced per transaction: two members each. */
const PER_WRITE = 45;

/** Longer than a worker may run: what was interrupted is taken up again. Milliseconds. */
const WATCH_MS = 2 * 60_000;

/** Does what a batch still needs, whatever that is by now: can be run at any time, twice and in parallel. */
export async function advanceBatchOf(
  of: { readonly organizationId: string; readonly jobId: string },
  deps: DispatchDeps,
): Promise<void> {
  const read = await readJob(deps.table, of.organizationId, of.jobId);
  if (!read?.batch) return;
  // Before anything else, so that a crash right after leaves somebody looking.
  await keepWatching(read, deps);
  if (read.job.value.canceledAt !== null) await cancelRest(read, deps);
  else {
    const job = await assignPackages(read, deps);
    if (job.batch?.value.phase === 'announcing') await announceAll(job, job.batch, deps);
    const placed = await placeBatch(job, deps);
    await placeStranded(placed, deps);
    await moveBatch(placed, deps);
  }
  const after = await readJob(deps.table, of.organizationId, of.jobId);
  if (after) await releaseBatch(after, deps);
}

/** Arms the watch again while a package is on its way to or from a provider. */
async function keepWatching(job: JobAggregate, deps: DispatchDeps): Promise<void> {
  const { organizationId, id: jobId, canceledAt } = job.job.value;
  const isUnsettled = job.tasks.some(
    ({ value: { handover, providerId } }) => providerId !== null && handover.phase !== 'settled',
  );
  const isOpen = canceledAt !== null && job.configurations.some(({ value }) => value.canceledAt === null);
  const timer = await readTimer(deps.table, { organizationId, kind: batchWatchTimer, subject: jobId });
  const now = deps.clock.now();
  const isArmed = timer?.value.state === 'armed' && timer.value.dueAt > toInstant(now);
  if ((!isUnsettled && !isOpen) || isArmed) return;
  await deps.table.write(
    armTimer({
      organizationId,
      kind: batchWatchTimer,
      subject: jobId,
      dueAt: toInstant(now + WATCH_MS),
      data: { jobId },
      occurredAt: toInstant(now),
      stored: timer,
    }),
  );
}

/** Writes the events of every package; then the batch is settled. */
async function announceAll(job: JobAggregate, batch: Stored<Batch>, deps: DispatchDeps): Promise<void> {
  const tasks = job.configurations.flatMap(({ value }) => advancedTask(job, value.id) ?? []);
  await announce(
    job,
    tasks.filter(({ status }) => status === 'created' || status === 'planned_selection'),
    deps,
  );
  // Lost to a change that leaves the batch to be advanced again, by its own event.
  await deps.table.write([replace(batchEntity, batch, { ...batch.value, phase: 'settled' })]);
}

async function announce(job: JobAggregate, tasks: readonly Task[], deps: DispatchDeps): Promise<void> {
  const at = toInstant(deps.clock.now());
  for (let first = 0; first < tasks.length; first += PER_WRITE) {
    const chunk = tasks.slice(first, first + PER_WRITE).map((task) => eventsOf(job, task, at));
    if ((await deps.table.write(chunk.flat())).ok) continue;
    // One of them was announced before, or was cancelled meanwhile: that keeps no other back.
    for (const operations of chunk) await deps.table.write(operations);
  }
}

function eventsOf(job: JobAggregate, task: Task, at: string): readonly Operation[] {
  const configuration = job.configurations.find(({ value }) => value.id === task.configurationId)?.value;
  const orderId = configuration?.orderId ?? null;
  const delivery = deliveryOf(job, task);
  if (!delivery) return [];
  const event = task.status === 'planned_selection' ? 'planned_selection' : 'created';
  // The batch's own watch looks after them: none of their own.
  return [recordTask(event, task, delivery, orderId, at), recordDelivery(delivery, at)];
}
