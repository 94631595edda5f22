import type { Package } from '../../jobs/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import { dueInstant } from './due-instant.ts';

/** When a job goes out: `now`, at a later time, or on request. */
export type DispatchPlan = 'now' | 'wait' | { readonly dueAt: string };

/** When a requested job goes out (decision B11). */
export function planJobDispatch(
  input: { readonly quoteRequestOnly?: boolean | undefined; readonly autodispatch?: boolean | undefined },
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
