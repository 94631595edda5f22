import { UNASSIGNED_DELIVERY_STATUSES } from '../../../engines/vocabulary/index.ts';
import type { Package } from '../package.ts';
import type { Delivery, DeliveryHealth } from './delivery.ts';
import { isTerminal, wasPickedUp } from './delivery-statuses.ts';

const MINUTE = 60_000;

/** A delivery without progress for this long when it should move is stuck. */
const STUCK_MS = 45 * MINUTE;

/** Contact with a courier on the way who has sent nothing for this long is lost (specification 8: 15 minutes). */
const SILENT_MS = 15 * MINUTE;

/** Without a courier this long before the pickup, the pickup is at risk. */
const DRIVER_NEEDED_BEFORE_PICKUP_MS = 15 * MINUTE;

/** Health of a delivery at a time, and when it may change by itself. */
export interface Assessment {
  readonly status: DeliveryHealth['status'];
  readonly reason: string;
  /** When to check again; undefined = nothing changes until an event occurs. */
  readonly checkAtMs: number | undefined;
}

/** The times of a package that its health depends on. */
export type Windows = Pick<Package, 'pickupStartTime' | 'pickupEndTime' | 'dropoffEndTime'>;

const ON_THE_WAY: readonly string[] = ['pickup_enroute', 'pickup_complete', 'dropoff_enroute'];

/**
 * Health of a delivery: late, lost contact, stuck, at risk or on time, the first that applies. Pure: the same
 * delivery at the same time has the same health.
 */
export function assessHealth(delivery: Delivery, item: Windows, nowMs: number): Assessment {
  const due = dueOf(delivery, item);
  if (isTerminal(delivery.status)) {
    const endedAt = Date.parse(delivery.statusHistory.at(-1)?.created_at ?? delivery.updatedAt);
    const wasLate = delivery.status === 'dropoff_complete' && due !== undefined && endedAt > due;
    return wasLate
      ? { status: 'late', reason: 'It was delivered after its window.', checkAtMs: undefined }
      : { status: 'on_time', reason: 'It has ended.', checkAtMs: undefined };
  }
  const movedAt = Date.parse(delivery.statusHistory.at(-1)?.created_at ?? delivery.createdAt);
  const pickupStart = instant(item.pickupStartTime);
  const isUnassigned = UNASSIGNED_DELIVERY_STATUSES.includes(delivery.status);
  // Before its time a delivery may rest.
  const stuckAt = Math.max(movedAt, pickupStart ?? movedAt) + STUCK_MS;
  const heardAt = instant(delivery.courierLocation?.updatedAt ?? null);
  const silentAt =
    ON_THE_WAY.includes(delivery.status) && heardAt !== undefined ? heardAt + SILENT_MS : undefined;
  const riskAt =
    isUnassigned && pickupStart !== undefined ? pickupStart - DRIVER_NEEDED_BEFORE_PICKUP_MS : undefined;
  const eta = instant(wasPickedUp(delivery) ? delivery.dropoffEta : delivery.pickupEta);
  const checks = [due, silentAt, stuckAt, riskAt].filter((at) => at !== undefined && at >= nowMs) as number[];
  // One millisecond later the limit is exceeded.
  const checkAtMs = checks.length === 0 ? undefined : Math.min(...checks) + 1;
  if (due !== undefined && nowMs > due) {
    return {
      status: 'late',
      reason: `Its ${wasPickedUp(delivery) ? 'dropoff' : 'pickup'} window has ended.`,
      checkAtMs,
    };
  }
  if (silentAt !== undefined && nowMs > silentAt) {
    return { status: 'lost_contact', reason: 'The courier has sent no position for 15 minutes.', checkAtMs };
  }
  if (nowMs > stuckAt) {
    return { status: 'stuck', reason: 'Its status has not changed for 45 minutes.', checkAtMs };
  }
  if (eta !== undefined && due !== undefined && eta > due) {
    return { status: 'at_risk', reason: 'It is expected after its window.', checkAtMs };
  }
  if (riskAt !== undefined && nowMs > riskAt) {
    return { status: 'at_risk', reason: 'It has no courier, and its pickup is near.', checkAtMs };
  }
  return { status: 'on_time', reason: 'It is on time.', checkAtMs };
}

/** End of the current window of the delivery: of the pickup until the package is picked up, then of the dropoff. */
function dueOf(delivery: Delivery, { pickupEndTime, dropoffEndTime }: Windows): number | undefined {
  return instant(wasPickedUp(delivery) || isTerminal(delivery.status) ? dropoffEndTime : pickupEndTime);
}

function instant(text: string | null): number | undefined {
  return text === null ? undefined : Date.parse(text);
}
