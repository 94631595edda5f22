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

/** A valid key without the necessary permission. */
export const forbidden = defineRefusal({
  code: 'FORBIDDEN',
  summary: 'The caller does not have the permission, or may not access the requested resource.',
});

/** Nothing of this kind is visible to the caller. Areas declare their own more exact codes. */
export const notFound = defineRefusal({
  code: 'NOT_FOUND',
  summary: 'Nothing visible to the caller has this id, or the path does not exist.',
});
