import { defineFields } from './define-field.ts';

/** Fields of a job, which merchants also call a delivery (specification 2.3). */
export const jobFields = defineFields('job', {
  text: [
    'id',
    'status',
    'portalUrl',
    'publicTrackingUrl',
    'externalIdentifier',
    'shortReferenceCode',
    'optionsGroup.id',
    'optionsGroup.label',
    'batch.id',
    'batch.type',
    'batch.providerId',
  ],
  number: ['batch.winnerQuote.priceCents', 'batch.winnerQuote.totalPriceCents'],
  boolean: ['isActive', 'isBatch', 'batch.providerIsInternal'],
  date_time: ['createdAt'],
  list: ['tags', 'batch.objectSequence', 'batch.stopTypes'],
  json: ['jobMetadata'],
  event: ['custom_event'],
});
