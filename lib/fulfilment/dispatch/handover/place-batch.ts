import { toInstant } from '../../../platform/core/clock.ts';
import { FEW_TRIES, retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { sideBySide } from '../../../platform/core/side-by-side.ts';
import { type Operation, replace, type Stored } from '../../../platform/table/index.ts';
import {
  advancedTask,
  changeJob,
  deliveryOf,
  type JobAggregate,
  readJob,
  recordTask,
  type Task,
  taskEntity,
} from '../../jobs/index.ts';
import type { Provider } from '../../providers/index.ts';
import { runningTask, takenBy } from '../attempts/mark-running.ts';
import { refOf, type TaskInJob } from '../attempts/task-in-job.ts';
import { watchForDriver } from '../attempts/watch-for-driver.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { handOverTask } from './hand-over-task.ts';
import { askProvider, leased, type PlaceAnswer, settleAnswer } from './place-task.ts';

/** Packages that are handed over at a time: three members each in the write that records them. */
const PER_GROUP = 30;

/** Parallel calls of a provider. */
const WIDTH = 10;

/**
 * Hands the packages of a batch to its provider, a group at a time: one write leases the group, the provider
 * is asked for each, and one write records those it accepted. The others continue separately, like a task of
 * a single package. Returns the current job.
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
    const left = await placeGroup(deps, group, present, provider);
    for (const task of left) await handOverTask(deps, refOf(task));
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

/** Returns the tasks that another worker took up or that the provider did not simply accept. */
async function placeGroup(
  deps: DispatchDeps,
  group: readonly TaskInJob[],
  job: JobAggregate,
  provider: Provider,
): Promise<readonly Task[]> {
  const now = deps.clock.now();
  const claimed = group.map((held): TaskInJob => {
    const value = { ...held.stored.value, handover: leased(held.stored.value, now) };
    return { ...held, stored: { value, version: held.stored.version + 1 } };
  });
  const leases = claimed.map(({ stored }, index) => replace(taskEntity, group[index]!.stored, stored.value));
  if (!(await deps.table.write(leases)).ok) return group.map(({ stored }) => stored.value);
  const after = withTasks(
    job,
    claimed.map(({ stored }) => stored),
  );
  const answers = await sideBySide(claimed, WIDTH, (held) => askProvider(held, provider));
  const isRecorded = await recordAccepted(deps, after, claimed, answers);
  const left: Task[] = [];
  for (const [index, answer] of answers.entries()) {
    const held = claimed[index]!;
    if (answer.outcome === 'accepted' && isRecorded) continue;
    const of = { ...held, aggregate: after };
    if ((await settleAnswer(deps, of, provider, answer, { wasInDoubt: false })) === 'again') {
      left.push(held.stored.value);
    }
  }
  return left;
}

/**
 * Records in one write what the provider accepted, however often news about other deliveries of the job comes in
 * between. False when the job keeps changing, or one of the tasks did: then each package is recorded separately.
 */
async function recordAccepted(
  { table, clock }: DispatchDeps,
  job: JobAggregate,
  claimed: readonly TaskInJob[],
  answers: readonly PlaceAnswer[],
): Promise<boolean> {
  const { organizationId, id } = job.job.value;
  const recorded = await retryLostRace(
    clock,
    async (attempt): Promise<'recorded' | 'taken-up' | false> => {
      const present = attempt === 0 ? job : await readJob(table, organizationId, id);
      const held = present && stillClaimed(present, claimed);
      if (!held) return 'taken-up';
      const operations = acceptedTogether(present, held, answers, toInstant(clock.now()));
      return (await table.write(operations)).ok && 'recorded';
    },
    FEW_TRIES,
  );
  return recorded === 'recorded';
}

/** The tasks in the job as it is now; undefined when another worker took one of them up. */
function stillClaimed(job: JobAggregate, claimed: readonly TaskInJob[]): readonly TaskInJob[] | undefined {
  const now = claimed.flatMap(({ stored: { value: task }, configuration: { id } }) => {
    const stored = job.tasks.find(({ value }) => value.id === task.id);
    const configuration = job.configurations.find(({ value }) => value.id === id)?.value;
    const isSame =
      stored?.value.handover.token === task.handover.token && stored.value.status === task.status;
    return stored && configuration && isSame ? [{ aggregate: job, stored, configuration }] : [];
  });
  return now.length === claimed.length ? now : undefined;
}

function acceptedTogether(
  job: JobAggregate,
  claimed: readonly TaskInJob[],
  answers: readonly PlaceAnswer[],
  at: string,
): readonly Operation[] {
  const taken = claimed.flatMap(({ stored, configuration }, index) => {
    const answer = answers[index];
    const delivery = deliveryOf(job, stored.value);
    if (answer?.outcome !== 'accepted' || !delivery) return [];
    return [{ task: runningTask(stored.value, at), delivery: takenBy(delivery, answer, at), configuration }];
  });
  // One courier carries them all: the first of them is watched for the batch.
  const [first] = taken;
  if (!first) return [];
  const { operations } = changeJob(
    job,
    { tasks: taken.map(({ task }) => task), deliveries: taken.map(({ delivery }) => delivery) },
    at,
  );
  const told = taken.map(({ task, delivery, configuration }) =>
    recordTask('running', task, delivery, configuration.orderId, at),
  );
  const watched = watchForDriver({ aggregate: job, configuration: first.configuration }, first.task, at);
  return [...operations, ...told, ...watched];
}

/** The job with these tasks as they were written. */
export function withTasks(job: JobAggregate, tasks: readonly Stored<Task>[]): JobAggregate {
  const byId = new Map(tasks.map((stored) => [stored.value.id, stored]));
  return { ...job, tasks: job.tasks.map((stored) => byId.get(stored.value.id) ?? stored) };
}
