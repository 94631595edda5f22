import { defineRefusal } from '../core/refusal.ts';

export const productNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No product of the organization has this id or external identifier.',
});

export const catalogueContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'Someone else was changing the same products at that moment; send the request again.',
});

export const unknownCatalogueReferences = defineRefusal({
  code: 'VALIDATION_ERRORS',
  status: 422,
  summary: 'A product or store location that is named does not exist; `details.unknownIds` lists them.',
});
