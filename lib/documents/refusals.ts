import { defineRefusal } from '../core/refusal.ts';

export const documentNotFound = defineRefusal({
  code: 'MISSING_RESOURCE',
  status: 404,
  summary: 'No document or delivery visible to this API key has this id.',
});

export const tooManyDocuments = defineRefusal({
  code: 'CONFLICT',
  status: 409,
  summary: 'The delivery has as many documents as it can have.',
});

export const contentUnfit = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary: 'Nothing was uploaded, or the content is not of the announced type and size.',
});

export const documentContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'Someone else was changing the same document at that moment; send the request again.',
});
