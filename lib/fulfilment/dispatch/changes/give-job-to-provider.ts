import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { FEW_TRIES } from '../../../platform/core/retry-lost-race.ts';
import { readTimer } from '../../../platform/timers/index.ts';
import {
  advancedTask,
  type Batch,
  changeJob,
  deliveryOf,
  type JobAggregate,
  wasPickedUp,
} from '../../jobs/index.ts';
import {
  assignPackages,
  type JobStep,
  planAssignment,
  providerOf,
  stepOfBatch,
} from '../attempts/assign-provider.ts';
import { watchHandover } from '../attempts/open-attempt.ts';
import { choiceOf } from '../attempts/plan-next-attempt.ts';
import { waitsForProvider } from '../attempts/waiting-of.ts';
import { chooseForJob } from '../choice/choose-provider.ts';
import { chooseQuote, refuseEligibility } from '../choice/choose-quote.ts';
import { quoteJob } from '../choice/quote-job.ts';
import { type EffectiveStrategy, underStrategy } from '../choice/with-escalation.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { handoverTimer } from '../events.ts';
import { findJob, type JobActor } from '../find-job.ts';
import { jobIsBusy, jobStateForbids } from '../refusals.ts';
import { canBeWithdrawn, withdrawn } from '../withdrawal/begin-withdrawal.ts';
import { refuseWithoutOthers } from './reassign-task.ts';

const REASON = 'Assigned to another provider.';

/** The provider that gets a job, and the driver of the own fleet to whom it is given there, if a person names one. */
export interface Recipient {
  readonly providerId: string;
  readonly driverId?: string | null | undefined;
}

/**
 * Gives all packages of a job to this provider, at a new quote of it. Workers take them from the provider that has them, and it
 * gets each only once it was released; a package that is not released stays. Refused, with the job unchanged, when the provider
 * offers nothing, and once a package was picked up. Repeating it does nothing.
 */
export async function giveJobToProvider(
  deps: DispatchDeps,
  actor: JobActor,
  of: Recipient & { readonly jobId: string },
): Promise<JobAggregate | Refusal> {
  return commit(
    deps,
    { what: 'job', id: of.jobId },
    async () => {
      const found = await findJob(deps.table, actor, of.jobId);
      if (isRefusal(found)) return found;
      if (holderOf(found) === of.providerId) return found;
      const step = refuseGiving(found) ?? (await planGiving(deps, found, of));
      if (isRefusal(step)) return step;
      if (!(await deps.table.write(step.operations)).ok) return;
      return assignPackages(deps, step.next);
    },
    FEW_TRIES,
  );
}

/** The provider that carries the job, or will once it was released elsewhere. */
function holderOf(job: JobAggregate): string | null {
  if (job.batch) return job.batch.value.providerId;
  const [configuration] = job.configurations;
  return (configuration && advancedTask(job, configuration.value.id)?.providerId) ?? null;
}

function refuseGiving(job: JobAggregate): Refusal | undefined {
  const { id: jobId, canceledAt, summary } = job.job.value;
  const details = { jobId, status: summary.status };
  if (canceledAt !== null || !summary.isActive) {
    return jobStateForbids(`Job ${jobId} has ended (${summary.status}) and keeps its provider.`, details);
  }
  if (job.tasks.some(({ value }) => wasPickedUp(deliveryOf(job, value)))) {
    return jobStateForbids(
      `A courier already has a package of job ${jobId}, so it cannot go to another provider.`,
      details,
    );
  }
  return undefined;
}

async function planGiving(
  deps: DispatchDeps,
  job: JobAggregate,
  { providerId, driverId = null }: Recipient,
): Promise<JobStep | Refusal> {
  const { strategy, maxFeeCents, escalatedFrom } = job.job.value;
  const only = { ...strategy, allowedProviders: [providerId], escalateToOptionsGroupId: null };
  const under = { strategy: only, maxFeeCents, escalatedFrom, driverId };
  const asked = underStrategy(job, under);
  if (!waitsForProvider(job)) {
    return job.batch ? moveBatch(deps, asked, job.batch.value, under) : giveTask(deps, asked, under);
  }
  const chosen = await chooseForJob(deps, asked, { quotes: [], failedQuotes: [] });
  if (isRefusal(chosen)) return chosen;
  return planAssignment(job, { ...chosen, under }, toInstant(deps.clock.now()));
}

/** A batch that has a provider: a worker takes its packages from that one. */
async function moveBatch(
  deps: DispatchDeps,
  job: JobAggregate,
  batch: Batch,
  under: EffectiveStrategy,
): Promise<JobStep | Refusal> {
  const { id: jobId, createdAt } = job.job.value;
  const [wanted] = under.strategy.allowedProviders ?? [];
  if (batch.phase !== 'settled' || batch.providerId === null) {
    return jobIsBusy(
      `Job ${jobId} is being handed to ${batch.providerId}. Send the request again in a moment.`,
      { jobId },
    );
  }
  // One that had the batch before may have it again when a person says so.
  const formerProviderIds = batch.formerProviderIds.filter((id) => id !== wanted);
  const round = await quoteJob(deps, job, { excluded: formerProviderIds });
  if (!round.hasEligibleProviders) return refuseEligibility(under.strategy, round);
  const winner = chooseQuote(deps, round, under.maxFeeCents);
  if (isRefusal(winner)) return winner;
  const at = toInstant(deps.clock.now());
  const moved: Batch = {
    ...batch,
    quotes: [...round.quotes],
    failedQuotes: [...round.failedQuotes],
    ...providerOf(winner),
    isSelected: true,
    decidedAt: at,
    formerProviderIds: [...formerProviderIds, batch.providerId],
    formerChoices: [...batch.formerChoices, choiceOf(batch, createdAt)],
  };
  return stepOfBatch(job, { job: under, batch: moved }, at);
}

/** A job of one package: its task is withdrawn, and the next attempt asks the only provider that is left. */
async function giveTask(
  deps: DispatchDeps,
  job: JobAggregate,
  under: EffectiveStrategy,
): Promise<JobStep | Refusal> {
  const configuration = job.configurations[0]?.value;
  const task = configuration && advancedTask(job, configuration.id);
  const stored = task && job.tasks.find(({ value }) => value.id === task.id);
  const { id: jobId, summary } = job.job.value;
  if (!configuration || !stored || !canBeWithdrawn({ aggregate: job, stored, configuration })) {
    return jobStateForbids(`Job ${jobId} is ${summary.status} and keeps its provider.`, {
      jobId,
      status: summary.status,
    });
  }
  if (stored.value.handover.phase === 'withdraw') {
    return jobIsBusy(
      `The package of job ${jobId} is being taken from its provider. Send the request again in a moment.`,
      { jobId },
    );
  }
  const nobody = await refuseWithoutOthers(deps, { aggregate: job, stored, configuration });
  if (nobody) return nobody;
  const { organizationId, id: subject } = stored.value;
  const timer = await readTimer(deps.table, { organizationId, kind: handoverTimer, subject });
  const at = toInstant(deps.clock.now());
  const handover = withdrawn(stored.value, { cause: 'reassign', reason: REASON });
  const changed = changeJob(job, { job: under, tasks: [{ ...stored.value, handover, updatedAt: at }] }, at);
  return {
    next: changed.next,
    operations: [...changed.operations, ...watchHandover(stored.value, at, timer, 0)],
  };
}
