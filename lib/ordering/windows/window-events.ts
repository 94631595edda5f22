import * as z from 'zod';
import { defineEvent } from '../../platform/events/index.ts';
import { defineTimer } from '../../platform/timers/index.ts';

const bookingData = z.object({
  orderId: z.string(),
  /** Id of the window in the API, with the day of a recurring one. */
  deliveryWindowId: z.string(),
  key: z.string(),
  status: z.enum(['booked', 'confirmed']).nullable(),
  capacity: z.int(),
  expiresAt: z.string().nullable(),
  startTime: z.string(),
  endTime: z.string(),
  cutoffTime: z.string(),
});
export type BookingEventData = z.infer<typeof bookingData>;

const bookingEvent = (name: string, summary: string) =>
  defineEvent<BookingEventData>({ name, schema: bookingData, summary });

export const windowBooked = bookingEvent('delivery_window.booked', 'An order was booked into a window.');
export const windowConfirmed = bookingEvent(
  'delivery_window.confirmed',
  'The booking of a window was confirmed.',
);
export const windowReleased = bookingEvent(
  'delivery_window.released',
  'An order left a window: its booking was revoked, expired or moved to another one.',
);

const refusedData = z.object({
  orderId: z.string(),
  /** Id of the window in the API, as it was asked for. */
  deliveryWindowId: z.string(),
  /** `CAPACITY_EXHAUSTED`, or what of the window or the order did not allow it, such as `CUTOFF_PASSED`. */
  reason: z.string(),
  storeLocationIds: z.array(z.string()),
  tags: z.array(z.string()),
  dispatchStrategyId: z.string().nullable(),
});
export type RefusedEventData = z.infer<typeof refusedData>;

export const windowRefused = defineEvent<RefusedEventData>({
  name: 'delivery_window.refused',
  schema: refusedData,
  summary: 'An order asked for a window and did not get it.',
});

const windowData = z.object({ windowId: z.string(), version: z.int(), changedFields: z.array(z.string()) });

export const windowCreated = defineEvent<z.infer<typeof windowData>>({
  name: 'delivery_window.created',
  schema: windowData,
  summary: 'A delivery window was created.',
});
export const windowUpdated = defineEvent<z.infer<typeof windowData>>({
  name: 'delivery_window.updated',
  schema: windowData,
  summary: 'A delivery window was changed, enabled, disabled, deleted or restored.',
});

const stepData = z.object({
  key: z.string(),
  /** Last order of the previous step; null = start with the first one. */
  after: z.string().nullable(),
});

const closingData = stepData.extend({
  /** Of the first step: how full the window is at its cutoff. Places are null where it has no limit. */
  use: z
    .object({ places: z.int().nullable(), taken: z.int(), storeLocationId: z.string().nullable() })
    .optional(),
});
export type ClosingEventData = z.infer<typeof closingData>;

/** Written at the cutoff and after every batch of orders, until all are dispatched. */
export const windowClosing = defineEvent<ClosingEventData>({
  name: 'delivery_window.closing',
  schema: closingData,
  summary: 'A window passed its cutoff, and its next confirmed orders are due for dispatch.',
});

const movingData = stepData.extend({
  /** Time at which the window was changed. */
  since: z.string().optional(),
});

/** Written after every batch of orders that took the new times of their window. */
export const windowMoving = defineEvent<z.infer<typeof movingData>>({
  name: 'delivery_window.moving',
  schema: movingData,
  summary: 'A booked window moved, and its next orders are due to take its times.',
});

const dispatchedData = z.object({
  eventSourceId: z.string(),
  created_job_ids: z.array(z.string()),
  /** Reasons why orders were not dispatched, by order id. */
  errors: z.record(z.string(), z.string()),
  deliveryWindowId: z.string(),
  storeLocationId: z.string().nullable(),
  name: z.string(),
  cutoffTime: z.string(),
});

/** Sent to merchants as the webhook of the same name (contract-facts 9). */
export const shiftDispatched = defineEvent<z.infer<typeof dispatchedData>>({
  name: 'shift.dispatched',
  schema: dispatchedData,
  summary: 'The confirmed orders of a window were dispatched after its cutoff.',
});

/** Fires at the cutoff of a booked occurrence. */
export const cutoffTimer = defineTimer({
  kind: 'window-cutoff',
  data: z.object({ key: z.string() }),
  summary: 'A delivery window with bookings reached its cutoff.',
});

/** Fires when an unconfirmed booking expires. */
export const bookingTimer = defineTimer({
  kind: 'window-booking',
  data: z.object({ orderId: z.string(), key: z.string() }),
  summary: 'An unconfirmed booking expired.',
});

/** Fires when the days of a recurring window must be computed further ahead. */
export const horizonTimer = defineTimer({
  kind: 'window-horizon',
  data: z.object({ windowId: z.string() }),
  summary: "A recurring window's further occurrences are due.",
});
