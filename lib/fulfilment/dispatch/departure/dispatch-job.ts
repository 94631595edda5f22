import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { FEW_TRIES } from '../../../platform/core/retry-lost-race.ts';
import type { JobAggregate } from '../../jobs/index.ts';
import { assignProvider } from '../attempts/assign-provider.ts';
import { waitsForProvider } from '../attempts/waiting-of.ts';
import { type ChosenProvider, chooseForJob } from '../choice/choose-provider.ts';
import { quotesOf } from '../choice/quote-job.ts';
import { refuseQuote, unknownQuote } from '../choice/refuse-quote.ts';
import { refuseJobWithoutWindows } from '../choice/refuse-without-windows.ts';
import { inForce } from '../choice/with-escalation.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { findJob, type JobActor } from '../find-job.ts';
import { jobStateForbids } from '../refusals.ts';

/** What is known of a repeated request: its first attempt may have been carried out without its answer arriving. */
export interface Repetition {
  readonly resumed: boolean;
}

/** Dispatches a job that was created without a provider, by its strategy. */
export async function autodispatchJob(
  deps: DispatchDeps,
  actor: JobActor,
  id: string,
  { resumed }: Repetition,
): Promise<JobAggregate | Refusal> {
  return dispatchWaiting(deps, actor, id, {
    isDone: (job) => resumed && quotesOf(job).winnerQuoteId !== null,
    choose: (job) => chooseForJob(deps, job),
  });
}

/** Dispatches a job with the provider of one of its quotes. */
export async function selectJobQuote(
  deps: DispatchDeps,
  actor: JobActor,
  of: { readonly jobId: string; readonly quoteId: string },
  { resumed }: Repetition,
): Promise<JobAggregate | Refusal> {
  const { jobId, quoteId } = of;
  const found = await findJob(deps.table, actor, jobId);
  if (isRefusal(found)) return unknownQuote(quoteId);
  const isDone = (job: JobAggregate) => resumed && quotesOf(job).winnerQuoteId === quoteId;
  const choose = async (job: JobAggregate) => {
    const now = toInstant(deps.clock.now());
    const configurations = job.configurations.map(({ value }) => value);
    const windowless = refuseJobWithoutWindows(configurations, now);
    if (windowless) return windowless;
    const round = quotesOf(job);
    const winner = [...round.quotes, ...round.failedQuotes].find(({ id }) => id === quoteId);
    if (!winner) return unknownQuote(quoteId);
    const remedy = 'Refresh the quotes of the job and select one of the new ones.';
    return (
      refuseQuote(winner, now, remedy) ?? { winner, round, under: inForce(job.job.value), isSelected: true }
    );
  };
  return dispatchWaiting(deps, actor, jobId, { isDone, choose });
}

async function dispatchWaiting(
  deps: DispatchDeps,
  actor: JobActor,
  id: string,
  {
    isDone,
    choose,
  }: {
    /** Whether an earlier attempt of this request, which ended without an answer, dispatched it. */
    readonly isDone: (job: JobAggregate) => boolean;
    readonly choose: (job: JobAggregate) => Promise<ChosenProvider | Refusal>;
  },
): Promise<JobAggregate | Refusal> {
  return commit(
    deps,
    { what: 'job', id },
    async () => {
      const job = await findJob(deps.table, actor, id);
      if (isRefusal(job)) return job;
      if (!waitsForProvider(job)) {
        if (isDone(job)) return job;
        const { id: jobId, summary } = job.job.value;
        const { status, isActive } = summary;
        return jobStateForbids(
          `Job ${jobId} ${isActive ? 'already has a provider' : 'has ended'} (${status}); only a job that waits for a provider can be dispatched.`,
          { jobId, status },
        );
      }
      const chosen = await choose(job);
      return isRefusal(chosen) ? chosen : assignProvider(deps, job, chosen);
    },
    FEW_TRIES,
  );
}
