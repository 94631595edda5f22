import { defineRefusal } from '../../platform/core/refusal.ts';

export const invalidTemplate = defineRefusal({
  code: 'VALIDATION_ERRORS',
  summary: 'A field of a template is not valid; `details.fields` says which. Nothing was written.',
});

export const templateContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  summary: 'Others were changing the same template at that moment; send the request again.',
});
