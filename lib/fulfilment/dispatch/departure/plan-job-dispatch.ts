import { toInstant } from '../../../platform/core/clock.ts';
import type { Configuration, Package } from '../../jobs/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import { chooseQuote, refuseEligibility } from '../choice/choose-quote.ts';
import { refuseWithoutWindows } from '../choice/refuse-without-windows.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import type { JobInput } from '../intake/job-fields.ts';
import { dueInstant } from './due-instant.ts';

/** When a job goes out: `now`, at a later time, or on request. */
export type DispatchPlan = 'now' | 'wait' | { readonly dueAt: string };

/** When a requested job goes out (decision B11). */
export function planJobDispatch(
  input: Pick<JobInput, 'quoteRequestOnly' | 'autodispatch'>,
  item: Package,
  strategy: StrategySettings,
  at: string,
): DispatchPlan {
  if (input.quoteRequestOnly) return 'wait';
  if (input.autodispatch) return 'now';
  if (!strategy.enableAutoDispatch) return 'wait';
  const dueAt = dueInstant({ ...item, deliveryMode: item.packageDeliveryMode }, strategy);
  return dueAt <= at ? 'now' : { dueAt };
}

/** When a batch goes out: all packages together, when the first of them is due. */
export function planBatchDispatch(
  packages: readonly Package[],
  strategy: StrategySettings,
  at: string,
): DispatchPlan {
  const plans = packages.map((item) => planJobDispatch({}, item, strategy, at));
  const due = plans.flatMap((plan) => (typeof plan === 'object' ? [plan.dueAt] : [])).sort()[0];
  if (plans.includes('now')) return 'now';
  return due === undefined ? 'wait' : { dueAt: due };
}

/** The time at which a job goes out automatically, as stored with the job. */
export function dispatchInstant(plan: DispatchPlan): string | null {
  return typeof plan === 'object' ? plan.dueAt : null;
}

/** The best quote of a round for a job that goes out now, or why there is none. */
export function chosenFor(
  deps: DispatchDeps,
  { package: item, jobId }: Configuration,
  strategy: StrategySettings,
  round: Parameters<typeof chooseQuote>[1] & { readonly hasEligibleProviders: boolean },
  maxFeeCents: number | null,
): ReturnType<typeof chooseQuote> {
  const refusal = refuseWithoutWindows(
    { ...item, id: jobId, deliveryMode: item.packageDeliveryMode },
    toInstant(deps.clock.now()),
  );
  if (refusal) return refusal;
  return round.hasEligibleProviders
    ? chooseQuote(deps, round, maxFeeCents)
    : refuseEligibility(strategy, round);
}
