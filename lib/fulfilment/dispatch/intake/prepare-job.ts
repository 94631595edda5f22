import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Configuration, Job } from '../../jobs/index.ts';
import { jobQuoteId } from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import { chooseForNewJob, type NewChoice } from '../choice/choose-provider.ts';
import type { DispatchPlan } from '../departure/plan-job-dispatch.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { invalidValue, resourceAlreadyExists } from '../refusals.ts';
import { type ChosenStrategy, strategyFor } from '../rules/strategy-for.ts';
import { batchIdOf } from './plan-job.ts';

/** A requested job, quoted and with its provider chosen when it goes out now, but not written yet. */
export interface PreparedJob extends NewChoice {
  /** The rule that chose the strategy. */
  readonly dispatchRule: ChosenStrategy['dispatchRule'];
  readonly plan: DispatchPlan;
}

/** Chooses the strategy of a job with these packages, quotes them and, when it is due, chooses their provider. */
export async function prepareJob(
  deps: DispatchDeps,
  of: {
    readonly configurations: readonly Configuration[];
    /** The route whose job it is; absent for a job on its own. */
    readonly routeId?: string | undefined;
    readonly jobMetadata?: Job['jobMetadata'] | undefined;
    readonly strategyId: string | null | undefined;
    /** Only this provider may carry it. */
    readonly providerId?: string | undefined;
    readonly planOf: (strategy: StrategySettings, at: string) => DispatchPlan;
  },
): Promise<PreparedJob | Refusal> {
  const { configurations, jobMetadata = {}, strategyId, providerId, routeId = null } = of;
  const [first] = configurations;
  if (!first) throw new Error('A job has packages.');
  const { organizationId, jobId } = first;
  const isBatch = configurations.length > 1;
  const facts = { organizationId, package: first.package, jobMetadata, isBatch };
  const chosen = await strategyFor(deps, facts, strategyId);
  if (isRefusal(chosen)) return chosen;
  const only =
    providerId === undefined ? {} : { allowedProviders: [providerId], escalateToOptionsGroupId: null };
  const strategy = { ...chosen.strategy, ...only };
  const refusal = refuseMixedBatch(configurations);
  if (refusal) return refusal;
  // The time distinguishes rounds: an id of an earlier round must not refer to a new quote.
  const now = deps.clock.now();
  const plan = of.planOf(strategy, toInstant(now));
  const choice = await chooseForNewJob(deps, {
    organizationId,
    routeId,
    batchId: isBatch ? batchIdOf(jobId) : null,
    configurations,
    strategy,
    quoteId: (index) => jobQuoteId(jobId, isBatch ? 0 : 1, now, index),
    isDue: plan === 'now',
  });
  return { ...choice, dispatchRule: chosen.dispatchRule, plan };
}

/** Conflicts between packages. */
function refuseMixedBatch(configurations: readonly Configuration[]): Refusal | undefined {
  const [first] = configurations;
  const seen = new Map<string, number>();
  for (const [index, { package: item }] of configurations.entries()) {
    if (item.currency !== first?.package.currency) {
      return invalidValue(
        `packages[${index}]: currency is ${item.currency}, but that of packages[0] is ${first?.package.currency}. A batch has one price; send one currency.`,
        { field: `packages[${index}].currency`, package: index },
      );
    }
    const { externalIdentifier } = item;
    const other = externalIdentifier === null ? undefined : seen.get(externalIdentifier);
    if (other !== undefined) {
      return resourceAlreadyExists(
        `packages[${index}] has the same external identifier as packages[${other}], "${externalIdentifier}". Give each package its own.`,
        { externalIdentifier, package: index },
      );
    }
    if (externalIdentifier !== null) seen.set(externalIdentifier, index);
  }
  return undefined;
}
