import { DELIVERY_STATUSES } from '../../engines/vocabulary/index.ts';

/** Events of deliveries for merchants: one per transition, and others (contract-facts 9). */
const DELIVERY_EVENTS = [
  ...DELIVERY_STATUSES,
  'items_pick_update',
  'proof_of_delivery',
  'pincode_verification',
  'pickup_label',
  'shipping_label',
  'manifested',
  'return_condition_updated',
] as const;

const TASK_EVENTS = [
  'created',
  'planned_selection',
  'running',
  'updated',
  'completed',
  'failed',
  'canceled_by_provider',
  'canceled_by_customer',
  'canceled_by_system',
  'cancellation_failed',
  'attempts_exhausted',
  'refund_created',
  'refund_updated',
] as const;

/** Every event type for endpoints, `<type>.<event>` (contract-facts 9, decision A18). */
export const WEBHOOK_EVENT_TYPES: readonly string[] = Object.freeze([
  ...DELIVERY_EVENTS.map((event) => `delivery.${event}`),
  ...TASK_EVENTS.map((event) => `task.${event}`),
  'courier_location.updated',
  'shift.dispatched',
  'route.stops_updated',
  'form.submitted',
]);

/**
 * Spellings of the established contract for our event types: `delivery.canceled_by_nash` (decision A19), the
 * fleet's `returned_to_store` (decision A20), and `delivery.status_updated` for every status.
 */
export function canonicalEventTypes(type: string): readonly string[] {
  if (type === 'delivery.status_updated') {
    return DELIVERY_STATUSES.map((status) => `delivery.${status}`);
  }
  if (type === 'delivery.returned_to_store') return ['delivery.returned'];
  const plain = type.replace(/\.canceled_by_nash$/, '.canceled_by_system');
  return WEBHOOK_EVENT_TYPES.includes(plain) ? [plain] : [];
}

/** Whether this names event types, in any spelling. */
export function isEventType(type: string): boolean {
  return canonicalEventTypes(type).length > 0;
}
