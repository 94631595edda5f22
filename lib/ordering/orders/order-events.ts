import * as z from 'zod';
import { defineEvent, type EventKind } from '../../platform/events/index.ts';
import type { Operation, Stored } from '../../platform/table/index.ts';
import { type Order, orderPartition } from './order.ts';
import { orderStatus } from './order-lifecycle.ts';
import { storesOfOrder } from './stores-of-order.ts';

/** Data of every event of an order: enough to decide whether to read the order. */
const orderEventData = z.object({
  orderId: z.string(),
  externalId: z.string().nullable(),
  /** Status after the change. */
  status: orderStatus,
  /** Version of the order's root item after the change. */
  version: z.number(),
  jobId: z.string().nullable(),
  deliveryMode: z.string().nullable(),
  dispatchStrategyId: z.string().nullable(),
  pickupStartTime: z.string().nullable(),
  pickupEndTime: z.string().nullable(),
  dropoffStartTime: z.string().nullable(),
  dropoffEndTime: z.string().nullable(),
  /** Stores of its pickup and dropoff, and its tags; absent without any. */
  storeLocationIds: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
});
export type OrderEventData = z.infer<typeof orderEventData>;

function orderEvent(name: string, summary: string): EventKind<OrderEventData> {
  return defineEvent({ name, schema: orderEventData, summary });
}

export const orderCreated = orderEvent('order.created', 'An order was created.');

const updatedData = orderEventData.extend({
  /** Names of the changed fields, including those that the service computes. */
  changedFields: z.array(z.string()),
  /** The caller wants automations to be applied again. */
  reapplyAutomations: z.boolean(),
});
export const orderUpdated = defineEvent<z.infer<typeof updatedData>>({
  name: 'order.updated',
  schema: updatedData,
  summary: 'An order was changed.',
});

const attentionData = orderEventData.extend({ validationErrors: z.record(z.string(), z.string()) });
export const orderNeedsAttention = defineEvent<z.infer<typeof attentionData>>({
  name: 'order.needs_attention',
  schema: attentionData,
  summary: 'An order got validation errors.',
});

export const orderConfirmed = orderEvent('order.confirmed', 'An order was confirmed.');
const canceledData = orderEventData.extend({ reason: z.string().nullable() });
export const orderCanceled = defineEvent<z.infer<typeof canceledData>>({
  name: 'order.canceled',
  schema: canceledData,
  summary: 'An order was canceled.',
});
export const orderArchived = orderEvent('order.archived', 'An order was archived.');
export const orderUnarchived = orderEvent('order.unarchived', 'An order was taken out of the archive.');
export const orderDispatched = orderEvent('order.dispatched', 'A job was created for an order.');
export const orderUndispatched = orderEvent(
  'order.undispatched',
  'An order was taken out of dispatch, or its job was cancelled.',
);

const failureData = orderEventData.extend({ reason: z.string() });
export const orderDispatchFailure = defineEvent<z.infer<typeof failureData>>({
  name: 'order.dispatch_failure',
  schema: failureData,
  summary: 'No provider could be found for an order, or none of its attempts arrived.',
});

const leftOutReason = z.object({
  code: z.string(),
  message: z.string(),
  /** What the message says, and the remedy step by step: for screens in other languages. Absent in older events. */
  messageCode: z.string().optional(),
  remedy: z.string().nullable(),
  remedySteps: z
    .array(
      z.object({
        code: z.string(),
        values: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    )
    .nullable()
    .optional(),
});
const leftOutData = z.object({
  orderId: z.string(),
  activityId: z.string(),
  reasons: z.array(leftOutReason).max(10),
});
/** Recorded in the log of the order, once for each optimization: it does not change the order. */
export const orderLeftOut = defineEvent<z.infer<typeof leftOutData>>({
  name: 'order.left_out',
  schema: leftOutData,
  summary: 'An optimization found no place for an order.',
});

/** Data of an event about an order as it is from `version` on. */
export function orderEventDataOf(order: Order, version: number): OrderEventData {
  const storeLocationIds = [...new Set(storesOfOrder(order))];
  const tags = order.tags ?? [];
  return {
    orderId: order.id,
    externalId: order.externalId ?? null,
    status: order.status,
    version,
    jobId: order.jobId ?? null,
    deliveryMode: order.deliveryMode ?? null,
    dispatchStrategyId: order.dispatchStrategyId ?? null,
    pickupStartTime: order.pickupStartTime ?? null,
    pickupEndTime: order.pickupEndTime ?? null,
    dropoffStartTime: order.dropoffStartTime ?? null,
    dropoffEndTime: order.dropoffEndTime ?? null,
    ...(storeLocationIds.length > 0 ? { storeLocationIds } : {}),
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
  };
}

/** The write that records an event of the change after which the order is `changed`. */
export function recordOrderEvent<Data extends OrderEventData>(
  kind: EventKind<Data>,
  changed: Stored<Order>,
  data: Data,
): Operation {
  return kind.record({
    aggregate: orderPartition(changed.value),
    cause: `v${changed.version}`,
    occurredAt: changed.value.updatedAt,
    data,
  });
}
