import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import { daysBetween } from '../../platform/core/zoned-time.ts';
import { save, unchanged } from '../../platform/table/index.ts';
import { OPEN_ORDER_STATUSES, type OrderPatch, orderEntity } from '../orders/index.ts';
import { readRecurringOrder, type WholeRecurringOrder } from './find-recurring-orders.ts';
import { type OccurrenceChange, occurrenceChangeEntity } from './occurrence-change.ts';
import { type Occurrence, occurrenceAt } from './occurrences.ts';
import {
  clockTimesOf,
  dayAfter,
  dayOf,
  LONGEST_MOVE_DAYS,
  LONGEST_RANGE_DAYS,
  occurrenceOf,
  type PlannedOccurrence,
  planOccurrences,
} from './plan-occurrences.ts';
import type { RecurringDeps, RecurringEditor } from './recurring-deps.ts';
import { type ClockTimes, type RecurringOrder, recurringOrderEntity } from './recurring-order.ts';
import { occurrenceNotFound, occurrenceUnderWay } from './refusals.ts';
import { assessOccurrence, dueNow, refuseEnded } from './save-recurring-order.ts';
import { refusal, wrongTimes } from './shape-recurring-order.ts';

/** What a person decides about one occurrence; what is left out is as usual. */
export interface OccurrenceInput {
  readonly isSkipped?: boolean | undefined;
  readonly onDate?: string | undefined;
  readonly times?: Partial<ClockTimes> | undefined;
  readonly order?: OrderPatch | undefined;
  readonly note?: string | undefined;
}

/** A changed occurrence, and what is wrong with its order. */
export interface ChangedOccurrence {
  readonly occurrence: Occurrence;
  readonly problems: Readonly<Record<string, string>>;
}

/** How many days a refusal names. */
const NAMED_DAYS = 5;

/** Skips or changes one occurrence, or makes it as usual again. Its order follows, also when it exists already. */
export function changeOccurrence(
  deps: RecurringDeps,
  editor: RecurringEditor,
  id: string,
  date: string,
  input: OccurrenceInput,
): Promise<ChangedOccurrence | Refusal> {
  const { table, clock } = deps;
  return commit(deps, { what: 'recurring order', id }, async () => {
    const whole = await readRecurringOrder(table, editor, id);
    if (isRefusal(whole)) return whole;
    const { stored, changes } = whole;
    const recurring = stored.value;
    const at = toInstant(clock.now());
    const before = isNear(recurring, date, clock.now()) ? occurrenceOf(recurring, changes, date) : undefined;
    const refused =
      refuseEnded(recurring) ??
      (before ? await refuseUnderWay(deps, whole, before) : noOccurrence(whole, date, clock.now()));
    if (refused) return refused;
    const next: OccurrenceChange = {
      ...{ organizationId: recurring.organizationId, recurringOrderId: id, date },
      ...{ isSkipped: input.isSkipped ?? false, onDate: input.onDate ?? null },
      ...{ times: input.times ?? {}, order: input.order ?? {}, note: input.note ?? null },
      ...{ by: editor.actor.name, askedAt: at },
    };
    const planned = occurrenceOf(recurring, new Map([...changes, [date, next]]), date);
    if (!planned) throw new Error('An occurrence keeps its day when it is changed.');
    const wrong = wrongIn(whole, next, planned, clock.now());
    if (wrong) return wrong;
    const assessed =
      planned.state === 'due' ? await assessOccurrence(deps, editor, recurring, planned) : { problems: {} };
    if (isRefusal(assessed)) return assessed;
    const present = await table.get(occurrenceChangeEntity, next);
    const outcome = whole.outcomes.get(date)?.value;
    const shown = occurrenceAt(recurring, planned, outcome, clock.now());
    const reply = shown && { occurrence: shown, problems: assessed.problems };
    const isSame =
      present && sameValue({ ...present.value, by: '', askedAt: '' }, { ...next, by: '', askedAt: '' });
    if (isSame) return reply;
    const { ok } = await table.write([
      save(occurrenceChangeEntity, present, next, clock.now()),
      unchanged(recurringOrderEntity, stored),
      ...(await dueNow(deps, recurring, at)),
    ]);
    return ok ? reply : undefined;
  });
}

/** Whether it is a date for which something can be decided: at most a year ahead. */
function isNear(recurring: RecurringOrder, date: string, nowMs: number): boolean {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(`${date}T00:00:00Z`));
  return isDate && date <= dayAfter(dayOf(recurring, nowMs), LONGEST_RANGE_DAYS);
}

function noOccurrence({ stored, changes }: WholeRecurringOrder, date: string, nowMs: number): Refusal {
  const today = dayOf(stored.value, nowMs);
  const next = planOccurrences(stored.value, changes, today, dayAfter(today, LONGEST_RANGE_DAYS))
    .map((one) => one.date)
    .slice(0, NAMED_DAYS);
  const wayOut = next.length > 0 ? `The next ones are ${next.join(', ')}.` : 'None is to come.';
  return occurrenceNotFound(`There is no occurrence on ${date}. ${wayOut}`, { date, next });
}

/** Refuses to change what has passed, or whose order can no longer follow. */
async function refuseUnderWay(
  { table, clock }: RecurringDeps,
  { stored, outcomes }: WholeRecurringOrder,
  { date, startsAt }: PlannedOccurrence,
): Promise<Refusal | undefined> {
  const { organizationId } = stored.value;
  if (Date.parse(startsAt) <= clock.now()) {
    return occurrenceUnderWay(`The occurrence of ${date} began at ${startsAt}. Change its order instead.`, {
      date,
    });
  }
  const orderId = outcomes.get(date)?.value.orderId;
  const order = orderId ? await table.get(orderEntity, { organizationId, id: orderId }) : undefined;
  if (!order) return undefined;
  const { id, status } = order.value;
  if (status === 'archived' || OPEN_ORDER_STATUSES.includes(status)) return undefined;
  return occurrenceUnderWay(
    `The order ${id} of ${date} is ${status}. Change or cancel its delivery instead.`,
    { date, orderId: id, status },
  );
}

function wrongIn(
  { stored }: WholeRecurringOrder,
  next: OccurrenceChange,
  planned: PlannedOccurrence,
  nowMs: number,
): Refusal | undefined {
  const { date, onDate, isSkipped, times, order } = next;
  if (isSkipped) {
    const isMore = onDate !== null || Object.keys(times).length > 0 || Object.keys(order).length > 0;
    return isMore
      ? refusal('isSkipped', 'is true, but the occurrence is changed as well. Send one of both.')
      : undefined;
  }
  if (onDate !== null && Math.abs(daysBetween(date, onDate)) > LONGEST_MOVE_DAYS) {
    return refusal(
      'onDate',
      `${onDate} is more than ${LONGEST_MOVE_DAYS} days from ${date}. Send a nearer day.`,
    );
  }
  const clockTimes = clockTimesOf(stored.value.times, next);
  const windowId = 'deliveryWindowId' in order ? order.deliveryWindowId : stored.value.order.deliveryWindowId;
  const wrong = wrongTimes(clockTimes, windowId as string | null | undefined);
  if (wrong) return refusal(...wrong);
  if (Date.parse(planned.startsAt) <= nowMs) {
    return refusal(
      onDate === null ? 'times' : 'onDate',
      `The occurrence would begin at ${planned.startsAt}, which has passed. Send a later time.`,
    );
  }
  return undefined;
}
