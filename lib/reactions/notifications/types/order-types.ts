import * as z from 'zod';
import { REFUND_STATUSES } from '../../../fulfilment/incidents/index.ts';
import { OPEN_ORDER_STATUSES } from '../../../ordering/orders/index.ts';
import { activityStatus } from '../../../platform/activities/index.ts';
import { ownValue } from '../../../platform/core/own-value.ts';
import { BY_HAND_ACTIONS, defineNotificationTrigger } from './define-notification-trigger.ts';
import { metricValue, millisecondsOf } from './parameters.ts';

const none = z.object({});

/** The fields of an order behind each word of `modifiedFields`. */
const MODIFIED: Readonly<Record<string, RegExp>> = {
  pickup_time: /^pickup(Start|End)Time$/,
  dropoff_time: /^dropoff(Start|End)Time$/,
  pickup_location: /^pickup(Address|Lat|Lng|PlaceId|StoreLocation|ExternalStore)/,
  dropoff_location: /^dropoff(Address|Lat|Lng|PlaceId|StoreLocation)/,
  pickup_contact: /^pickup(BusinessName|FirstName|LastName|PhoneNumber|Email)$/,
  dropoff_contact: /^dropoff(BusinessName|FirstName|LastName|PhoneNumber|Email)$/,
  pickup_instructions: /^pickupInstructions$/,
  dropoff_instructions: /^dropoffInstructions$/,
  items: /^items(Count)?$/,
  tip: /^tipAmountCents$/,
  order_value: /^valueCents$/,
};

const needsAttention = defineNotificationTrigger({
  type: 'order_needs_attention',
  title: 'Order needs attention',
  description: 'An order breaks a rule and cannot be dispatched.',
  entityType: 'order',
  statuses: [],
  on: ['order.needs_attention'],
  parameters: z.object({
    onlyOrdersWithDeliveryWindows: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether to skip orders without a delivery window.' }),
  }),
  fires: ({ order }, { onlyOrdersWithDeliveryWindows }) =>
    !onlyOrdersWithDeliveryWindows || order?.deliveryWindowId !== undefined,
});

const addressFailed = defineNotificationTrigger({
  type: 'address_validation_failed',
  title: 'Address Validation Failed',
  description: 'An address of an order is incomplete or was not found.',
  entityType: 'order',
  statuses: [],
  on: ['order.needs_attention'],
  parameters: none,
  fires: ({ data }) =>
    Object.keys(data.validationErrors ?? {}).some((field) =>
      /^(pickup|dropoff)(Address|PlaceId|Lat|Lng)/.test(field),
    ),
});

const modified = defineNotificationTrigger({
  type: 'order_modified',
  title: 'Order Modified',
  description: 'One of the fields of an order changed.',
  entityType: 'order',
  statuses: [],
  on: ['order.updated'],
  parameters: z.object({
    modifiedFields: z
      .array(z.enum(Object.keys(MODIFIED) as [string, ...string[]]))
      .min(1)
      .default(Object.keys(MODIFIED))
      .meta({ description: `Fields to watch: ${Object.keys(MODIFIED).join(', ')}; default all of them.` }),
  }),
  fires: ({ data }, { modifiedFields }) => {
    const changed = Array.isArray(data.changedFields) ? data.changedFields.map(String) : [];
    return modifiedFields.some((word) => changed.some((field) => ownValue(MODIFIED, word)?.test(field)));
  },
});

/** Events with which an order waits for its dispatch again. */
const CAME_BACK: readonly string[] = ['order.undispatched', 'order.unarchived'];

const notDispatched = defineNotificationTrigger({
  type: 'order_not_dispatched_close_to_pickup',
  title: 'Order Not Dispatched Close to Pickup',
  description: 'An order is not dispatched some minutes before its pickup window starts.',
  entityType: 'order',
  statuses: [],
  on: ['order.created', 'order.updated', 'order.confirmed', ...CAME_BACK],
  parameters: z.object({ metricValue: metricValue.meta({ description: 'Minutes before the window.' }) }),
  // An order that comes back after its check had found it dispatched or archived.
  fires: ({ event, data, order }, { metricValue: minutes }) =>
    CAME_BACK.includes(event.name) &&
    order !== undefined &&
    OPEN_ORDER_STATUSES.includes(order.status) &&
    typeof data.pickupStartTime === 'string' &&
    Date.parse(data.pickupStartTime) - millisecondsOf(minutes, 'minutes') <= Date.parse(event.occurredAt),
  check: ({ event, data }, { metricValue: minutes }) =>
    typeof data.pickupStartTime === 'string' && !CAME_BACK.includes(event.name)
      ? {
          dueAtMs: Date.parse(data.pickupStartTime) - millisecondsOf(minutes, 'minutes'),
          // A window that moves gets another check; the check of the old window finds another start and does nothing.
          subject: `${data.orderId}#${data.pickupStartTime}`,
        }
      : undefined,
  holds: ({ order, data }) =>
    order !== undefined &&
    OPEN_ORDER_STATUSES.includes(order.status) &&
    order.pickupStartTime === data.pickupStartTime,
});

