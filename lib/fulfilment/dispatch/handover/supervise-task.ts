import { toInstant } from '../../../platform/core/clock.ts';
import type { EventRecord } from '../../../platform/events/index.ts';
import { readTimer } from '../../../platform/timers/index.ts';
import { deliveryEvents, jobIdOf, taskEvents } from '../../jobs/index.ts';
import { watchHandover } from '../attempts/open-attempt.ts';
import { readTaskInJob, type TaskInJob } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { batchAdvanced, batchWatchTimer, driverTimer, handoverTimer } from '../events.ts';
import { finishIntake } from '../intake/undo-batch.ts';
import { needsSuccessor } from '../withdrawal/follow-reported-end.ts';
import { advanceBatchOf } from './advance-batch.ts';
import { endDriverTime } from './driver-timeout.ts';
import { handOverTask } from './hand-over-task.ts';

/** Everything after which a task may have to be brought to its provider, back from it, or on to the next one. */
export const HANDOVER_EVENTS = Object.freeze([
  taskEvents.created,
  taskEvents.planned_selection,
  taskEvents.canceled_by_customer,
  taskEvents.canceled_by_system,
  deliveryEvents.failed,
  deliveryEvents.canceled_by_provider,
  deliveryEvents.expired,
  handoverTimer.fired,
  batchAdvanced,
  batchWatchTimer.fired,
  driverTimer.fired,
]);

const TOGETHER: ReadonlySet<string> = new Set([
  taskEvents.created.name,
  taskEvents.planned_selection.name,
  taskEvents.canceled_by_customer.name,
]);

/** Handles any of `HANDOVER_EVENTS`: the next step depends on the state of the task, not on the event. */
export async function superviseTask(deps: DispatchDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  if (event.name === batchAdvanced.name) {
    return advanceBatchOf(deps, { organizationId, jobId: batchAdvanced.parse(event).data.jobId });
  }
  if (event.name === batchWatchTimer.fired.name) {
    const of = { organizationId, jobId: batchWatchTimer.fired.parse(event).data.subject };
    await finishIntake(deps, of);
    return advanceBatchOf(deps, of);
  }
  if (event.name === handoverTimer.fired.name) {
    const { data } = handoverTimer.fired.parse(event).data;
    await keepWatching(deps, { organizationId, ...data });
    return handOverTask(deps, { organizationId, ...data });
  }
  if (event.name === driverTimer.fired.name) {
    const { data } = driverTimer.fired.parse(event).data;
    return endDriverTime(deps, { organizationId, ...data });
  }
  const { taskId, isPlacedTogether } = event.data as { taskId: string; isPlacedTogether?: boolean };
  // The batch's own event covers its packages.
  if (isPlacedTogether && TOGETHER.has(event.name)) return;
  return handOverTask(deps, { organizationId, jobId: jobIdOf(taskId) ?? event.aggregateId, taskId });
}

/** Sets the timer again before anything else, so that a crash right after leaves a watcher. */
async function keepWatching(
  deps: DispatchDeps,
  of: { readonly organizationId: string; readonly jobId: string; readonly taskId: string },
): Promise<void> {
  const held = await readTaskInJob(deps, of);
  if (!held || !isUnsettled(held)) return;
  const timer = await readTimer(deps.table, {
    organizationId: of.organizationId,
    kind: handoverTimer,
    subject: of.taskId,
  });
  if (timer?.value.state === 'armed') return;
  // A lost race was lost to another worker that set it.
  await deps.table.write(watchHandover(held.stored.value, toInstant(deps.clock.now()), timer));
}

/** Whether the task still needs work; none is needed when it has ended and was followed or given up. */
function isUnsettled(held: TaskInJob): boolean {
  const { handover, providerId } = held.stored.value;
  if (handover.phase !== 'settled' || handover.doubt) return providerId !== null;
  return needsSuccessor(held);
}
