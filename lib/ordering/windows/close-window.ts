import { toInstant } from '../../platform/core/clock.ts';
import { digest } from '../../platform/core/ids.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { Origin } from '../../platform/core/origin.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { replace, type Stored, type Table } from '../../platform/table/index.ts';
import { armTimer, readTimer } from '../../platform/timers/index.ts';
import {
  type Member,
  memberEntity,
  type Occurrence,
  occurrenceEntity,
  occurrencePartition,
  readOccurrence,
} from './occurrence.ts';
import { type DeliveryWindow, windowEntity } from './window.ts';
import {
  type ClosingEventData,
  cutoffTimer,
  shiftDispatched,
  windowBooked,
  windowClosing,
  windowConfirmed,
} from './window-events.ts';
import { occurrenceOn, windowIdOf } from './window-times.ts';

/** Events that lead to dispatches of a window's orders. */
export const CLOSING_EVENTS = Object.freeze([
  cutoffTimer.fired,
  windowClosing,
  windowConfirmed,
  windowBooked,
]);

/** What closing a window needs from dispatch and from orders. */
export interface ClosingDeps extends CoreDeps {
  /**
   * Dispatches a confirmed order; if that was done before, returns its job. Throws when it should be retried.
   * Writes to `table`, which acts for the cutoff.
   */
  readonly dispatch: (
    table: Table,
    organizationId: string,
    orderId: string,
  ) => Promise<{ readonly jobId: string } | { readonly error: string }>;
  /** Takes an order with an unconfirmed booking out of its window. */
  readonly lapse: (table: Table, organizationId: string, orderId: string, key: string) => Promise<void>;
}

/** Orders of one step. A step is one message, well within its time limit. */
const STEP = 25;

/** Orders dispatched in parallel. */
const WIDTH = 5;

/** What the audit log says about the changes at a cutoff, however many steps they take. */
const CUTOFF: Pick<Origin, 'actor' | 'cause'> = {
  actor: { type: 'system', id: 'close-windows', name: 'close-windows' },
  cause: `timer:${cutoffTimer.kind}`,
};

/** Handles any of `CLOSING_EVENTS`. */
export async function closeWindow(given: ClosingDeps, event: EventRecord): Promise<void> {
  const deps = { ...given, table: given.table.actingFor(CUTOFF) };
  const { organizationId } = event;
  if (event.name === cutoffTimer.fired.name) {
    return beginClosing(deps, organizationId, cutoffTimer.fired.parse(event).data.data.key);
  }
  if (event.name === windowClosing.name) {
    return dispatchStep(deps, organizationId, windowClosing.parse(event).data);
  }
  const { key, orderId } = windowBooked.parse(event).data;
  return settleLatecomer(deps, organizationId, key, orderId);
}

/** At the cutoff: closes the occurrence, or waits for its new cutoff when the window has moved. */
async function beginClosing(deps: ClosingDeps, organizationId: string, key: string): Promise<void> {
  const { table, clock } = deps;
  const done = await retryLostRace(deps.clock, async () => {
    const root = await table.get(occurrenceEntity, { organizationId, key });
    if (root?.value.state !== 'open') return true;
    const now = toInstant(clock.now());
    const window = await windowOf(table, root.value);
    const cutoffTime = presentCutoff(window, root.value);
    if (now < cutoffTime) {
      const stored = await readTimer(table, { organizationId, kind: cutoffTimer, subject: key });
      if (stored?.value.state === 'armed') return true;
      const timer = { organizationId, kind: cutoffTimer, subject: key, dueAt: cutoffTime, data: { key } };
      const outcome = await table.write(armTimer({ ...timer, occurredAt: now, stored }));
      return outcome.ok || undefined;
    }
    const outcome = await table.write([
      replace(occurrenceEntity, root, { ...root.value, state: 'closing' }),
      windowClosing.record({
        aggregate: occurrencePartition(root.value),
        cause: 'begin',
        occurredAt: now,
        data: { key, after: null, use: await useOf(table, root.value, window) },
      }),
    ]);
    return outcome.ok || undefined;
  });
  if (!done) throw new Error(`The occurrence ${key} changed too often to be closed; it will be retried.`);
}

async function windowOf(
  table: Table,
  { organizationId, windowId: id }: Occurrence,
): Promise<DeliveryWindow | undefined> {
  return (await table.get(windowEntity, { organizationId, id }))?.value;
}

/** The current cutoff of the window, which may have moved since the timer was set. */
function presentCutoff(window: DeliveryWindow | undefined, { date, cutoffTime }: Occurrence): string {
  const times = window && occurrenceOn(window, date);
  return times?.cutoffTime ?? cutoffTime;
}

