import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type Operation, replace } from '../../platform/table/index.ts';
import { armTimer, readTimer } from '../../platform/timers/index.ts';
import { resolveRecovered } from '../flags/index.ts';
import {
  type Delivery,
  type DeliveryEventData,
  type DeliveryHealth,
  deliveryEntity,
  deliveryEvents,
  isLateStatus,
  isTerminal,
  jobPartition,
  jobUpdated,
  readDelivery,
  readJob,
} from '../jobs/index.ts';
import { assessHealth } from './assess-health.ts';
import { healthChanged, healthTimer } from './health-events.ts';

/** Names of the events with which a delivery gets a status. */
const STEPS: ReadonlySet<string> = new Set(Object.values(deliveryEvents).map(({ name }) => name));

const named = z.object({ deliveryId: z.string() });

/**
 * Checks the health of the deliveries of an event or a timer. A delivery that is healthy again, or that moved on, has no
 * flag for what it left behind.
 */
export async function watchHealth(deps: CoreDeps, event: EventRecord): Promise<void> {
  if (event.name === healthChanged.name) return resolveFlags(deps, event);
  if (STEPS.has(event.name)) await resolvePassed(deps, event);
  for (const one of await deliveriesOf(deps, event)) {
    const settled = await retryLostRace(deps.clock, () => look(deps, one));
    if (settled === undefined) throw new Error(`The health of ${one.deliveryId} could not be written.`);
  }
}

interface HealthCheck {
  readonly organizationId: string;
  readonly deliveryId: string;
}

/** The deliveries that an event may change the health of: a change of a job may move the windows of each. */
async function deliveriesOf(deps: CoreDeps, event: EventRecord): Promise<readonly HealthCheck[]> {
  const { organizationId } = event;
  if (event.name !== jobUpdated.name) {
    const isTimer = event.name === healthTimer.fired.name;
    const { deliveryId } = isTimer ? healthTimer.fired.parse(event).data.data : named.parse(event.data);
    return [{ organizationId, deliveryId }];
  }
  const { jobId } = jobUpdated.parse(event).data;
  const job = await readJob(deps.table, organizationId, jobId);
  return (job?.deliveries ?? [])
    .filter(({ value }) => !isTerminal(value.status))
    .map(({ value }) => ({ organizationId, deliveryId: value.id }));
}

/**
 * One check: 1 read when nothing changes and a timer waits. Undefined when another writer changed the
 * delivery meanwhile.
 */
async function look(deps: CoreDeps, { organizationId, deliveryId }: HealthCheck): Promise<true | undefined> {
  const found = await readDelivery(deps.table, organizationId, deliveryId);
  if (!found) return true;
  const { stored, configuration } = found;
  const delivery = stored.value;
  const now = deps.clock.now();
  const { status, reason, checkAtMs } = assessHealth(delivery, configuration.package, now);
  const before = delivery.health;
  const isSame = before?.status === status;
  const armed = before?.checkAt ?? null;
  // A wait that ends early checks again; only one that would end too late is replaced.
  const isWaiting = armed !== null && Date.parse(armed) > now;
  const checkAt =
    checkAtMs === undefined
      ? isWaiting
        ? armed
        : null
      : isWaiting && Date.parse(armed) <= checkAtMs
        ? armed
        : toInstant(nextLook(checkAtMs, now));
  // A time that has passed waits for nothing, so it can stay.
  const waitsAsBefore = checkAt === armed || (checkAt === null && !isWaiting);
  if (isSame && waitsAsBefore) return true;
  const health: DeliveryHealth = {
    status,
    reason,
    since: isSame ? before.since : toInstant(now),
    checkAt,
  };
  const operations: Operation[] = [replace(deliveryEntity, stored, { ...delivery, health })];
  if (!isSame && (before !== null || status !== 'on_time')) {
    operations.push(changeOf(delivery, health, before, stored.version));
  }
  if (checkAt !== null && checkAt !== armed) {
    operations.push(...(await waitUntil(deps, checkAt, delivery)));
  }
  return (await deps.table.write(operations)).ok ? true : undefined;
}

/** Resolves the flags of a delivery that its new status leaves behind. A late report of a failure leaves nothing behind. */
async function resolvePassed(deps: CoreDeps, event: EventRecord): Promise<void> {
  const { jobId, deliveryId, taskId, status } = event.data as DeliveryEventData;
  if (isLateStatus(event) && isTerminal(status)) return;
  const passed = { jobId, deliveryId, taskId, status, at: event.occurredAt };
  await resolveRecovered(deps, event.organizationId, passed);
}

/** Resolves the flags that waited for the health of a delivery. Its event is kept until that is done. */
async function resolveFlags(deps: CoreDeps, event: EventRecord): Promise<void> {
  const { jobId, deliveryId, taskId, health } = healthChanged.parse(event).data;
  if (health !== 'on_time') return;
  const recovered = { jobId, deliveryId, taskId, status: 'healthy', at: event.occurredAt };
  await resolveRecovered(deps, event.organizationId, recovered);
}

/**
 * A wait of up to 15 minutes is a delayed message; a longer one is an execution, which costs as much as ten
 * of those.
 */
const HOP_MS = 14 * 60_000;
const LONG_MS = 2 * 3_600_000;

/** When to check again for a possible change at `at`: in hops, unless it is far away. */
function nextLook(at: number, now: number): number {
  return at - now <= LONG_MS ? Math.min(at, now + HOP_MS) : at;
}

function changeOf(
  delivery: Delivery,
  { status: health, reason, since }: DeliveryHealth,
  before: DeliveryHealth | null,
  version: number,
): Operation {
  const { organizationId, jobId, taskId, id: deliveryId, status } = delivery;
  return healthChanged.record({
    aggregate: jobPartition(organizationId, jobId),
    cause: `${deliveryId}#health${version}`,
    occurredAt: since,
    data: { jobId, taskId, deliveryId, status, health, before: before?.status ?? null, reason },
  });
}

async function waitUntil(deps: CoreDeps, dueAt: string, delivery: Delivery): Promise<readonly Operation[]> {
  const { organizationId, jobId, id: deliveryId } = delivery;
  const timer = { organizationId, kind: healthTimer, subject: deliveryId };
  return armTimer({
    ...timer,
    dueAt,
    data: { jobId, deliveryId },
    occurredAt: toInstant(deps.clock.now()),
    stored: await readTimer(deps.table, timer),
  });
}
