import { listOptimizationStrategies } from '../../lib/fleet/planning/index.ts';
import { findStrategiesEscalatingTo } from '../../lib/fulfilment/strategies/index.ts';
import { listShops } from '../../lib/operations/shops/index.ts';
import type { Referrer } from '../../lib/platform/core/reference-refusals.ts';
import type { CoreDeps } from '../../lib/platform/runtime/index.ts';
import { findTriggersOfStrategy } from '../../lib/reactions/notifications/index.ts';

/**
 * What names a dispatch strategy, other than workflows and orders: strategies that escalate to it, optimization
 * strategies, shops and notification triggers. 5 calls.
 */
export async function strategyReferrers(
  deps: Pick<CoreDeps, 'table'>,
  organizationId: string,
  id: string,
): Promise<readonly Referrer[]> {
  const [strategies, planning, shops, triggers] = await Promise.all([
    findStrategiesEscalatingTo(deps.table, organizationId, id),
    listOptimizationStrategies(deps, organizationId),
    listShops(deps.table, organizationId),
    findTriggersOfStrategy(deps.table, organizationId, id),
  ]);
  return [
    ...strategies,
    ...planning
      .filter(({ value: { isDeleted, settings } }) => !isDeleted && namesOf(settings).includes(id))
      .map(({ value }) => ({ type: 'optimization_strategy', id: value.id })),
    ...shops
      .filter(({ value }) => value.dispatchStrategyId === id)
      .map(({ value }) => ({ type: 'shop', id: value.id })),
    ...triggers,
  ];
}

/** The dispatch strategies of an optimization strategy. */
function namesOf({
  unassignedOrdersOptionsGroupId,
  contractOptimizationOverrideParameters,
}: Awaited<ReturnType<typeof listOptimizationStrategies>>[number]['value']['settings']) {
  return [
    unassignedOrdersOptionsGroupId,
    ...contractOptimizationOverrideParameters.map(({ dispatchStrategyId }) => dispatchStrategyId),
  ];
}
