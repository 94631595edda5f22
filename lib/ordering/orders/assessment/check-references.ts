import type { Order } from '../order.ts';
import { isGiven } from '../rules/address-parts.ts';
import { show } from '../rules/define-rule.ts';
import type { Draft } from './draft.ts';

/** Whether the organization has a dispatch strategy. */
export interface StrategyDirectory {
  exists(organizationId: string, strategyId: string): Promise<boolean>;
}

/**
 * Everything that an order refers to must exist. A strategy that was found before is not looked up again; stores, zones
 * and windows are found when the order is filled in from them.
 */
export async function checkReferences(
  draft: Draft,
  organizationId: string,
  strategies: StrategyDirectory,
  earlier: Order | undefined,
): Promise<void> {
  const { dispatchStrategyId } = draft.fields;
  const isKnown =
    earlier?.dispatchStrategyId === dispatchStrategyId && !earlier?.validationErrors.dispatchStrategyId;
  if (dispatchStrategyId !== undefined && isGiven(dispatchStrategyId) && !isKnown) {
    if (!(await strategies.exists(organizationId, dispatchStrategyId))) {
      draft.report(
        'dispatchStrategyId',
        'strategy-exists',
        `dispatchStrategyId is ${show(dispatchStrategyId)}, which is not a dispatch strategy of this organization; send an existing id, or null for none.`,
      );
    }
  }
}
