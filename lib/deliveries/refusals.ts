import { defineRefusal } from '../core/refusal.ts';

/** No delivery with this id is visible to the caller, or it is not one that the caller may move. */
export const deliveryNotFound = defineRefusal({
  code: 'DELIVERY_NOT_FOUND',
  status: 404,
  summary: 'No such delivery of the own fleet or of a simulated provider.',
});

/** The delivery is over; its status stays as it is. */
export const deliveryIsOver = defineRefusal({
  code: 'INVALID_STATE_TRANSITION',
  status: 409,
  summary: 'The delivery has reached a terminal status, which never changes; `details.status` names it.',
});

/** Simulation on something that is no simulation. */
export const notSimulated = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  status: 400,
  summary: 'Deliveries can be simulated outside production only, and only those of a simulated provider.',
});

/** Somebody else was changing the job, twice. */
export const deliveryIsBusy = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'The delivery was being changed at that moment; send the update again.',
});

/** The package requires a proof that the delivery does not have. */
export const proofMissing = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  status: 400,
  summary: 'The package requires a proof before this status; `details.missing` names what is missing.',
});

/** The pincode is not the recipient's, or was wrong too often. */
export const pincodeWrong = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary: "The pincode is not the recipient's; after five wrong ones no other is taken.",
});
