import { findOptimizationsBy } from '../../../lib/fleet/planning/index.ts';
import { findEscalatingTo } from '../../../lib/fulfilment/strategies/index.ts';
import { listShops } from '../../../lib/operations/shops/index.ts';
import type { Referrer } from '../../../lib/platform/core/reference-refusals.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { findTriggersOfStrategy } from '../../../lib/reactions/notifications/index.ts';

/** Settings that name a dispatch strategy, besides workflows. Orders may: they need another one once it is gone. */
export async function strategyReferrers(
  ctx: Parameters<typeof preferencesOf>[0],
  id: string,
): Promise<readonly Referrer[]> {
  const { table, organizationId } = ctx;
  const { defaultDispatchStrategyId } = await preferencesOf(ctx);
  const found = await Promise.all([
    findEscalatingTo(table, organizationId, id),
    findOptimizationsBy(ctx, organizationId, id),
    findTriggersOfStrategy(table, organizationId, id),
    shopsOf(ctx, id),
  ]);
  return [
    ...(defaultDispatchStrategyId === id ? [{ type: 'organization', id: organizationId }] : []),
    ...found.flat(),
  ];
}

async function shopsOf(
  { table, organizationId }: Parameters<typeof preferencesOf>[0],
  id: string,
): Promise<readonly Referrer[]> {
  return (await listShops(table, organizationId))
    .filter(({ value }) => value.dispatchStrategyId === id)
    .map(({ value }) => ({ type: 'shop', id: value.id }));
}
