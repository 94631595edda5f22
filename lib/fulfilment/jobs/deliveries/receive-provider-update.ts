import type { DeliveryStatus } from '../../../engines/vocabulary/index.ts';
import { DELIVERY_STATUSES } from '../../../engines/vocabulary/index.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { isWebAddress } from '../../../platform/core/web-address.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import type { ProviderUpdate } from '../../providers/index.ts';
import type { Delivery } from './delivery.ts';
import { deliveryNotFound } from './refusals.ts';
import { MAX_PROOFS_OF_UPDATE } from './refuse-overgrowth.ts';
import { updateDelivery } from './update-delivery.ts';

/**
 * Applies what a provider's adapter read from a message. The update may arrive twice, late and out of order.
 * It must name the delivery by our id and come from the provider that carries it.
 */
export async function receiveProviderUpdate(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'log'>,
  from: { readonly organizationId: string; readonly providerId: string },
  update: ProviderUpdate,
): Promise<Delivery | Refusal> {
  const { organizationId, providerId } = from;
  const { deliveryId, providerDeliveryId, status, ...facts } = update;
  if (deliveryId === undefined) return deliveryNotFound('The update does not name a delivery.');
  const may = (delivery: Delivery) =>
    delivery.providerId === providerId &&
    (delivery.providerDeliveryId === null ||
      providerDeliveryId === undefined ||
      delivery.providerDeliveryId === providerDeliveryId);
  if (status !== undefined && !isStatus(status)) {
    deps.log.warn(
      'deliveries.unknown-status',
      'A provider reported a status that its adapter does not translate.',
      {
        deliveryId,
        providerId,
        reported: status,
      },
    );
  }
  const { courier, proofOfDelivery } = facts;
  const known = {
    ...(isStatus(status) ? { status } : {}),
    ...(proofOfDelivery
      ? { proofOfDelivery: proofOfDelivery.filter(isUsable).slice(0, MAX_PROOFS_OF_UPDATE) }
      : {}),
    ...(courier?.profileImageUrl !== undefined && !isWebAddress(courier.profileImageUrl)
      ? { courier: { ...courier, profileImageUrl: undefined } }
      : {}),
  };
  return updateDelivery(
    deps,
    { organizationId, deliveryId, may, keepsWhatFits: true },
    { ...facts, ...known },
  );
}

/** A picture is shown to people, so that its address may not be a script. */
function isUsable(proof: NonNullable<ProviderUpdate['proofOfDelivery']>[number]): boolean {
  return !('imageUrl' in proof) || isWebAddress(proof.imageUrl);
}

function isStatus(status: string | undefined): status is DeliveryStatus {
  return DELIVERY_STATUSES.some((known) => known === status);
}
