import { toInstant } from '../../../platform/core/clock.ts';
import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import { FEW_TRIES, retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { replace, type Stored } from '../../../platform/table/index.ts';
import { deliveryOf, type JobAggregate, readJob, type Task, taskEntity } from '../../jobs/index.ts';
import type { Provider } from '../../providers/index.ts';
import { type Accepted, markRunning, takenBy } from '../attempts/mark-running.ts';
import type { StepOutcome } from '../attempts/step-outcome.ts';
import type { TaskInJob } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { askProvider, leased, type PlaceAnswer } from './ask-provider.ts';
import { settleAnswer } from './settle-answer.ts';

/** Maximum number of parallel calls to a provider. */
const WIDTH = 10;

/**
 * Hands tasks of a job to their provider: one write leases them, the provider is asked for each, and one write records
 * those that it accepted. Every other answer is recorded separately. Returns what is left to do for each task.
 */
export async function placeTogether(
  deps: DispatchDeps,
  job: JobAggregate,
  group: readonly TaskInJob[],
  provider: Provider,
): Promise<readonly StepOutcome[]> {
  const now = deps.clock.now();
  const claimed = group.map((held): TaskInJob => {
    const value = { ...held.stored.value, handover: leased(held.stored.value, now) };
    return { ...held, stored: { value, version: held.stored.version + 1 } };
  });
  const leases = claimed.map(({ stored }, index) => replace(taskEntity, group[index]!.stored, stored.value));
  if (!(await deps.table.write(leases)).ok) return group.map(() => 'again');
  const after = withTasks(
    job,
    claimed.map(({ stored }) => stored),
  );
  const answers = await mapConcurrently(claimed, WIDTH, (held) => askProvider(held, provider));
  const isRecorded = await recordAccepted(deps, claimed, answers);
  const outcomes: StepOutcome[] = [];
  for (const [index, answer] of answers.entries()) {
    const held = { ...claimed[index]!, aggregate: after };
    const wasInDoubt = group[index]!.stored.value.handover.doubt;
    const isDone = answer.outcome === 'accepted' && isRecorded;
    outcomes.push(isDone ? 'done' : await settleAnswer(deps, held, provider, answer, { wasInDoubt }));
  }
  return outcomes;
}

/**
 * Records in one write what the provider accepted, however often news about deliveries of the job comes in between. The job
 * is read again first, because providers report soon, and a refused write of many packages costs more than a read. False
 * when the job keeps changing, or one of the tasks did: then each package is recorded separately.
 */
async function recordAccepted(
  { table, clock }: DispatchDeps,
  claimed: readonly TaskInJob[],
  answers: readonly PlaceAnswer[],
): Promise<boolean> {
  const [first] = claimed;
  if (!first || answers.every(({ outcome }) => outcome !== 'accepted')) return false;
  const { organizationId, jobId } = first.stored.value;
  const recorded = await retryLostRace(
    clock,
    async (): Promise<'recorded' | 'taken-up' | false> => {
      const present = await readJob(table, organizationId, jobId);
      const held = present && stillClaimed(present, claimed);
      if (!held) return 'taken-up';
      const at = toInstant(clock.now());
      const accepted = acceptedOf(present, held, answers, at);
      return (await table.write(markRunning(present, accepted, at))).ok && 'recorded';
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

function acceptedOf(
  job: JobAggregate,
  claimed: readonly TaskInJob[],
  answers: readonly PlaceAnswer[],
  at: string,
): readonly Accepted[] {
  return claimed.flatMap(({ stored, configuration }, index) => {
    const answer = answers[index];
    const delivery = deliveryOf(job, stored.value);
    if (answer?.outcome !== 'accepted' || !delivery) return [];
    return [{ configuration, task: stored.value, delivery: takenBy(delivery, answer, at) }];
  });
}

/** The job with these tasks as they were written. */
function withTasks(job: JobAggregate, tasks: readonly Stored<Task>[]): JobAggregate {
  const byId = new Map(tasks.map((stored) => [stored.value.id, stored]));
  return { ...job, tasks: job.tasks.map((stored) => byId.get(stored.value.id) ?? stored) };
}
