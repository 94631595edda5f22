import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import { readOrganization } from '../../platform/organization/index.ts';
import { replace } from '../../platform/table/index.ts';
import { armTimer, readTimer } from '../../platform/timers/index.ts';
import { readWhole, type WholeRecurringOrder } from './find-recurring-orders.ts';
import { followOccurrence } from './follow-occurrence.ts';
import {
  dayAfter,
  dayOf,
  goesOn,
  LONGEST_RANGE_DAYS,
  type PlannedOccurrence,
  planOccurrences,
} from './plan-occurrences.ts';
import type { RecurringDeps } from './recurring-deps.ts';
import { recurringOrderEnded, recurringTimer } from './recurring-events.ts';
import { type RecurringOrder, recurringOrderEntity, recurringPartition } from './recurring-order.ts';

/** How far back occurrences are looked for whose time passed before their order was created. Days. */
const LOOK_BACK_DAYS = 31;

/** When a rule that goes on has no day within a year, it is looked at again after this. Days. */
const NEXT_LOOK_DAYS = 200;

/** Orders that are created or changed at a time. */
const WIDTH = 5;

/**
 * Makes the orders of a recurring order as it says: creates those that are due, and changes or withdraws those whose
 * occurrence changed. However often, late or in parallel it runs, an occurrence has one order.
 */
export async function followRecurringOrder(deps: RecurringDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const { recurringOrderId: id } = recurringTimer.fired.parse(event).data.data;
  const whole = await readWhole(deps.table, organizationId, id);
  if (!whole) return;
  // The next wait is set first. When this run fails for good, the next one creates what it left out.
  await waitForNext(deps, whole);
  // What changed before the wait was set is seen now; what changes later sets the timer again.
  const current = await readWhole(deps.table, organizationId, id);
  if (!current) return;
  await followAll(deps, current);
  await endIfOver(deps, current);
}

async function followAll(deps: RecurringDeps, whole: WholeRecurringOrder): Promise<void> {
  const { changes, outcomes } = whole;
  const recurring = whole.stored.value;
  const { organizationId, id, name } = recurring;
  const today = dayOf(recurring, deps.clock.now());
  const horizon = dayAfter(today, recurring.daysAhead);
  const planned = planOccurrences(recurring, changes, dayAfter(today, -LOOK_BACK_DAYS), horizon);
  const byDate = new Map(planned.filter(({ onDate }) => onDate <= horizon).map((one) => [one.date, one]));
  // Orders that exist follow also when their day is no longer one of the rule, or has moved beyond the horizon.
  for (const one of planOccurrences(recurring, changes, horizon, dayAfter(horizon, LONGEST_RANGE_DAYS - 1))) {
    if (outcomes.has(one.date)) byDate.set(one.date, one);
  }
  const open = [...outcomes.values()].filter(({ value: { onDate } }) => onDate >= dayAfter(today, -1));
  const dates = [...new Set([...byDate.keys(), ...open.map(({ value: { date } }) => date)])].toSorted();
  const { value: organization } = await readOrganization(deps, organizationId);
  const actor = { type: 'system' as const, id, name };
  const acting = { ...deps, table: deps.table.actingFor({ actor, cause: `recurring-order:${id}` }) };
  const caller = {
    ...{ organizationId, storeLocationIds: null, routeIds: null, keyId: id },
    listShards: organization.listShards,
  };
  await mapConcurrently(dates, WIDTH, (date) =>
    followOccurrence(acting, caller, {
      recurring,
      date,
      planned: byDate.get(date),
      change: changes.get(date),
      outcome: outcomes.get(date),
    }),
  );
}

/** Sets the timer for the next order that is not due yet, unless it is set for an earlier time. */
async function waitForNext(deps: RecurringDeps, { stored, changes }: WholeRecurringOrder): Promise<void> {
  const { organizationId, id } = stored.value;
  const dueAt = nextLook(stored.value, changes, deps.clock.now());
  if (dueAt === undefined) return;
  const isSet = await retryLostRace(deps.clock, async () => {
    const timer = { organizationId, kind: recurringTimer, subject: id };
    const before = await readTimer(deps.table, timer);
    if (before?.value.state === 'armed' && before.value.dueAt <= dueAt) return true;
    const occurredAt = toInstant(deps.clock.now());
    const operations = armTimer({
      ...timer,
      ...{ dueAt, data: { recurringOrderId: id }, occurredAt, stored: before },
    });
    return (await deps.table.write(operations)).ok;
  });
  if (!isSet)
    throw new Error(`The timer of the recurring order ${id} was being changed; it will be retried.`);
}

/** When the recurring order is looked at again; undefined when there is no reason to. */
function nextLook(
  recurring: RecurringOrder,
  changes: WholeRecurringOrder['changes'],
  nowMs: number,
): string | undefined {
  if (recurring.ended !== null) return undefined;
  const today = dayOf(recurring, nowMs);
  const planned = planOccurrences(recurring, changes, today, dayAfter(today, LONGEST_RANGE_DAYS));
  const isAhead = ({ state, makeAt }: PlannedOccurrence) => state === 'due' && Date.parse(makeAt) > nowMs;
  const [soonest] = planned
    .filter(isAhead)
    .map(({ makeAt }) => makeAt)
    .toSorted();
  if (soonest !== undefined) return soonest;
  if (goesOn(recurring, today)) {
    return toInstant(nowMs + NEXT_LOOK_DAYS * 86_400_000);
  }
  // After the last one nothing is left to do but to end it.
  const [last] = planned
    .map(({ startsAt }) => startsAt)
    .toSorted()
    .toReversed();
  return last !== undefined && Date.parse(last) > nowMs ? last : undefined;
}

/** Ends a recurring order whose last occurrence has passed. */
async function endIfOver(deps: RecurringDeps, { stored, changes }: WholeRecurringOrder): Promise<void> {
  const recurring = stored.value;
  if (recurring.ended !== null || nextLook(recurring, changes, deps.clock.now()) !== undefined) return;
  const at = toInstant(Math.max(deps.clock.now(), Date.parse(recurring.updatedAt)));
  const ended = { at, by: 'the rule', reason: 'The rule has no further day.' };
  // When somebody changed it meanwhile, the timer is set and it is looked at again.
  await deps.table.write([
    replace(recurringOrderEntity, stored, { ...recurring, ended, updatedAt: at }),
    recurringOrderEnded.record({
      aggregate: recurringPartition(recurring),
      cause: `v${stored.version + 1}`,
      occurredAt: at,
      data: { recurringOrderId: recurring.id, version: stored.version + 1 },
    }),
  ]);
}
