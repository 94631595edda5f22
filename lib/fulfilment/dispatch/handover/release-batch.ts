import { isTaskOver, type JobAggregate } from '../../jobs/index.ts';
import { inJob, refOf } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { releaseTogether } from '../withdrawal/release-task.ts';
import { handOverTask } from './hand-over-task.ts';

/** Packages that are withdrawn at a time. */
const PER_GROUP = 50;

/**
 * Withdraws the cancelled packages of a batch from their provider, a group at a time. Those that it does not
 * simply release continue separately, like the task of a single package.
 */
export async function releaseBatch(deps: DispatchDeps, job: JobAggregate): Promise<void> {
  const held = job.tasks.flatMap(({ value: { id, status, handover } }) =>
    isTaskOver(status) && handover.phase === 'release' && handover.tries === 0 ? (inJob(job, id) ?? []) : [],
  );
  for (let first = 0; first < held.length; first += PER_GROUP) {
    const group = held.slice(first, first + PER_GROUP);
    const outcomes = await releaseTogether(deps, group);
    const left = group.filter((_, index) => outcomes[index] === 'again');
    for (const { stored } of left) await handOverTask(deps, refOf(stored.value));
  }
}