/** How full a window is; bookings that were not confirmed count until they are taken out. 1 call. */
async function useOf(
  table: Table,
  occurrence: Occurrence,
  window: DeliveryWindow | undefined,
): Promise<NonNullable<ClosingEventData['use']>> {
  const { slots } = await readOccurrence(table, occurrence);
  return {
    places: window?.maximumCapacity ?? null,
    taken: slots.reduce((sum, { value }) => sum + value.used, 0),
    storeLocationId: window?.storeLocationId ?? null,
  };
}

/** Dispatches the next orders; after the last of them reports the results of all. */
async function dispatchStep(
  deps: ClosingDeps,
  organizationId: string,
  { key, after }: { readonly key: string; readonly after: string | null },
): Promise<void> {
  const { table, clock } = deps;
  const root = await table.get(occurrenceEntity, { organizationId, key });
  if (root?.value.state !== 'closing') return;
  const partition = occurrencePartition(root.value);
  const members = await table.readLog(memberEntity, partition, {
    limit: STEP,
    ...(after === null ? {} : { after: { organizationId, key, orderId: after } }),
  });
  await mapConcurrently(members, WIDTH, (member) => settle(deps, organizationId, member));
  const last = members.at(-1)?.value.orderId;
  const occurredAt = toInstant(clock.now());
  if (members.length === STEP && last !== undefined) {
    await table.write([
      windowClosing.record({
        aggregate: partition,
        cause: `after ${last}`,
        occurredAt,
        data: { key, after: last },
      }),
    ]);
    return;
  }
  await notifyOutcome(deps, root);
}

/** Dispatches one confirmed order and records the result; takes an unconfirmed one out. */
async function settle(
  deps: ClosingDeps,
  organizationId: string,
  { value }: Stored<Member>,
): Promise<Member | undefined> {
  const { key, orderId } = value;
  if (value.status === 'booked') {
    await deps.lapse(deps.table, organizationId, orderId, key);
    return undefined;
  }
  if (value.jobId !== null || value.error !== null) return value;
  const outcome = await deps.dispatch(deps.table, organizationId, orderId);
  return retryLostRace(deps.clock, async () => {
    const stored = await deps.table.get(memberEntity, { organizationId, key, orderId });
    if (!stored) return value;
    const next: Member = {
      ...stored.value,
      jobId: 'jobId' in outcome ? outcome.jobId : null,
      error: 'error' in outcome ? outcome.error : null,
    };
    return (await deps.table.write([replace(memberEntity, stored, next)])).ok ? next : undefined;
  });
}

/** Maximum number of orders in one event: 400 kB have room for more than twice as many. */
const MAX_TOLD = 3_000;

async function notifyOutcome({ table, clock }: ClosingDeps, root: Stored<Occurrence>): Promise<void> {
  const members = await table.readLog(memberEntity, occurrencePartition(root.value), { limit: MAX_TOLD });
  const settled = members.map(({ value }) => value).filter(({ status }) => status === 'confirmed');
  const window = await windowOf(table, root.value);
  await table.write([
    replace(occurrenceEntity, root, { ...root.value, state: 'closed' }),
    ...(settled.length > 0
      ? [dispatchedEvent(root.value, window, settled, 'cutoff', toInstant(clock.now()))]
      : []),
  ]);
}

/**
 * An order that was booked or confirmed while its window closed, which the steps may have missed: it is
 * dispatched or, unconfirmed, taken out.
 */
async function settleLatecomer(
  deps: ClosingDeps,
  organizationId: string,
  key: string,
  orderId: string,
): Promise<void> {
  const { table, clock } = deps;
  const root = await table.get(occurrenceEntity, { organizationId, key });
  if (!root || root.value.state === 'open') return;
  const member = await table.get(memberEntity, { organizationId, key, orderId });
  if (!member || member.value.jobId !== null || member.value.error !== null) return;
  const settled = await settle(deps, organizationId, member);
  const present = await table.get(occurrenceEntity, { organizationId, key });
  // Otherwise the last step of closing reports it with the others.
  if (!settled || present?.value.state !== 'closed') return;
  const window = await windowOf(table, root.value);
  await table.write([dispatchedEvent(root.value, window, [settled], orderId, toInstant(clock.now()))]);
}

function dispatchedEvent(
  occurrence: Occurrence,
  window: DeliveryWindow | undefined,
  settled: readonly Member[],
  cause: string,
  occurredAt: string,
) {
  const { organizationId, windowId, date, cutoffTime } = occurrence;
  return shiftDispatched.record({
    aggregate: occurrencePartition(occurrence),
    cause,
    occurredAt,
    data: {
      eventSourceId: `act_${digest(organizationId, occurrence.key, cause).toUpperCase()}`,
      created_job_ids: settled.flatMap(({ jobId }) => jobId ?? []),
      errors: Object.fromEntries(
        settled.flatMap(({ orderId, error }) => (error === null ? [] : [[orderId, error]])),
      ),
      deliveryWindowId: window ? windowIdOf(window, date) : windowId,
      storeLocationId: window?.storeLocationId ?? null,
      name: window?.name ?? windowId,
      cutoffTime,
    },
  });
}
