import { defineRefusal } from '../../../platform/core/refusal.ts';

/** No delivery with this id is visible to the caller, or the caller may not move it. */
export const deliveryNotFound = defineRefusal<{ deliveryId?: string }>({
  code: 'DELIVERY_NOT_FOUND',
  summary: 'No such delivery of the own fleet or of a simulated provider.',
});

/** The delivery has ended; its status stays as it is. */
export const deliveryIsOver = defineRefusal<{ deliveryId: string; status: string }>({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The delivery has reached a terminal status, which never changes; `details.status` names it.',
});

/** The delivery has as many proofs, items and fees as it can store. */
export const deliveryIsFull = defineRefusal<{ deliveryId: string; field: string; limit: number }>({
  code: 'DISALLOWED_OPERATION',
  status: 400,
  summary:
    'The delivery cannot keep more proofs, picked items or fees. `details.field` names what to leave out of the update, and `details.limit` the limit.',
});

/** Simulation of something that is not simulated. */
export const notSimulated = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  summary: 'Deliveries can be simulated only outside production, and only those of a simulated provider.',
});

/** The package requires a proof that the delivery does not have. */
export const proofMissing = defineRefusal<{ deliveryId: string; missing: readonly string[] }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The package requires a proof before this status; `details.missing` names it.',
});

/** The pincode is not the recipient's, or was wrong too often. */
export const pincodeWrong = defineRefusal<{ deliveryId: string; field: string; triesLeft: number }>({
  code: 'INVALID_VALUE',
  summary: "The pincode is not the recipient's. After five wrong pincodes no more are accepted.",
});
