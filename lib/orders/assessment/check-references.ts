import type { Order } from '../order.ts';
import { isGiven } from '../rules/address-parts.ts';
import { show } from '../rules/define-rule.ts';
import type { Draft } from './draft.ts';

/** Says whether the organization has a dispatch strategy. */
export interface StrategyDirectory {
  exists(organizationId: string, strategyId: string): Promise<boolean>;
}

/**
 * Whatever an order names has to exist. A strategy that was found before is not looked up again; stores, zones and
 * windows are found where the order is filled from them.
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
        `dispatchStrategyId ${show(dispatchStrategyId)} is not a dispatch strategy of this organization; send the id of one, or null for none.`,
      );
    }
  }
}
