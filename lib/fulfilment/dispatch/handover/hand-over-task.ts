import { isTaskOver } from '../../jobs/index.ts';
import { MAX_STEPS, type StepOutcome } from '../attempts/step-outcome.ts';
import { readTaskInJob, type TaskInJob } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { followReportedEnd, needsSuccessor } from '../withdrawal/follow-reported-end.ts';
import { releaseTask } from '../withdrawal/release-task.ts';
import { withdrawTask } from '../withdrawal/withdraw-task.ts';
import { placeTask } from './place-task.ts';

/**
 * Brings a task to its provider, or back from it. Can run at any time, twice and in parallel: the next step
 * follows only from the task's stored state.
 * Only one provider can have the package of a configuration, because the transaction that settles this
 * attempt also creates the next one, and an attempt is settled only after a definite answer: accepted,
 * refused with no call in doubt, or cancelled under the task's key, after which the provider refuses that
 * key.
 */
export async function handOverTask(
  deps: DispatchDeps,
  of: { readonly organizationId: string; readonly jobId: string; readonly taskId: string },
): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const held = await readTaskInJob(deps, of);
    if (!held || (await takeStep(deps, held)) === 'done') return;
  }
  throw new Error(`The task ${of.taskId} changed too often to be handed over; it will be retried.`);
}

async function takeStep(deps: DispatchDeps, held: TaskInJob): Promise<StepOutcome> {
  const task = held.stored.value;
  const { handover } = task;
  if (needsSuccessor(held)) return followReportedEnd(deps, held);
  if (handover.phase === 'settled' && !handover.doubt) return 'done';
  if (isTaskOver(task.status)) return releaseTask(deps, held);
  if (task.providerId === null) return 'done';
  if (handover.phase === 'withdraw') return withdrawTask(deps, held);
  if (task.status === 'running' || mustWait(held)) return 'done';
  return placeTask(deps, held);
}

/**
 * No part of a job that is being cancelled goes out any more, and no part of a batch before all of it has its
 * deliveries.
 */
function mustWait({ aggregate }: TaskInJob): boolean {
  return aggregate.job.value.canceledAt !== null || aggregate.batch?.value.phase === 'assigning';
}
