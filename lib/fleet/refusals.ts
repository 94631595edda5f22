import { defineRefusal } from '../core/refusal.ts';

export const fleetNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No driver group, driver, vehicle or shift that is visible to the caller has this id.',
});

export const fleetIdTaken = defineRefusal({
  code: 'RESOURCE_ALREADY_EXISTS',
  status: 400,
  summary: 'Another one of the organization carries this external identifier; `details.id` names it.',
});

export const invalidFleetInput = defineRefusal({
  code: 'VALIDATION_ERRORS',
  status: 422,
  summary:
    'A field does not fit to the others, or names something unknown; `details.unknownIds` lists unknown ids. Nothing was written.',
});

/** The specification answers a driver that cannot be made with 400 (section 7). */
export const invalidCourier = defineRefusal({
  code: 'VALIDATION_ERRORS',
  status: 400,
  summary: 'The driver is not valid; `details.fields` says which field and why.',
});

export const fleetContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'Others were changing the same thing at that moment; send the request again.',
});
