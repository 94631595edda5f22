import type { Refusal } from '../core/refusal.ts';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from '../jobs/index.ts';
import type { ProviderUpdate } from '../providers/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { deliveryNotFound } from './refusals.ts';
import { updateDelivery } from './update-delivery.ts';

/**
 * Takes in what a provider's adapter read from a message. The update may come twice, late and out of order. It must name
 * the delivery by our id and come from the provider that carries it, when it says who it is.
 */
export async function receiveProviderUpdate(
  organizationId: string,
  update: ProviderUpdate,
  deps: Pick<CoreDeps, 'table' | 'clock' | 'log'>,
): Promise<Delivery | Refusal> {
  const { deliveryId, providerDeliveryId, status, ...facts } = update;
  if (deliveryId === undefined) return deliveryNotFound('The update names no delivery.');
  const may = (delivery: Delivery) =>
    delivery.providerDeliveryId === null ||
    providerDeliveryId === undefined ||
    delivery.providerDeliveryId === providerDeliveryId;
  const known = isStatus(status) ? { status } : {};
  const { proofOfDelivery: _proofs, ...rest } = facts;
  return updateDelivery({ organizationId, deliveryId, may }, { ...rest, ...known }, deps);
}

function isStatus(status: string | undefined): status is DeliveryStatus {
  return DELIVERY_STATUSES.some((known) => known === status);
}
