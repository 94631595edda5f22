import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { replace, type Stored, type Table } from '../../platform/table/index.ts';
import { armTimer, readTimer } from '../../platform/timers/index.ts';
import { memberEntity, type Occurrence, occurrenceEntity, occurrencePartition } from './occurrence.ts';
import { windowEntity } from './window.ts';
import { bookingTimer, cutoffTimer, windowMoving, windowUpdated } from './window-events.ts';
import { occurrenceOn } from './window-times.ts';

/** Events that affect bookings: their window changed, or they expired. */
export const FOLLOWING_EVENTS = Object.freeze([windowUpdated, windowMoving, bookingTimer.fired]);

/** What updating bookings needs from orders. Changes are written to `table`, which acts for their cause. */
export interface FollowingDeps extends CoreDeps {
  /** Checks an order again, so that it takes the times of its window. */
  readonly reassess: (table: Table, organizationId: string, orderId: string) => Promise<void>;
  /** Takes an order with an unconfirmed booking out of its window. */
  readonly lapse: (table: Table, organizationId: string, orderId: string, key?: string) => Promise<void>;
}

/** Orders of one step, and those processed in parallel. */
const STEP = 50;
const WIDTH = 5;

/** Handles any of `FOLLOWING_EVENTS`. */
export async function followWindow(deps: FollowingDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  if (event.name === bookingTimer.fired.name) {
    const { orderId, key } = bookingTimer.fired.parse(event).data.data;
    return deps.lapse(deps.table, organizationId, orderId, key);
  }
  if (event.name === windowMoving.name) {
    return moveOrders(deps, organizationId, windowMoving.parse(event).data);
  }
  const { windowId } = windowUpdated.parse(event).data;
  const occurrences = await deps.table.lookup(occurrenceEntity, organizationId, windowId);
  for (const occurrence of occurrences) await moveOccurrence(deps, occurrence.value, event.occurredAt);
}

/** Moves the times and the cutoff timer of an occurrence with its window. */
async function moveOccurrence(
  { table, clock }: FollowingDeps,
  { organizationId, key, windowId, date }: Occurrence,
  since: string,
): Promise<void> {
  const done = await retryLostRace(clock, async () => {
    const root = await table.get(occurrenceEntity, { organizationId, key });
    const window = await table.get(windowEntity, { organizationId, id: windowId });
    const times = window && occurrenceOn(window.value, date);
    if (root?.value.state !== 'open' || !times) return true;
    const { startTime, endTime, cutoffTime } = times;
    const next: Occurrence = { ...root.value, startTime, endTime, cutoffTime };
    const isSame = (['startTime', 'endTime', 'cutoffTime'] as const).every(
      (name) => root.value[name] === next[name],
    );
    if (isSame) return true;
    const stored = await readTimer(table, { organizationId, kind: cutoffTimer, subject: key });
    const occurredAt = toInstant(clock.now());
    const outcome = await table.write([
      replace(occurrenceEntity, root, next),
      ...armTimer({
        organizationId,
        kind: cutoffTimer,
        subject: key,
        dueAt: cutoffTime,
        data: { key },
        occurredAt,
        stored,
      }),
      movingEvent({ value: next, version: root.version + 1 }, { after: null, since }, occurredAt),
    ]);
    return outcome.ok || undefined;
  });
  if (!done) throw new Error(`The occurrence ${key} changed too often to be moved; it will be retried.`);
}

/** The next orders take the times of their window. */
async function moveOrders(
  deps: Pick<FollowingDeps, 'table' | 'clock' | 'reassess'>,
  organizationId: string,
  data: MovingStep,
): Promise<void> {
  const { table, clock } = deps;
  const step = await readStep(table, organizationId, data);
  if (!step) return;
  const { root, orderIds } = step;
  await mapConcurrently(orderIds, WIDTH, (orderId) => deps.reassess(table, organizationId, orderId));
  const last = orderIds.at(-1);
  if (orderIds.length === STEP && last !== undefined) {
    const next = { after: last, since: data.since };
    await table.write([movingEvent(root, next, toInstant(clock.now()))]);
  }
}

type MovingStep = ReturnType<typeof windowMoving.parse>['data'];

/** Orders of a step; undefined when the window has closed meanwhile. 2 calls. */
async function readStep(table: Table, organizationId: string, { key, after }: MovingStep) {
  const root = await table.get(occurrenceEntity, { organizationId, key });
  if (root?.value.state !== 'open') return undefined;
  const members = await table.readLog(memberEntity, occurrencePartition(root.value), {
    limit: STEP,
    ...(after === null ? {} : { after: { organizationId, key, orderId: after } }),
  });
  return { root, orderIds: members.map(({ value }) => value.orderId) };
}

/** Orders whose window moved with this event, and the time at which it was changed. 2 calls. */
export async function movedOrders(
  { table }: Pick<CoreDeps, 'table'>,
  event: EventRecord,
): Promise<{ readonly orderIds: readonly string[]; readonly since: string }> {
  const { data } = windowMoving.parse(event);
  const step = await readStep(table, event.organizationId, data);
  return { orderIds: step?.orderIds ?? [], since: data.since ?? event.occurredAt };
}

function movingEvent(
  root: Stored<Occurrence>,
  { after, since }: Pick<MovingStep, 'after' | 'since'>,
  occurredAt: string,
) {
  return windowMoving.record({
    aggregate: occurrencePartition(root.value),
    cause: `v${root.version} ${after ?? 'begin'}`,
    occurredAt,
    data: { key: root.value.key, after, ...(since === undefined ? {} : { since }) },
  });
}
