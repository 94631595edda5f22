import { defineRefusal } from './refusal.ts';

/** A field, parameter or header that is not of the documented shape. `details.fields` names each one. */
export const validationErrors = defineRefusal({
  code: 'VALIDATION_ERRORS',
  status: 422,
  summary:
    'A parameter or field is missing or not of the documented shape; `details.fields` says which and why.',
});

/** The state of things is against it. Areas declare their own more exact codes. */
export const conflict = defineRefusal({
  code: 'CONFLICT',
  status: 409,
  summary: 'The present state does not allow the request.',
});
