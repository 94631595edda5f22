import type { Refusal } from '../../../platform/core/refusal.ts';
import type { Configuration } from '../../jobs/index.ts';
import { invalidTimeConstraint, taskMissingTimeWindow } from '../refusals.ts';

/**
 * A scheduled order must have a pickup and a dropoff time (specification 7). When every window of an order or
 * package has passed, it is not dispatched: its owner sends new times first.
 */
export function refuseWithoutWindows(
  order: {
    readonly id: string;
    readonly deliveryMode?: string | null | undefined;
    readonly pickupStartTime?: string | null | undefined;
    readonly pickupEndTime?: string | null | undefined;
    readonly dropoffStartTime?: string | null | undefined;
    readonly dropoffEndTime?: string | null | undefined;
  },
  now: string,
): Refusal | undefined {
  const ends = [order.pickupEndTime, order.dropoffEndTime].filter((end) => typeof end === 'string');
  const last = ends.toSorted().at(-1);
  if (last !== undefined && Date.parse(last) < Date.parse(now)) {
    const field = last === order.dropoffEndTime ? 'dropoffEndTime' : 'pickupEndTime';
    return invalidTimeConstraint(
      `Every time window of ${order.id} has passed: ${field} is ${last}. Send new times, then dispatch it.`,
      { id: order.id, field },
    );
  }
  if (order.deliveryMode !== 'scheduled') return undefined;
  const missing = [
    ...(order.pickupStartTime || order.pickupEndTime ? [] : ['pickupStartTime']),
    ...(order.dropoffStartTime || order.dropoffEndTime ? [] : ['dropoffEndTime']),
  ];
  if (missing.length === 0) return undefined;
  return taskMissingTimeWindow(
    `${order.id} is scheduled but has no time window: send ${missing.join(' and ')}, or deliveryMode "now".`,
    { id: order.id, missing },
  );
}

/**
 * The refusal of the first package of a job that is still to be carried and has no window, or only past ones. It names the
 * job, or the package when there are several.
 */
export function refuseJobWithoutWindows(
  configurations: readonly Configuration[],
  now: string,
): Refusal | undefined {
  for (const { id, jobId, package: item, canceledAt } of configurations) {
    const named = configurations.length === 1 ? jobId : id;
    const refusal =
      canceledAt === null
        ? refuseWithoutWindows({ ...item, id: named, deliveryMode: item.packageDeliveryMode }, now)
        : undefined;
    if (refusal) return refusal;
  }
  return undefined;
}