const autodispatchFailed = defineNotificationTrigger({
  type: 'autodispatch_failed',
  title: 'Autodispatch Failed',
  description: 'No provider could be chosen automatically.',
  entityType: 'order',
  statuses: [],
  on: ['dispatch.autodispatch_failed'],
  parameters: none,
  fires: () => true,
});

const readyToFulfill = defineNotificationTrigger({
  type: 'order_ready_to_fulfill',
  title: 'Order ready to fulfill',
  description: 'An order is ready to be dispatched for the first time.',
  entityType: 'order',
  statuses: [],
  on: ['order.created', 'order.updated', 'order.confirmed', 'order.unarchived'],
  parameters: none,
  fires: ({ data }) => data.status === 'valid' || data.status === 'confirmed',
  key: ({ data }) => `ready:${data.orderId}`,
});

const jobCreationFailed = defineNotificationTrigger({
  type: 'job_creation_failed',
  title: 'Job Creation Failed',
  description: 'No job could be created for an order that was due for dispatch.',
  entityType: 'order',
  statuses: [],
  on: ['order.dispatch_failure'],
  parameters: none,
  // An order that got as far as a job failed because its attempts did: that is `tasks_attempts_exhausted`.
  fires: ({ data }) => data.jobId === null || data.jobId === undefined,
});

const bookedTimeout = defineNotificationTrigger({
  type: 'delivery_window_booked_timeout',
  title: 'Delivery Window Booked Timeout',
  description: 'A booking of a delivery window is not confirmed some minutes after it was made.',
  entityType: 'order',
  statuses: [],
  on: ['delivery_window.booked'],
  parameters: z.object({
    timeoutMinutes: z.int().min(1).max(525_600).meta({ description: 'Minutes after the booking.' }),
  }),
  check: ({ data, event }, { timeoutMinutes }) =>
    data.status === 'booked'
      ? {
          dueAtMs: Date.parse(event.occurredAt) + millisecondsOf(timeoutMinutes, 'minutes'),
          subject: `${data.orderId}#${event.id}`,
        }
      : undefined,
  holds: ({ order, data }) =>
    order?.windowBooking?.status === 'booked' && order.deliveryWindowId === data.deliveryWindowId,
});

const cutoff = defineNotificationTrigger({
  type: 'order_cutoff_time',
  title: 'Order Cutoff Time',
  description: 'Some minutes passed since the cutoff of the window of an order. It moves with the order.',
  entityType: 'order',
  statuses: [],
  on: ['delivery_window.booked', 'delivery_window.confirmed', 'order.updated'],
  needs: ['cutoff'],
  parameters: z.object({
    minutesAfterCutoff: z
      .int()
      .min(0)
      .max(525_600)
      .default(0)
      .meta({ description: 'Minutes after the cutoff of the booked window.' }),
  }),
  check: ({ order, more }, { minutesAfterCutoff }) =>
    order?.windowBooking && more.cutoff
      ? {
          dueAtMs: Date.parse(more.cutoff) + millisecondsOf(minutesAfterCutoff, 'minutes'),
          subject: `${order.id}#${more.cutoff}`,
        }
      : undefined,
  holds: ({ order, more }, _, subject) =>
    order?.windowBooking !== undefined &&
    !['canceled', 'archived'].includes(order.status) &&
    subject === `${order.id}#${more.cutoff}`,
});

const refund = defineNotificationTrigger({
  type: 'refund_request',
  title: 'Refund Request',
  description: 'A refund request is filed or moves through review.',
  entityType: 'task',
  statuses: [],
  on: ['task.refund_created', 'task.refund_updated'],
  parameters: z.object({
    statuses: z
      .array(z.enum(REFUND_STATUSES))
      .min(1)
      .meta({ description: 'Statuses of the request at which it fires.' }),
  }),
  fires: ({ data }, { statuses }) => {
    const status = z.object({ status: z.string() }).safeParse(data.refundRequest).data?.status;
    return status !== undefined && (statuses as readonly string[]).includes(status);
  },
});

const activityReached = defineNotificationTrigger({
  type: 'activity_status_transition',
  title: 'Activity Status Transition',
  description: 'Work that outlives a request, such as an optimization, reaches a status.',
  entityType: 'activity',
  statuses: [],
  on: ['activity.created', 'activity.status_changed'],
  parameters: z.object({
    activityStatus: z
      .string()
      .transform((text) => text.toUpperCase())
      .pipe(activityStatus)
      .meta({ description: 'Status at which it fires.' }),
    activityActions: z.array(z.string().max(64)).max(50).meta({ description: 'Actions; empty = all.' }),
  }),
  fires: ({ data }, { activityStatus: status, activityActions }) =>
    data.status === status && (activityActions.length === 0 || activityActions.includes(String(data.action))),
});

const apiBased = defineNotificationTrigger({
  type: 'api_based',
  title: 'API Based',
  description: 'Fires only by POST /v1/notification/{id}/trigger.',
  entityType: 'unknown',
  actions: BY_HAND_ACTIONS,
  statuses: [],
  on: [],
  parameters: none,
});

/** Triggers on orders, refunds and activities. */
export const orderTypes = [
  needsAttention,
  addressFailed,
  modified,
  notDispatched,
  readyToFulfill,
  jobCreationFailed,
  bookedTimeout,
  cutoff,
  autodispatchFailed,
  refund,
  activityReached,
  apiBased,
];
