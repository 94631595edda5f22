import type { Order } from '../../orders/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';

/** Fee in cents above which no provider is chosen automatically: the order's limit beats the strategy's. Null = none. */
export function maxFeeOf(
  strategy: StrategySettings,
  order: Pick<Order, 'maxDeliveryFeeCents'> = {},
): number | null {
  return order.maxDeliveryFeeCents ?? (strategy.enableMaxDeliveryFee ? strategy.maxDeliveryFeeCents : null);
}
