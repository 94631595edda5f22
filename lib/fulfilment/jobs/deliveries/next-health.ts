import { toInstant } from '../../../platform/core/clock.ts';
import type { Operation } from '../../../platform/table/index.ts';
import { jobPartition } from '../job.ts';
import { assessHealth, type Windows } from './assess-health.ts';
import type { Delivery, DeliveryHealth } from './delivery.ts';
import { healthChanged } from './health-events.ts';

/**
 * A wait of up to 15 minutes is a delayed message; a longer one is an execution, which costs as much as ten
 * of those.
 */
const HOP_MS = 14 * 60_000;
const LONG_MS = 2 * 3_600_000;

/** Health of a delivery at a time; the health that it has, as it is, when nothing is new. Pure. */
export function nextHealth(delivery: Delivery, windows: Windows, nowMs: number): DeliveryHealth {
  const { status, reason, checkAtMs } = assessHealth(delivery, windows, nowMs);
  const before = delivery.health;
  const isSame = before?.status === status;
  const armed = before?.checkAt ?? null;
  // A wait that ends early checks again; only one that would end too late is replaced.
  const isWaiting = armed !== null && Date.parse(armed) > nowMs;
  const checkAt =
    checkAtMs === undefined
      ? isWaiting
        ? armed
        : null
      : isWaiting && Date.parse(armed) <= checkAtMs
        ? armed
        : toInstant(nextCheck(checkAtMs, nowMs));
  // A time that has passed waits for nothing, so it can stay.
  const waitsAsBefore = checkAt === armed || (checkAt === null && !isWaiting);
  if (isSame && waitsAsBefore) return before;
  return { status, reason, since: isSame ? before.since : toInstant(nowMs), checkAt };
}

/** When to check again for a possible change at `at`: in hops, unless it is far away. */
function nextCheck(at: number, nowMs: number): number {
  return at - nowMs <= LONG_MS ? Math.min(at, nowMs + HOP_MS) : at;
}

/** The event of a delivery whose health is another one; none for a delivery that begins healthy. */
export function healthEvents(
  before: DeliveryHealth | null,
  delivery: Delivery,
  version: number,
): readonly Operation[] {
  const { organizationId, jobId, taskId, id: deliveryId, status, health } = delivery;
  if (health === null || health.status === (before?.status ?? 'on_time')) return [];
  return [
    healthChanged.record({
      aggregate: jobPartition(organizationId, jobId),
      cause: `${deliveryId}#health${version}`,
      occurredAt: health.since,
      data: {
        ...{ jobId, taskId, deliveryId, status },
        health: health.status,
        before: before?.status ?? null,
        reason: health.reason,
        checkAt: health.checkAt,
      },
    }),
  ];
}
