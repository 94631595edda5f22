import { toInstant } from '../../../platform/core/clock.ts';
import { advancedTask, type JobAggregate, readJob } from '../../jobs/index.ts';
import type { Provider } from '../../providers/index.ts';
import { refOf, type TaskInJob } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { handOverTask } from './hand-over-task.ts';
import { placeTogether } from './place-together.ts';

/** Packages that are handed over at a time: three members each in the write that records them. */
const PER_GROUP = 30;

/**
 * Hands the packages of a batch to its provider, a group at a time. Those that it does not simply accept continue
 * separately, like the task of a single package. Returns the current job.
 */
export async function placeBatch(deps: DispatchDeps, job: JobAggregate): Promise<JobAggregate> {
  const provider = deps.providers.find(job.batch?.value.providerId ?? '');
  if (!provider || job.batch?.value.phase === 'assigning') return job;
  let present = job;
  const asked = new Set<string>();
  for (;;) {
    const group = placeable(present, provider)
      .filter(({ stored }) => !asked.has(stored.value.id))
      .slice(0, PER_GROUP);
    if (group.length === 0) return present;
    for (const { stored } of group) asked.add(stored.value.id);
    const outcomes = await placeTogether(deps, present, group, provider);
    const left = group.filter((_, index) => outcomes[index] === 'again');
    for (const { stored } of left) await handOverTask(deps, refOf(stored.value));
    const { organizationId, id } = job.job.value;
    present = (await readJob(deps.table, organizationId, id)) ?? present;
  }
}

/**
 * Tasks whose group was leased by a worker that died: it is unknown whether the provider was asked for them.
 * Each continues separately, under its old key.
 */
export async function placeStranded(deps: DispatchDeps, job: JobAggregate): Promise<void> {
  const now = toInstant(deps.clock.now());
  for (const { value: task } of job.tasks) {
    const { phase, tries, leaseUntil } = task.handover;
    const isWaiting = task.status === 'created' || task.status === 'planned_selection';
    const isFree = leaseUntil === null || leaseUntil <= now;
    if (task.isPlacedTogether && isWaiting && phase === 'place' && tries > 0 && isFree) {
      await handOverTask(deps, refOf(task));
    }
  }
}

/** Tasks that the provider was not asked to accept yet. */
function placeable(job: JobAggregate, provider: Provider): readonly TaskInJob[] {
  if (job.job.value.canceledAt !== null) return [];
  return job.configurations.flatMap(({ value: configuration }) => {
    const task = advancedTask(job, configuration.id);
    const stored = job.tasks.find(({ value }) => value === task);
    const isNew = task?.handover.phase === 'place' && task.handover.tries === 0;
    const isWaiting = task?.status === 'created' || task?.status === 'planned_selection';
    const isOpen = configuration.canceledAt === null && task?.providerId === provider.id;
    return stored && isNew && isWaiting && isOpen ? [{ aggregate: job, stored, configuration }] : [];
  });
}
