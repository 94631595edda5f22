import { toInstant } from '../../../platform/core/clock.ts';
import { partId } from '../../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Operation } from '../../../platform/table/index.ts';
import type { Configuration, Task } from '../../jobs/index.ts';
import { askForQuotes, jobQuoteId, type QuoteRound, type StoredQuote } from '../../quotes/index.ts';
import { type Attempt, assign } from '../attempts/open-attempt.ts';
import { keptFields, type PackagePatch } from './input-of-package.ts';
import { maxFeeOf } from '../choice/max-fee-of.ts';
import { type InForce, orEscalated } from '../choice/or-escalated.ts';
import { shipmentOf } from '../choice/shipment-of.ts';
import { claimIdentifiersOf } from '../claims/claim-identifiers.ts';
import { chosenFor, type DispatchPlan, planJobDispatch } from '../departure/plan-job-dispatch.ts';
import { type ChosenStrategy, strategyFor } from '../rules/strategy-for.ts';
import type { JobInput } from './job-fields.ts';
import type { JobCreator, JobDeps } from './job-request.ts';
import { packageOfInput } from './package-of-input.ts';

/** A requested job, checked, claimed and quoted, but not written yet. */
export interface PreparedJob extends InForce {
  /** The rule that chose the strategy. */
  readonly dispatchRule: ChosenStrategy['dispatchRule'];
  readonly configuration: Configuration;
  /** The writes that claim its identifiers. */
  readonly claims: readonly Operation[];
  readonly round: QuoteRound;
  readonly plan: DispatchPlan;
  /** The quote with which it goes out now, or why it cannot; undefined when it waits. */
  readonly winner: StoredQuote | Refusal | undefined;
}

/** Prepares a job without an order. `before` is its configuration when it exists and is changed by `patch`. */
export async function prepareJob(
  deps: JobDeps,
  actor: JobCreator,
  input: JobInput,
  of: {
    readonly jobId: string;
    readonly strategyId: string | null | undefined;
    readonly before?: Configuration;
    /** The caller's changes. */
    readonly patch?: PackagePatch;
  },
): Promise<PreparedJob | Refusal> {
  const { organizationId } = actor;
  const { jobId, before, patch = {} } = of;
  const made = await packageOfInput(deps, actor, input, jobId);
  if (isRefusal(made)) return made;
  const item = before ? { ...made, ...keptFields(before.package, made, patch) } : made;
  const facts = { organizationId, package: item, jobMetadata: input.jobMetadata ?? {}, isBatch: false };
  const chosen = await strategyFor(deps, facts, of.strategyId);
  if (isRefusal(chosen)) return chosen;
  const { strategy, dispatchRule } = chosen;
  const configuration: Configuration = before
    ? { ...before, package: item }
    : {
        organizationId,
        jobId,
        id: partId('cfg', jobId, 'c1'),
        position: 1,
        orderId: null,
        package: item,
        canceledAt: null,
        exhaustedAt: null,
      };
  const claims = await claimIdentifiersOf(deps, input, configuration, before?.package.externalIdentifier);
  if (isRefusal(claims)) return claims;
  // The time distinguishes rounds: an id of an earlier round must not refer to a new quote.
  const now = deps.clock.now();
  const quoteId = (index: number) => jobQuoteId(jobId, configuration.position, now, index);
  const shipment = shipmentOf(item);
  const ask = (under: InForce) => askForQuotes(deps, { organizationId, shipment, quoteId, ...under });
  const own = { organizationId, strategy, maxFeeCents: maxFeeOf(strategy), escalatedFrom: [] };
  const round = await ask(own);
  const plan = planJobDispatch(input, item, strategy, toInstant(now));
  const prepared = { ...own, dispatchRule, configuration, claims, round, plan, winner: undefined };
  if (plan !== 'now') return prepared;
  const choice = await orEscalated(deps, own, async (under) => {
    const asked = under === own ? round : await ask(under);
    const winner = chosenFor(deps, configuration, under.strategy, asked, under.maxFeeCents);
    return isRefusal(winner) ? winner : { round: asked, winner };
  });
  return isRefusal(choice)
    ? { ...prepared, winner: choice }
    : { ...prepared, ...choice.under, ...choice.found };
}

/** The attempt with which a prepared job goes out now; undefined when it waits. */
export function attemptOf(
  { winner, configuration }: PreparedJob,
  task: Task,
  at: string,
): Attempt | undefined {
  return winner === undefined || isRefusal(winner) ? undefined : assign(task, winner, configuration, at);
}
