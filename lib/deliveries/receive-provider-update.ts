import type { Refusal } from '../core/refusal.ts';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from '../jobs/index.ts';
import type { ProviderUpdate } from '../providers/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { deliveryNotFound } from './refusals.ts';
import { updateDelivery } from './update-delivery.ts';

/**
 * Takes in what the adapter of a provider read from a message. The update may come twice, late and out of order. It must
 * name the delivery by our id and come from the provider that carries it.
 */
export async function receiveProviderUpdate(
  from: { readonly organizationId: string; readonly providerId: string },
  update: ProviderUpdate,
  deps: Pick<CoreDeps, 'table' | 'clock' | 'log'>,
): Promise<Delivery | Refusal> {
  const { organizationId, providerId } = from;
  const { deliveryId, providerDeliveryId, status, ...facts } = update;
  if (deliveryId === undefined) return deliveryNotFound('The update names no delivery.');
  const may = (delivery: Delivery) =>
    delivery.providerId === providerId &&
    (delivery.providerDeliveryId === null ||
      providerDeliveryId === undefined ||
      delivery.providerDeliveryId === providerDeliveryId);
  if (status !== undefined && !isStatus(status)) {
    deps.log.warn(
      'deliveries.unknown-status',
      'A provider reported a status that its adapter should translate.',
      {
        deliveryId,
        providerId,
        reported: status,
      },
    );
  }
  const known = isStatus(status) ? { status } : {};
  return updateDelivery({ organizationId, deliveryId, may }, { ...facts, ...known }, deps);
}

function isStatus(status: string | undefined): status is DeliveryStatus {
  return DELIVERY_STATUSES.some((known) => known === status);
}
