import { defineFields } from './define-field.ts';

/** Fields of the delivery that carries out a task (specification 2.5). */
export const deliveryFields = defineFields('delivery', {
  text: [
    'id',
    'status',
    'type',
    'currency',
    'courierName',
    'courierPhoneNumber',
    'courierPickupPhoneNumber',
    'courierDropoffPhoneNumber',
    'courierProfileImage',
    'providerDeliveryId',
    'providerBatchId',
    'trackingUrl',
  ],
  number: [
    'price',
    'priceCents',
    'totalPriceCents',
    'taxAmountCents',
    'tollFeeCents',
    'waitFeeCents',
    'waitTimeMinutes',
    'cancellationFeeCents',
    'returnFeeCents',
    'insuranceFeeCents',
    'nashFeeCents',
    'courierLocation.lat',
    'courierLocation.lng',
  ],
  boolean: ['isActive'],
  date_time: ['createdAt', 'pickupEta', 'dropoffEta', 'dropoffDeadline'],
  list: ['statusHistory', 'documents', 'proofOfDelivery', 'pickedItems'],
  json: ['courierVehicle', 'otherProviderFees', 'totalPriceBreakdown'],
  event: ['custom_event'],
});
