import { toInstant } from '../../../platform/core/clock.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { Operation } from '../../../platform/table/index.ts';
import {
  type Batch,
  type Configuration,
  changeJob,
  type JobAggregate,
  readJob,
  type Task,
  winnerOf,
} from '../../jobs/index.ts';
import type { StoredQuote } from '../../quotes/index.ts';
import type { ChosenProvider } from '../choice/choose-provider.ts';
import { shareOfQuote } from '../choice/share-of-quote.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { type Attempt, announceAttempt, assign } from './open-attempt.ts';
import { advanceBatch } from './record-advance.ts';
import { waitingOf } from './waiting-of.ts';

/** Packages that get their delivery per transaction: two members each, besides root, batch and event. */
const PER_WRITE = 45;

/** The next state of a job, and its writes. */
export interface JobStep {
  readonly next: JobAggregate;
  readonly operations: readonly Operation[];
}

/** Gives a waiting job the provider that was chosen for it. Undefined when another writer was faster. */
export async function assignProvider(
  deps: DispatchDeps,
  job: JobAggregate,
  chosen: ChosenProvider,
): Promise<JobAggregate | undefined> {
  const step = planAssignment(job, chosen, toInstant(deps.clock.now()));
  if (!(await deps.table.write(step.operations)).ok) return undefined;
  return assignPackages(deps, step.next);
}

/**
 * The writes that give a waiting job its provider. A single package gets its delivery with them; the packages of a batch,
 * which may not fit into one transaction, get theirs by `assignPackages`.
 */
export function planAssignment(job: JobAggregate, chosen: ChosenProvider, at: string): JobStep {
  if (job.batch) return startBatch(job, job.batch.value, chosen, at);
  const { winner, round, under } = chosen;
  const set = { quotes: [...round.quotes], failedQuotes: [...round.failedQuotes] };
  const attempts = waitingOf(job).map(({ configuration, task }) => ({
    orderId: configuration.orderId,
    attempt: openAttempt(
      job,
      { ...task, ...set, isSelected: chosen.isSelected ?? false },
      winner,
      configuration,
      at,
    ),
  }));
  const { next, operations } = changeJob(
    job,
    {
      job: under,
      tasks: attempts.map(({ attempt }) => attempt.task),
      deliveries: attempts.map(({ attempt }) => attempt.delivery),
    },
    at,
  );
  const told = attempts.flatMap(({ attempt, orderId }) =>
    announceAttempt(attempt, orderId, at, 'planned_selection'),
  );
  return { next, operations: [...operations, ...told] };
}

function startBatch(
  job: JobAggregate,
  batch: Batch,
  { winner, round, under, isSelected = false }: ChosenProvider,
  at: string,
): JobStep {
  const set = { quotes: [...round.quotes], failedQuotes: [...round.failedQuotes] };
  const chosen = { ...providerOf(winner), isSelected, decidedAt: at, phase: 'assigning' as const };
  return stepOfBatch(job, { job: under, batch: { ...batch, ...set, ...chosen } }, at);
}

/** A change of a batch after which a worker does what follows for each of its packages. */
export function stepOfBatch(
  job: JobAggregate,
  changes: Parameters<typeof changeJob>[1],
  at: string,
): JobStep {
  const { organizationId, id: jobId } = job.job.value;
  const { next, operations } = changeJob(job, changes, at);
  return {
    next,
    operations: [...operations, advanceBatch(organizationId, jobId, `v${next.job.version}`, at)],
  };
}

/** What a batch knows of the quote that was chosen for it. */
export function providerOf({
  id: winnerQuoteId,
  providerId,
  providerIsInternal,
}: StoredQuote): Pick<Batch, 'winnerQuoteId' | 'providerId' | 'providerIsInternal'> {
  return { winnerQuoteId, providerId, providerIsInternal };
}

/**
 * Gives every waiting package of a batch its delivery with the batch's provider, some per transaction, and then lets
 * them be announced. Can be repeated at any time and in parallel. Returns the current job.
 */
export async function assignPackages(deps: DispatchDeps, job: JobAggregate): Promise<JobAggregate> {
  const { organizationId, id: jobId } = job.job.value;
  const assigned = await retryLostRace(deps.clock, async (attempt) => {
    let present = attempt === 0 ? job : ((await readJob(deps.table, organizationId, jobId)) ?? job);
    for (let step = nextStep(deps, present); step; step = nextStep(deps, present)) {
      if (!(await deps.table.write(step.operations)).ok) return undefined;
      present = step.next;
    }
    return present;
  });
  if (assigned) return assigned;
  throw new Error(`The batch of ${jobId} changed too often to be assigned; it will be retried.`);
}

function nextStep(deps: DispatchDeps, present: JobAggregate): JobStep | undefined {
  const batch = present.batch?.value;
  const winner = batch && winnerOf(batch);
  if (!batch || !winner || batch.phase !== 'assigning' || present.job.value.canceledAt !== null)
    return undefined;
  const at = toInstant(deps.clock.now());
  const waiting = waitingOf(present);
  const some = waiting
    .slice(0, PER_WRITE)
    .map(({ configuration, task }) => openAttempt(present, task, winner, configuration, at));
  const parts = { tasks: some.map(({ task }) => task), deliveries: some.map(({ delivery }) => delivery) };
  const isLast = some.length === waiting.length;
  return isLast
    ? stepOfBatch(present, { ...parts, batch: { ...batch, phase: 'announcing' } }, at)
    : changeJob(present, parts, at);
}

/** The attempt of a task that waited, with its part of the price. */
function openAttempt(
  job: JobAggregate,
  task: Task,
  winner: StoredQuote,
  configuration: Configuration,
  at: string,
): Attempt {
  const share = shareOfQuote(winner, configuration.position - 1, job.configurations.length);
  const quotes = job.batch ? [share] : task.quotes;
  return assign({ ...task, status: 'planned_selection', quotes }, share, configuration, at);
}
