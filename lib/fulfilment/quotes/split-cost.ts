import type { StrategySettings } from '../strategies/index.ts';

/**
 * Splits the price of a delivery (contract-facts 6.2): the customer pays up to the strategy's limit, a fixed
 * amount (`price`) or a share of the total (`percentage`, a fraction); the business pays the rest. Without a
 * split the business pays all.
 */
export function splitCost(
  totalPriceCents: number,
  strategy: Pick<
    StrategySettings,
    'costSplitStrategy' | 'costSplitMaxFixedPriceCents' | 'costSplitMaxPercentage'
  >,
): { readonly costSplitCustomerCents: number; readonly costSplitBusinessCents: number } {
  const limit = customerLimit(totalPriceCents, strategy);
  const costSplitCustomerCents = Math.min(totalPriceCents, limit);
  return { costSplitCustomerCents, costSplitBusinessCents: totalPriceCents - costSplitCustomerCents };
}

function customerLimit(
  totalPriceCents: number,
  strategy: Pick<
    StrategySettings,
    'costSplitStrategy' | 'costSplitMaxFixedPriceCents' | 'costSplitMaxPercentage'
  >,
): number {
  switch (strategy.costSplitStrategy) {
    case 'none':
      return 0;
    case 'price':
      return strategy.costSplitMaxFixedPriceCents ?? 0;
    case 'percentage':
      return Math.round(totalPriceCents * (strategy.costSplitMaxPercentage ?? 0));
  }
}
