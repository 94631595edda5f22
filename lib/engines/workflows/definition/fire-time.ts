import { parseDateTime } from '../filters/parse-date-time.ts';
import { type JsonObject, own } from '../json.ts';
import type { WorkflowTrigger } from './definition-schema.ts';
import { triggerOf } from './triggers.ts';

/** Field of the order that each window-time trigger watches (specification 4.6.5). */
const WATCHED: Readonly<Record<string, string>> = Object.freeze({
  order_pickup_start_time: 'pickupStartTime',
  order_pickup_end_time: 'pickupEndTime',
  order_dropoff_start_time: 'dropoffStartTime',
  order_dropoff_end_time: 'dropoffEndTime',
});

const SIGN = { before: -1, at: 0, after: 1 } as const;

/**
 * When a window-time or cutoff trigger fires for an order, in milliseconds since the epoch; undefined when it does not
 * fire: another trigger, or an order without that bound. A window that moves has another time, so a timer set for the
 * old one can find out that it is stale. `cutoffTime` is that of the booked delivery window.
 */
export function fireTime(
  trigger: WorkflowTrigger,
  order: JsonObject,
  cutoffTime?: string | null,
): number | undefined {
  const { key } = triggerOf(trigger);
  const field = own(WATCHED, key);
  const moment =
    key === 'order_cutoff_time' ? cutoffTime : typeof field === 'string' ? own(order, field) : undefined;
  const instant = parseDateTime(moment ?? undefined);
  if (instant === undefined || trigger.direction === undefined) return undefined;
  return instant + SIGN[trigger.direction] * (trigger.offset_minutes ?? 0) * 60_000;
}
