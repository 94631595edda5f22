import type { Order } from '../../../ordering/orders/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';

/** Fee in cents above which no provider is chosen automatically: the order's limit beats the strategy's. Null = none. */
export function maxFeeOf(
  strategy: StrategySettings,
  order: Pick<Order, 'maxDeliveryFeeCents'> = {},
): number | null {
  return order.maxDeliveryFeeCents ?? (strategy.enableMaxDeliveryFee ? strategy.maxDeliveryFeeCents : null);
}

/**
 * The fee limit of a job when another strategy takes over: the order's own limit stays, that of a strategy
 * goes with it.
 */
export function maxFeeUnder(
  next: Parameters<typeof maxFeeOf>[0],
  job: { readonly strategy: Parameters<typeof maxFeeOf>[0]; readonly maxFeeCents: number | null },
): number | null {
  return job.maxFeeCents === maxFeeOf(job.strategy) ? maxFeeOf(next) : job.maxFeeCents;
}
