import { UNASSIGNED_DELIVERY_STATUSES } from '../../engines/vocabulary/index.ts';
import type { DeliveryStatus } from '../jobs/index.ts';
import type { UpdateSource } from '../providers/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How often a provider that sends messages is asked, in case a message was lost. */
const SAFETY_MS = 10 * MINUTE_MS;

/** Nothing happens longer than this before the start of the pickup window. */
const LEAD_MS = 15 * MINUTE_MS;

/** Maximum wait, because windows can move. */
const LONGEST_MS = 6 * HOUR_MS;

/** A delivery of this age is polled every hour, and after two weeks no more. */
const OLD_MS = 2 * DAY_MS;
const FORGOTTEN_MS = 14 * DAY_MS;

/** How often a polled provider is asked, depending on the next expected event. */
const PACE: Readonly<Partial<Record<DeliveryStatus, number>>> = {
  created: 2 * MINUTE_MS,
  scheduled: 2 * MINUTE_MS,
  not_assigned_driver: 2 * MINUTE_MS,
  assigned_driver: MINUTE_MS,
  started: MINUTE_MS,
  pickup_enroute: MINUTE_MS,
  pickup_arrived: MINUTE_MS,
  items_pick_complete: MINUTE_MS,
  pickup_complete: MINUTE_MS / 2,
  dropoff_enroute: MINUTE_MS / 2,
  dropoff_arrived: MINUTE_MS / 2,
  return_in_progress: 2 * MINUTE_MS,
  return_arrived: MINUTE_MS,
};

/** When a provider is next asked about a delivery, ms since 1970; undefined = never again. Pure. */
export function nextPollAt(
  news: UpdateSource,
  delivery: {
    readonly status: DeliveryStatus;
    readonly createdAt: string;
    /** Start of the pickup window; null = now. */
    readonly pickupStartTime: string | null;
  },
  nowMs: number,
): number | undefined {
  const pace = PACE[delivery.status];
  if (news === 'reported' || pace === undefined) return undefined;
  const startMs = Math.max(Date.parse(delivery.createdAt), Date.parse(delivery.pickupStartTime ?? '') || 0);
  const age = nowMs - startMs;
  if (age > FORGOTTEN_MS) return undefined;
  if (age > OLD_MS) return nowMs + HOUR_MS;
  const usual = news === 'pushed' ? Math.max(pace, SAFETY_MS) : pace;
  const lead = startMs - LEAD_MS - nowMs;
  const wait =
    UNASSIGNED_DELIVERY_STATUSES.includes(delivery.status) && lead > usual
      ? Math.min(lead, LONGEST_MS)
      : usual;
  return nowMs + wait;
}
