import { defineRefusal } from '../../platform/core/refusal.ts';

export const windowNotFound = defineRefusal<{ id?: string; deliveryWindowId?: string }>({
  code: 'NOT_FOUND',
  summary: 'No delivery window that is visible to the caller has this id.',
});

export const invalidWindow = defineRefusal<{
  fields: Readonly<Record<string, string>>;
  unknownIds?: readonly string[];
}>({
  code: 'VALIDATION_ERRORS',
  summary:
    'A field of a delivery window contradicts the others, or an id is unknown; `details` says which. Nothing was written.',
});

export const windowFull = defineRefusal<{
  maximumCapacity: number | null;
  remainingCapacity: number | null;
  requestedCapacity: number;
}>({
  code: 'CONFLICT',
  summary: 'The window has too little capacity left; `details.remainingCapacity` says how much.',
});

export const windowInUse = defineRefusal<{ id: string; usedBy: readonly string[] }>({
  code: 'CONFLICT',
  summary: 'Orders are booked into the window; `details.usedBy` names them.',
});

export const windowClosed = defineRefusal<{ reason: string; deliveryWindowId?: string }>({
  code: 'DISALLOWED_OPERATION',
  summary:
    'The order cannot be booked into the window: the window is disabled or past its cutoff, or the order does not meet its conditions. `details.reason` says which.',
});

export const noBooking = defineRefusal<{ orderId: string; expiresAt?: string }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The order has no booking that can be confirmed or revoked.',
});
