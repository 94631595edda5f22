import { defineRefusal } from './refusal.ts';

/** A field, parameter or header that is missing or not valid. `details.fields` names each one. */
export const validationErrors = defineRefusal({
  code: 'VALIDATION_ERRORS',
  summary: 'A parameter or field is missing or not valid; `details.fields` says which and why.',
});

/** The current state does not allow the request. Areas declare their own more exact codes. */
export const conflict = defineRefusal({
  code: 'CONFLICT',
  summary: 'The current state does not allow the request.',
});
