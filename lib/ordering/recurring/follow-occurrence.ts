import { toInstant } from '../../platform/core/clock.ts';
import { isLostRace } from '../../platform/core/commit.ts';
import { repeatableId } from '../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import { ConsumerFailure } from '../../platform/events/index.ts';
import { type Operation, type Stored, save } from '../../platform/table/index.ts';
import {
  archiveOrder,
  changesWithWholePlaces,
  createOrder,
  OPEN_ORDER_STATUSES,
  type Order,
  type OrderCaller,
  type OrderFields,
  orderEntity,
  unarchiveOrder,
  updateOrder,
} from '../orders/index.ts';
import { lastToucher } from './last-toucher.ts';
import type { OccurrenceChange } from './occurrence-change.ts';
import { type OccurrenceOutcome, occurrenceOutcomeEntity } from './occurrence-outcome.ts';
import { digestsOf, orderOfOccurrence } from './order-of-occurrence.ts';
import type { PlannedOccurrence } from './plan-occurrences.ts';
import type { RecurringDeps } from './recurring-deps.ts';
import { occurrenceSettled } from './recurring-events.ts';
import { type RecurringOrder, recurringPartition } from './recurring-order.ts';

/** An occurrence: what it should be, and what became of it so far. */
export interface Following {
  readonly recurring: RecurringOrder;
  readonly date: string;
  /** Undefined when the rule no longer has the day. */
  readonly planned: PlannedOccurrence | undefined;
  readonly change: OccurrenceChange | undefined;
  readonly outcome: Stored<OccurrenceOutcome> | undefined;
}

/** Makes the order of an occurrence what it should be. Throws when others change it at the same moment. */
export async function followOccurrence(
  deps: RecurringDeps,
  caller: OrderCaller,
  following: Following,
): Promise<void> {
  const { recurring, planned, outcome } = following;
  const nowMs = deps.clock.now();
  const isDue = recurring.ended === null && planned?.state === 'due';
  const hasPassed = planned !== undefined && Date.parse(planned.startsAt) <= nowMs;
  if (outcome?.value.orderId == null) {
    if (isDue && !hasPassed) return make(deps, caller, following, planned);
    if (isDue && !outcome && planned.startsAt > recurring.ruleSince) return miss(deps, following, planned);
    return;
  }
  const isWithdrawn = outcome.value.outcome === 'withdrawn';
  if (isDue ? hasPassed || isAsGiven(following, planned) : isWithdrawn) return;
  const { organizationId, orderId } = outcome.value;
  const order = await deps.table.get(orderEntity, { organizationId, id: orderId });
  if (!order || hasBegun(order.value, nowMs)) return;
  if (isDue) await change(deps, caller, following, { planned, outcome, order });
  else await withdraw(deps, caller, following, { outcome, order });
}

/** Whether the order was given all of this before. */
function isAsGiven({ recurring, outcome }: Following, planned: PlannedOccurrence): boolean {
  const given = digestsOf(orderOfOccurrence(recurring, planned));
  return outcome?.value.outcome === 'made' && sameValue(given, outcome.value.given);
}

/** Whether the time of the order came, so that it is left as it is. */
function hasBegun({ pickupStartTime, dropoffStartTime, dropoffEndTime }: Order, nowMs: number): boolean {
  const [earliest] = [pickupStartTime, dropoffStartTime, dropoffEndTime]
    .filter((time) => time !== undefined)
    .toSorted();
  return earliest !== undefined && Date.parse(earliest) <= nowMs;
}

/** Creates the order. Its id follows from the occurrence, so that there is never a second one. */
async function make(
  deps: RecurringDeps,
  caller: OrderCaller,
  following: Following,
  planned: PlannedOccurrence,
): Promise<void> {
  const { recurring, date } = following;
  const { organizationId, id } = recurring;
  const orderId = repeatableId('ord', Date.parse(recurring.createdAt), organizationId, id, date);
  const fields = orderOfOccurrence(recurring, planned);
  const made = { outcome: 'made', orderId, message: null, given: digestsOf(fields) } as const;
  const settled = settling(deps, following, made);
  const done = await createOrder({ ...deps, beside: settled }, caller, {
    ...{ fields, id: orderId, creationSource: 'recurring_order', recurring: { id, date } },
  });
  if (isRefusal(done)) {
    if (isLostRace(done)) throw busy(following);
    return settle(deps, following, { outcome: 'failed', orderId: null, message: done.message, given: {} });
  }
}

function miss(deps: RecurringDeps, following: Following, planned: PlannedOccurrence): Promise<void> {
  const message = `Its time, ${planned.startsAt}, passed before its order could be created.`;
  return settle(deps, following, { outcome: 'missed', orderId: null, message, given: {} });
}

/** An occurrence that has an order. */
interface Made {
  readonly outcome: Stored<OccurrenceOutcome>;
  readonly order: Stored<Order>;
}

