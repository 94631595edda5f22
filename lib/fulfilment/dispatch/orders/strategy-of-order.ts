import type { Order } from '../../../ordering/orders/index.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { packageOfOrder } from '../intake/package-of-order.ts';
import { type ChosenStrategy, strategyFor } from '../rules/strategy-for.ts';

/** The strategy of an order: its own, or the one that the organization's rules choose. */
export async function strategyOfOrder(
  deps: Pick<DispatchDeps, 'table' | 'clock'>,
  order: Order,
): Promise<ChosenStrategy | Refusal> {
  const { organizationId, id, orderMetadata = {}, dispatchStrategyId } = order;
  const item = packageOfOrder(order, `job_${id.slice('ord_'.length)}`);
  return strategyFor(
    deps,
    { organizationId, package: item, jobMetadata: orderMetadata, isBatch: false },
    dispatchStrategyId,
  );
}
