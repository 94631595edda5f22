import { defineRefusal } from '../core/refusal.ts';

export const windowNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No delivery window that is visible to the caller has this id.',
});

export const invalidWindow = defineRefusal({
  code: 'VALIDATION_ERRORS',
  status: 422,
  summary:
    'A field of a delivery window does not fit to the others, or an id of a list is unknown; `details` says which. Nothing was written.',
});

export const windowFull = defineRefusal({
  code: 'CONFLICT',
  status: 409,
  summary: 'The window has too little capacity left; `details.remainingCapacity` is what is left.',
});

export const windowInUse = defineRefusal({
  code: 'CONFLICT',
  status: 409,
  summary: 'Orders are booked into the window; `details.usedBy` names them.',
});

export const windowClosed = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  status: 400,
  summary:
    'The window takes no booking of this order: it is disabled or past its cutoff, or the order does not meet its conditions. `details.reason` says which.',
});

export const noBooking = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  status: 400,
  summary: 'The order has no booking that can be confirmed or revoked.',
});

export const windowContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'Others were changing the same window at that moment; send the request again.',
});
