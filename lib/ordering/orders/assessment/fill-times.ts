import { toInstant } from '../../../platform/core/clock.ts';
import { estimateDrive } from '../../../platform/core/geography.ts';
import { isGiven, pointOf } from '../rules/address-parts.ts';
import { timeOf } from '../rules/times.ts';
import type { Draft } from './draft.ts';

/**
 * Contract 4.4.7: when only dropoff times are sent, the pickup window is that of the dropoff minus the driving time,
 * which is estimated from the distance; never before the order can be ready.
 */
export function fillPickupTimes(draft: Draft, readyMs: number): void {
  const { fields } = draft;
  if (isGiven(fields.pickupStartTime) || isGiven(fields.pickupEndTime)) return;
  const from = pointOf(fields, 'pickup');
  const to = pointOf(fields, 'dropoff');
  if (!from || !to) return;
  const driveMs = estimateDrive(from, to).durationSeconds * 1000;
  const start = timeOf(fields, 'dropoffStartTime');
  const end = timeOf(fields, 'dropoffEndTime');
  const earlier = (time: number) => toInstant(Math.max(readyMs, time - driveMs));
  if (start !== undefined) draft.fill('pickupStartTime', earlier(start));
  // If the current time leaves nothing of a window, only its start is kept.
  if (end !== undefined && end - driveMs > Math.max(readyMs, (start ?? 0) - driveMs)) {
    draft.fill('pickupEndTime', earlier(end));
  }
}
