import { isTaskOver } from '../jobs/index.ts';
import type { DispatchDeps } from './dispatch-deps.ts';
import { followReportedEnd, needsSuccessor } from './follow-reported-end.ts';
import { placeTask } from './place-task.ts';
import { MAX_STEPS, type Progress } from './progress.ts';
import { releaseTask } from './release-task.ts';
import { readSeat, type Seat } from './seat.ts';
import { withdrawTask } from './withdraw-task.ts';

/**
 * Brings a task to its provider, or back from it. Can be run at any time, twice and in parallel: what is to be done
 * follows from the task's stored state alone.
 *
 * Only one provider can hold the package of a configuration, because the next attempt is opened in the same transaction
 * that settles this one, and this one is settled only after a definite answer: accepted, refused with no call in doubt,
 * or cancelled under the task's key, after which the provider refuses that key.
 */
export async function handOverTask(
  of: { readonly organizationId: string; readonly jobId: string; readonly taskId: string },
  deps: DispatchDeps,
): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const seat = await readSeat(of, deps);
    if (!seat || (await takeStep(seat, deps)) === 'done') return;
  }
  throw new Error(`The task ${of.taskId} changed too often to be handed over; it is taken up again.`);
}

async function takeStep(seat: Seat, deps: DispatchDeps): Promise<Progress> {
  const task = seat.stored.value;
  const { handover } = task;
  if (needsSuccessor(seat)) return followReportedEnd(seat, deps);
  if (handover.phase === 'settled' && !handover.doubt) return 'done';
  if (isTaskOver(task.status)) return releaseTask(seat, deps);
  if (task.providerId === null || task.status === 'running') return 'done';
  return handover.phase === 'withdraw' ? withdrawTask(seat, deps) : placeTask(seat, deps);
}
