import { toInstant } from '../../platform/core/clock.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { replace } from '../../platform/table/index.ts';
import { armTimer, readTimer, rearmTimer } from '../../platform/timers/index.ts';
import { resolveRecovered } from '../flags/index.ts';
import {
  type DeliveryEventData,
  deliveryEntity,
  deliveryEvents,
  healthChanged,
  healthEvents,
  isLateStatus,
  isTerminal,
  jobUpdated,
  nextHealth,
  readDelivery,
  readJob,
} from '../jobs/index.ts';
import { healthTimer } from './health-timer.ts';

/** Names of the events with which a delivery gets a status. */
const STEPS: ReadonlySet<string> = new Set(Object.values(deliveryEvents).map(({ name }) => name));

/**
 * What follows from the health of deliveries, which is written with whatever changes it: the timers that look again when
 * nothing happens, and the end of flags that a delivery leaves behind, because it is healthy again or moved on. A timer, and
 * a change of a job, which may move the windows of each delivery, are a reason to look.
 */
export async function watchHealth(deps: CoreDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  if (event.name === healthChanged.name) {
    const { health, checkAt, ...of } = healthChanged.parse(event).data;
    const recovered = { ...of, status: 'healthy', at: event.occurredAt };
    if (health === 'on_time') await resolveRecovered(deps, organizationId, recovered);
    return waitUntil(deps, { organizationId, ...of }, checkAt);
  }
  if (STEPS.has(event.name)) {
    const { checkAt, ...of } = event.data as DeliveryEventData;
    // A late report of a failure leaves nothing behind.
    const isPast = isLateStatus(event) && isTerminal(of.status);
    if (!isPast) await resolveRecovered(deps, organizationId, { ...of, at: event.occurredAt });
    return waitUntil(deps, { organizationId, ...of }, checkAt);
  }
  for (const one of await deliveriesOf(deps, event)) {
    const settled = await retryLostRace(deps.clock, () => look(deps, one));
    if (settled === undefined) throw new Error(`The health of ${one.deliveryId} could not be written.`);
  }
}

interface HealthCheck {
  readonly organizationId: string;
  readonly jobId: string;
  readonly deliveryId: string;
}

/** The deliveries to look at. */
async function deliveriesOf(deps: CoreDeps, event: EventRecord): Promise<readonly HealthCheck[]> {
  const { organizationId } = event;
  if (event.name === healthTimer.fired.name)
    return [{ organizationId, ...healthTimer.fired.parse(event).data.data }];
  const { jobId } = jobUpdated.parse(event).data;
  const job = await readJob(deps.table, organizationId, jobId);
  return (job?.deliveries ?? [])
    .filter(({ value }) => !isTerminal(value.status))
    .map(({ value }) => ({ organizationId, jobId, deliveryId: value.id }));
}

/**
 * One check: 1 read when nothing changes and a timer waits. Undefined when another writer changed the
 * delivery meanwhile.
 */
async function look(deps: CoreDeps, check: HealthCheck): Promise<true | undefined> {
  const found = await readDelivery(deps.table, check.organizationId, check.deliveryId);
  if (!found) return true;
  const { stored, configuration } = found;
  const before = stored.value.health;
  const health = nextHealth(stored.value, configuration.package, deps.clock.now());
  if (health === before) return true;
  const delivery = { ...stored.value, health };
  const { checkAt } = health;
  const operations = [
    replace(deliveryEntity, stored, delivery),
    ...healthEvents(before, delivery, stored.version),
    ...(checkAt === null || checkAt === before?.checkAt
      ? []
      : armTimer({
          ...timerOf(check),
          dueAt: checkAt,
          occurredAt: toInstant(deps.clock.now()),
          stored: await readTimer(deps.table, timerOf(check)),
        })),
  ];
  return (await deps.table.write(operations)).ok ? true : undefined;
}

/** Sets the timer of a delivery, unless it waits already and not beyond this time. */
async function waitUntil(
  deps: CoreDeps,
  check: HealthCheck,
  checkAt: string | null | undefined,
): Promise<void> {
  if (checkAt) await rearmTimer(deps, { ...timerOf(check), dueAt: checkAt, isSoonest: true });
}

function timerOf({ organizationId, jobId, deliveryId }: HealthCheck) {
  return { organizationId, kind: healthTimer, subject: deliveryId, data: { jobId, deliveryId } };
}