/** Gives the order what changed of its occurrence, and takes it out of the archive when it was withdrawn before. */
async function change(
  deps: RecurringDeps,
  caller: OrderCaller,
  following: Following,
  { planned, outcome, order }: Made & { readonly planned: PlannedOccurrence },
): Promise<void> {
  const fields = orderOfOccurrence(following.recurring, planned);
  const given = digestsOf(fields);
  const isWithdrawn = outcome.value.outcome === 'withdrawn';
  const made = { outcome: 'made', orderId: order.value.id, message: null, given } as const;
  const kept = await reasonToKeep(deps, following, order.value, isWithdrawn);
  if (kept !== undefined) return settle(deps, following, { ...made, message: kept });
  if (isWithdrawn && order.value.status === 'archived') {
    const back = await unarchiveOrder(deps, caller, order.value.id, { resumed: true });
    if (isRefusal(back)) return settleRefusal(deps, following, made, back);
  }
  const patch = changesBetween(outcome.value.given, given, fields);
  const beside = settling(deps, following, made);
  const done = await updateOrder({ ...deps, beside }, caller, order.value.id, { fields: patch });
  if (isRefusal(done)) return settleRefusal(deps, following, made, done);
  // Nothing was written when the order had all of it.
  await settle(deps, following, made);
}

/** Archives the order of an occurrence that does not take place. */
async function withdraw(
  deps: RecurringDeps,
  caller: OrderCaller,
  following: Following,
  { outcome, order }: Made,
): Promise<void> {
  const reason = reasonToWithdraw(following);
  const withdrawn = { ...outcome.value, outcome: 'withdrawn', message: reason } as const;
  if (order.value.status === 'archived' || order.value.status === 'canceled') {
    return settle(deps, following, withdrawn);
  }
  const kept = await reasonToKeep(deps, following, order.value, false);
  if (kept !== undefined) return settle(deps, following, { ...outcome.value, message: kept });
  const beside = settling(deps, following, withdrawn);
  const done = await archiveOrder({ ...deps, beside }, caller, order.value.id, reason);
  if (isRefusal(done)) return settleRefusal(deps, following, outcome.value, done);
  await settle(deps, following, withdrawn);
}

function reasonToWithdraw({ recurring, planned }: Following): string {
  const { ended, name } = recurring;
  if (ended !== null) return ended.reason ?? `The recurring order "${name}" was ended by ${ended.by}.`;
  return planned?.reason ?? `The recurring order "${name}" has no order on this day any more.`;
}

/** Why the order stays as it is; undefined when it follows. */
async function reasonToKeep(
  deps: RecurringDeps,
  { change: asked }: Following,
  order: Order,
  isWithdrawn: boolean,
): Promise<string | undefined> {
  const { status } = order;
  const isOpen = OPEN_ORDER_STATUSES.includes(status) || (isWithdrawn && status === 'archived');
  if (!isOpen) return `The order is ${status}, so it stays as it is.`;
  // A change of the occurrence overrides earlier edits of its order.
  const toucher = await lastToucher(deps.table, order, asked?.askedAt);
  return toucher && `The order was changed by ${toucher}, so it stays as it is.`;
}

/** Fields whose digests differ, with their new values. */
function changesBetween(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  fields: OrderFields,
): OrderFields {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return changesWithWholePlaces(
    names.filter((name) => before[name] !== after[name]),
    fields,
  );
}

type Outcome = Pick<OccurrenceOutcome, 'outcome' | 'orderId' | 'message' | 'given'>;

/** A lost race is tried again; anything else is said in the occurrence. */
function settleRefusal(
  deps: RecurringDeps,
  following: Following,
  outcome: Outcome,
  refused: Refusal,
): Promise<void> {
  if (isLostRace(refused)) throw busy(following);
  return settle(deps, following, { ...outcome, message: refused.message });
}

/** Writes what became of an occurrence, unless that is known already. */
async function settle(deps: RecurringDeps, following: Following, outcome: Outcome): Promise<void> {
  const { organizationId, id } = following.recurring;
  const key = { organizationId, recurringOrderId: id, date: following.date };
  const now = await deps.table.get(occurrenceOutcomeEntity, key);
  const { orderId, message, given, outcome: what } = outcome;
  if (now && sameValue({ ...now.value, ...{ orderId, message, given, outcome: what } }, now.value)) return;
  const { ok } = await deps.table.write(settling(deps, { ...following, outcome: now }, outcome));
  if (!ok) throw busy(following);
}

/** The writes of what became of an occurrence: 2 members. */
function settling(
  { clock }: Pick<RecurringDeps, 'clock'>,
  { recurring, date, planned, outcome: stored }: Following,
  { outcome, orderId, message, given }: Outcome,
): readonly Operation[] {
  const { organizationId, id } = recurring;
  const at = toInstant(clock.now());
  const onDate = planned?.onDate ?? stored?.value.onDate ?? date;
  const next: OccurrenceOutcome = {
    ...{ organizationId, recurringOrderId: id, date, onDate, outcome, orderId, message, given },
    at: stored?.value.orderId === orderId ? stored.value.at : at,
  };
  return [
    save(occurrenceOutcomeEntity, stored, next, clock.now()),
    occurrenceSettled.record({
      aggregate: recurringPartition(recurring),
      cause: `${date}:v${(stored?.version ?? 0) + 1}`,
      occurredAt: at,
      data: { recurringOrderId: id, date, outcome, orderId, message },
    }),
  ];
}

function busy({ recurring, date }: Following): ConsumerFailure {
  return new ConsumerFailure('busy', `The occurrence ${date} of ${recurring.id} is being changed.`);
}
