import { advancedTask, type JobAggregate } from '../../jobs/index.ts';
import { readTaskInJob } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { beginWithdrawal, canBeWithdrawn } from '../withdrawal/begin-withdrawal.ts';
import { handOverTask } from './hand-over-task.ts';

const REASON =
  'The provider gave up another package of the batch, and the whole batch goes to the next provider.';

/**
 * Takes the packages that are still with a former provider of the batch away from it, because one provider
 * carries all. A package that the provider does not release stays with it.
 */
export async function moveBatch(deps: DispatchDeps, job: JobAggregate): Promise<void> {
  const { organizationId, id: jobId } = job.job.value;
  for (const { value: configuration } of job.configurations) {
    const task = advancedTask(job, configuration.id);
    if (!task || task.providerId === job.batch?.value.providerId) continue;
    const of = { organizationId, jobId, taskId: task.id };
    const held = await readTaskInJob(deps, of);
    if (!held || !canBeWithdrawn(held) || held.stored.value.handover.phase === 'withdraw') continue;
    // The watch set in the same write finishes the move if this is interrupted.
    if (await beginWithdrawal(deps, held, { cause: 'reassign', reason: REASON }))
      await handOverTask(deps, of);
  }
}
