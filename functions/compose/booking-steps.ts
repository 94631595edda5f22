import { type OrderDeps, releaseBooking, updateOrder } from '../../lib/ordering/orders/index.ts';
import { isLostRace } from '../../lib/platform/core/commit.ts';
import { isRefusal } from '../../lib/platform/core/refusal.ts';

/** The service itself, which sees every order of an organization. */
function systemCaller(organizationId: string) {
  return { organizationId, storeLocationIds: null, keyId: 'system', listShards: 1 };
}

/** Takes an order out of a window when its booking was not confirmed, or when it is archived or canceled. */
export function lapseBooking(
  deps: OrderDeps,
  organizationId: string,
  orderId: string,
  key?: string,
): Promise<void> {
  return releaseBooking(deps, systemCaller(organizationId), orderId, key);
}

/** Validates an order again, so that it takes the current times of its window. */
export async function reassessOrder(deps: OrderDeps, organizationId: string, orderId: string): Promise<void> {
  const outcome = await updateOrder(deps, systemCaller(organizationId), orderId, { fields: {} });
  if (isRefusal(outcome) && isLostRace(outcome)) throw new Error(outcome.message);
}
