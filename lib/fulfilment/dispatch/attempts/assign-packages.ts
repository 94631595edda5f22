import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { type Batch, changeJob, type JobAggregate, readJob, winnerOf } from '../../jobs/index.ts';
import { jobQuoteId, type StoredQuote } from '../../quotes/index.ts';
import { assign } from './open-attempt.ts';
import { chooseQuote, refuseEligibility } from '../choice/choose-quote.ts';
import { type InForce, orEscalated, underStrategy } from '../choice/or-escalated.ts';
import { refuseJobWithoutWindows } from '../choice/refuse-without-windows.ts';
import { waitingOf } from './waiting-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { askForBatchQuotes } from '../choice/quote-batch.ts';
import { advanceBatch } from './record-advance.ts';
import { shareOfQuote } from '../choice/share-of-quote.ts';

/** Packages that get their delivery per transaction: two members each, besides root, batch and event. */
const PER_WRITE = 45;

/** A batch with the quote that was chosen for it, from its current quotes or new ones. */
export interface ChosenBatch {
  readonly batch: Batch;
  readonly winner: StoredQuote;
  /** Changes of the job's root, when another strategy takes over. */
  readonly job?: InForce;
}

/**
 * The quote for all packages of a waiting batch, or why there is none. When no provider can be found, the strategy to
 * which the job's escalates takes over.
 */
export async function chooseForBatch(
  deps: DispatchDeps,
  aggregate: JobAggregate,
  batch: Batch,
): Promise<ChosenBatch | Refusal> {
  const configurations = aggregate.configurations.map(({ value }) => value);
  const refusal = refuseJobWithoutWindows(configurations, toInstant(deps.clock.now()));
  if (refusal) return refusal;
  const root = aggregate.job.value;
  const present = chooseQuote(deps, batch, root.maxFeeCents);
  if (!isRefusal(present)) return { batch, winner: present };
  const choice = await orEscalated(deps, root, async (under): Promise<ChosenBatch | Refusal> => {
    const fresh = await requoteBatch(deps, underStrategy(aggregate, under), batch);
    if (!fresh.hasEligibleProviders) return refuseEligibility(under.strategy, fresh.batch);
    const winner = chooseQuote(deps, fresh.batch, under.maxFeeCents);
    return isRefusal(winner) ? winner : { batch: fresh.batch, winner };
  });
  if (isRefusal(choice)) return choice;
  const { found, under } = choice;
  return under === root ? found : { ...found, job: under };
}

/** The batch with new quotes for its packages that were not cancelled. */
export async function requoteBatch(
  deps: DispatchDeps,
  aggregate: JobAggregate,
  batch: Batch,
): Promise<{ readonly batch: Batch; readonly hasEligibleProviders: boolean }> {
  const { organizationId, id: jobId, strategy, maxFeeCents } = aggregate.job.value;
  const now = deps.clock.now();
  const round = await askForBatchQuotes(deps, {
    organizationId,
    batchId: batch.id,
    configurations: aggregate.configurations
      .map(({ value }) => value)
      .filter((one) => one.canceledAt === null),
    strategy,
    maxFeeCents,
    excluded: batch.formerProviderIds,
    // The time distinguishes rounds: an id of an earlier round must not refer to a new quote.
    quoteId: (index) => jobQuoteId(jobId, 0, now, index),
  });
  const { quotes, failedQuotes, hasEligibleProviders } = round;
  return { batch: { ...batch, quotes: [...quotes], failedQuotes: [...failedQuotes] }, hasEligibleProviders };
}

/** The job and the writes that give a batch its provider; its packages get their deliveries after that. */
export function startAssigning(aggregate: JobAggregate, { batch, winner, job }: ChosenBatch, at: string) {
  const { organizationId, id: jobId } = aggregate.job.value;
  const { id: winnerQuoteId, providerId, providerIsInternal } = winner;
  const changed = changeJob(
    aggregate,
    {
      ...(job ? { job } : {}),
      batch: { ...batch, winnerQuoteId, providerId, providerIsInternal, decidedAt: at, phase: 'assigning' },
    },
    at,
  );
  const told = advanceBatch(organizationId, jobId, `v${changed.next.job.version}`, at);
  return { next: changed.next, operations: [...changed.operations, told] };
}

/**
 * Gives every waiting package its delivery with the batch's provider, some per transaction, and then lets
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

function nextStep(deps: DispatchDeps, present: JobAggregate) {
  const batch = present.batch?.value;
  const winner = batch && winnerOf(batch);
  if (!batch || !winner || batch.phase !== 'assigning' || present.job.value.canceledAt !== null)
    return undefined;
  const at = toInstant(deps.clock.now());
  const waiting = waitingOf(present);
  const some = waiting.slice(0, PER_WRITE).map(({ configuration, task }) => {
    const index = configuration.position - 1;
    const share = shareOfQuote(winner, index, present.configurations.length);
    return assign({ ...task, status: 'planned_selection', quotes: [share] }, share, configuration, at);
  });
  const isLast = some.length === waiting.length;
  const changed = changeJob(
    present,
    {
      tasks: some.map(({ task }) => task),
      deliveries: some.map(({ delivery }) => delivery),
      ...(isLast ? { batch: { ...batch, phase: 'announcing' as const } } : {}),
    },
    at,
  );
  const { organizationId, id: jobId } = present.job.value;
  const told = isLast ? [advanceBatch(organizationId, jobId, `v${changed.next.job.version}`, at)] : [];
  return { next: changed.next, operations: [...changed.operations, ...told] };
}
