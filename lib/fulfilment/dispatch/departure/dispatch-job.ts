import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { FEW_TRIES, retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { Operation } from '../../../platform/table/index.ts';
import { type Batch, type Configuration, changeJob, type JobAggregate, type Task } from '../../jobs/index.ts';
import { askForQuotes, jobQuoteId, type StoredQuote } from '../../quotes/index.ts';
import { type Attempt, announceAttempt, assign } from '../attempts/open-attempt.ts';
import { type ChosenBatch, chooseForBatch } from '../attempts/assign-packages.ts';
import { dispatchBatch } from './dispatch-batch.ts';
import { chooseQuote, type QuoteSet, refuseEligibility } from '../choice/choose-quote.ts';
import { orEscalated, underStrategy } from '../choice/or-escalated.ts';
import { refuseQuote, unknownQuote } from '../choice/refuse-quote.ts';
import { refuseJobWithoutWindows, refuseWithoutWindows } from '../choice/refuse-without-windows.ts';
import { shipmentOf } from '../choice/shipment-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { findJob, type JobActor } from '../find-job.ts';
import { jobContention, jobStateForbids } from '../refusals.ts';
import { type Waiting, waitingOf } from '../attempts/waiting-of.ts';

/** Dispatches a job that was created without a provider, by its strategy. */
export async function autodispatchJob(
  deps: DispatchDeps,
  actor: JobActor,
  id: string,
): Promise<JobAggregate | Refusal> {
  return changeUnassigned(deps, actor, id, {
    ofBatch: (aggregate, batch) => chooseForBatch(deps, aggregate, batch),
    ofPackages: (aggregate, waiting) => chooseProviders(deps, aggregate, waiting),
  });
}

/** Dispatches a job with the provider of one of its quotes. */
export async function selectJobQuote(
  deps: DispatchDeps,
  actor: JobActor,
  jobId: string,
  quoteId: string,
): Promise<JobAggregate | Refusal> {
  const found = await findJob(deps.table, actor, jobId);
  if (isRefusal(found)) return unknownQuote(quoteId);
  const now = toInstant(deps.clock.now());
  const remedy = 'Refresh the quotes of the job and select one of the new ones.';
  const pick = (set: QuoteSet): StoredQuote | Refusal => {
    const quote = [...set.quotes, ...set.failedQuotes].find(({ id }) => id === quoteId);
    return quote ? (refuseQuote(quote, now, remedy) ?? quote) : unknownQuote(quoteId);
  };
  const windowless = ({ configurations }: JobAggregate) =>
    refuseJobWithoutWindows(
      configurations.map(({ value }) => value),
      now,
    );
  return changeUnassigned(deps, actor, jobId, {
    async ofBatch(aggregate, batch) {
      const winner = windowless(aggregate) ?? pick(batch);
      return isRefusal(winner) ? winner : { batch: { ...batch, isSelected: true }, winner };
    },
    async ofPackages(aggregate, waiting) {
      const has = ({ task }: Waiting) =>
        [...task.quotes, ...task.failedQuotes].some(({ id }) => id === quoteId);
      const owner = waiting.find(has);
      const winner = windowless(aggregate) ?? (owner ? pick(owner.task) : unknownQuote(quoteId));
      if (isRefusal(winner) || !owner) return winner as Refusal;
      return { chosen: [{ ...owner, task: { ...owner.task, isSelected: true }, winner }] };
    },
  });
}

/** One with the quote that was chosen for it. */
export interface Chosen extends Waiting {
  readonly winner: StoredQuote;
}

/** The choice for a job, with the changes of its root when another strategy takes over. */
export interface ChosenProviders {
  readonly chosen: readonly Chosen[];
  readonly job?: Attempt['job'];
}

/**
 * The quote for every configuration without a provider. When no provider can be found, the strategy to which
 * the current one escalates takes over, each once.
 */
export async function chooseProviders(
  deps: DispatchDeps,
  aggregate: JobAggregate,
  waiting: readonly Waiting[],
): Promise<ChosenProviders | Refusal> {
  const root = aggregate.job.value;
  // The current quotes are from the job's own strategy: another one asks its own providers.
  const blank = waiting.map((one) => ({ ...one, task: { ...one.task, quotes: [], failedQuotes: [] } }));
  const choice = await orEscalated(deps, root, (under) =>
    chooseUnder(deps, underStrategy(aggregate, under), under === root ? waiting : blank),
  );
  if (isRefusal(choice)) return choice;
  const { found: chosen, under } = choice;
  return under === root ? { chosen } : { chosen, job: under };
}

/** The quotes under the job's current strategy: the tasks' current ones, or new ones. */
async function chooseUnder(
  deps: DispatchDeps,
  aggregate: JobAggregate,
  waiting: readonly Waiting[],
): Promise<readonly Chosen[] | Refusal> {
  const { strategy, maxFeeCents, id } = aggregate.job.value;
  const chosen: Chosen[] = [];
  for (const { configuration, task } of waiting) {
    const { packageDeliveryMode: deliveryMode } = configuration.package;
    const refusal = refuseWithoutWindows({ ...task, id, deliveryMode }, toInstant(deps.clock.now()));
    if (refusal) return refusal;
    const present = chooseQuote(deps, task, maxFeeCents);
    if (!isRefusal(present)) {
      chosen.push({ configuration, task, winner: present });
      continue;
    }
    const quoted = await quoteTask(deps, configuration, task, aggregate);
    if (!quoted.hasEligibleProviders) return refuseEligibility(strategy, quoted.task);
    const winner = chooseQuote(deps, quoted.task, maxFeeCents);
    if (isRefusal(winner)) return winner;
    chosen.push({ configuration, task: quoted.task, winner });
  }
  return chosen;
}

/** A task with new quotes. */
async function quoteTask(
  deps: DispatchDeps,
  configuration: Configuration,
  task: Task,
  aggregate: JobAggregate,
): Promise<{ readonly task: Task; readonly hasEligibleProviders: boolean }> {
  const { strategy, maxFeeCents } = aggregate.job.value;
  // The time distinguishes rounds: an id of an earlier round must not refer to a new quote.
  const round = deps.clock.now();
  const { quotes, failedQuotes, hasEligibleProviders } = await askForQuotes(deps, {
    organizationId: configuration.organizationId,
    shipment: shipmentOf(configuration.package),
    strategy,
    maxFeeCents,
    quoteId: (index) => jobQuoteId(configuration.jobId, configuration.position, round, index),
  });
  return { task: { ...task, quotes: [...quotes], failedQuotes: [...failedQuotes] }, hasEligibleProviders };
}

/** The job after providers were chosen for some of its configurations, and the writes. */
export function assignProviders(
  aggregate: JobAggregate,
  { chosen, job }: ChosenProviders,
  at: string,
): { readonly next: JobAggregate; readonly operations: readonly Operation[] } {
  const attempts = chosen.map(({ configuration, task, winner }) => ({
    orderId: configuration.orderId,
    attempt: assign({ ...task, status: 'planned_selection' }, winner, configuration, at),
  }));
  const changed = changeJob(
    aggregate,
    {
      ...(job ? { job } : {}),
      tasks: attempts.map(({ attempt }) => attempt.task),
      deliveries: attempts.map(({ attempt }) => attempt.delivery),
    },
    at,
  );
  return {
    next: changed.next,
    operations: [
      ...changed.operations,
      ...attempts.flatMap(({ attempt, orderId }) =>
        announceAttempt(attempt, orderId, at, 'planned_selection'),
      ),
    ],
  };
}

async function changeUnassigned(
  deps: DispatchDeps,
  actor: JobActor,
  id: string,
  choose: {
    readonly ofBatch: (aggregate: JobAggregate, batch: Batch) => Promise<ChosenBatch | Refusal>;
    readonly ofPackages: (
      aggregate: JobAggregate,
      waiting: readonly Waiting[],
    ) => Promise<ChosenProviders | Refusal>;
  },
): Promise<JobAggregate | Refusal> {
  const dispatched = await retryLostRace(
    deps.clock,
    async () => {
      const aggregate = await findJob(deps.table, actor, id);
      if (isRefusal(aggregate)) return aggregate;
      const waiting = waitingOf(aggregate);
      const isGone = aggregate.batch !== undefined && aggregate.batch.value.phase !== 'waiting';
      if (waiting.length === 0 || isGone) {
        const { status, isActive } = aggregate.job.value.summary;
        return jobStateForbids(
          `Job ${aggregate.job.value.id} ${isActive ? 'already has a provider' : 'has ended'} (${status}); only a job that waits for a provider can be dispatched.`,
          { jobId: aggregate.job.value.id, status },
        );
      }
      if (aggregate.batch) {
        const assigned = await dispatchBatch(deps, aggregate, aggregate.batch.value, choose.ofBatch);
        if (assigned) return assigned;
        return;
      }
      const chosen = await choose.ofPackages(aggregate, waiting);
      if (isRefusal(chosen)) return chosen;
      const { next, operations } = assignProviders(aggregate, chosen, toInstant(deps.clock.now()));
      if ((await deps.table.write(operations)).ok) return next;
    },
    FEW_TRIES,
  );
  return (
    dispatched ?? jobContention(`Job "${id}" was being changed by others; send the request again.`, { id })
  );
}
