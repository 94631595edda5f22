import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import { preferencesOf } from '../../platform/organization/index.ts';
import { create, type Operation, replace, type Stored } from '../../platform/table/index.ts';
import { armTimer, readTimer } from '../../platform/timers/index.ts';
import { assessOrder, maySeeOrder, outOfScope } from '../orders/index.ts';
import { findWindows } from '../windows/index.ts';
import { readRecurringOrder } from './find-recurring-orders.ts';
import { orderOfOccurrence } from './order-of-occurrence.ts';
import type { PlannedOccurrence } from './plan-occurrences.ts';
import type { RecurringDeps, RecurringEditor } from './recurring-deps.ts';
import {
  recurringOrderCreated,
  recurringOrderEnded,
  recurringOrderUpdated,
  recurringTimer,
} from './recurring-events.ts';
import { type RecurringOrder, recurringOrderEntity, recurringPartition } from './recurring-order.ts';
import { recurringOrderOver } from './refusals.ts';
import { nextDue, type RecurringInput, refusal, shapeRecurringOrder } from './shape-recurring-order.ts';

/** Creates a recurring order. The same id again finds what an earlier attempt of the request created. */
export function createRecurringOrder(
  deps: RecurringDeps,
  editor: RecurringEditor,
  id: string,
  input: RecurringInput,
): Promise<Stored<RecurringOrder> | Refusal> {
  const { table, clock } = deps;
  const { organizationId } = editor;
  return commit(deps, { what: 'recurring order', id }, async () => {
    const at = toInstant(clock.now());
    const timezoneId = await usualTimeZone(deps, organizationId, input);
    const shaped = shapeRecurringOrder(undefined, input, { organizationId, id, timezoneId }, at);
    const next = isRefusal(shaped) ? shaped : await checked(deps, editor, shaped);
    if (isRefusal(next)) return next;
    const { ok } = await table.write([
      create(recurringOrderEntity, next, clock.now()),
      recurringOrderCreated.record(eventOf(next, 1, at)),
      ...(await dueNow(deps, next, at)),
    ]);
    if (ok) return { value: next, version: 1 };
    const found = await readRecurringOrder(table, editor, id);
    return isRefusal(found) ? undefined : found.stored;
  });
}

/** Changes the fields that are sent. Its orders that are not dispatched and that nobody touched follow. */
export function updateRecurringOrder(
  deps: RecurringDeps,
  editor: RecurringEditor,
  id: string,
  input: RecurringInput,
): Promise<Stored<RecurringOrder> | Refusal> {
  return change(deps, editor, id, async ({ value: before }, at) => {
    const shaped = shapeRecurringOrder(before, input, before, at);
    if (isRefusal(shaped) || sameValue({ ...shaped, updatedAt: '' }, { ...before, updatedAt: '' })) {
      return isRefusal(shaped) ? shaped : undefined;
    }
    const next = await checked(deps, editor, shaped);
    return isRefusal(next) ? next : { next, event: recurringOrderUpdated };
  });
}

/** Ends a recurring order: no further orders are created, and those that nobody touched are archived. */
export function endRecurringOrder(
  deps: RecurringDeps,
  editor: RecurringEditor,
  id: string,
  reason: string | null,
): Promise<Stored<RecurringOrder> | Refusal> {
  return change(deps, editor, id, async ({ value: before }, at) => ({
    next: { ...before, ended: { at, by: editor.actor.name, reason }, updatedAt: at },
    event: recurringOrderEnded,
  }));
}

interface Change {
  readonly next: RecurringOrder;
  readonly event: typeof recurringOrderUpdated;
}

function change(
  deps: RecurringDeps,
  editor: RecurringEditor,
  id: string,
  plan: (stored: Stored<RecurringOrder>, at: string) => Promise<Change | Refusal | undefined>,
): Promise<Stored<RecurringOrder> | Refusal> {
  const { table, clock } = deps;
  return commit(deps, { what: 'recurring order', id }, async () => {
    const found = await readRecurringOrder(table, editor, id);
    if (isRefusal(found)) return found;
    const { stored } = found;
    const refused = refuseOtherVersion(deps.expectedVersion, stored) ?? refuseEnded(stored.value);
    if (refused) return refused;
    const at = toInstant(Math.max(clock.now(), Date.parse(stored.value.updatedAt)));
    const planned = await plan(stored, at);
    if (isRefusal(planned)) return planned;
    if (!planned) return stored;
    const { next, event } = planned;
    const { ok } = await table.write([
      replace(recurringOrderEntity, stored, next),
      event.record(eventOf(next, stored.version + 1, at)),
      ...(await dueNow(deps, next, at)),
    ]);
    return ok && { value: next, version: stored.version + 1 };
  });
}

/** Refuses to change what has ended. */
export function refuseEnded({ id, name, ended }: RecurringOrder): Refusal | undefined {
  return ended === null
    ? undefined
    : recurringOrderOver(
        `The recurring order "${name}" ended at ${ended.at}. Create a new one to continue it.`,
        { id, endedAt: ended.at },
      );
}

/**
 * The recurring order with its stores and with what is wrong with its next order, which is checked as that order will be;
 * a refusal when the caller could not see the orders.
 */
async function checked(
  deps: RecurringDeps,
  editor: RecurringEditor,
  recurring: RecurringOrder,
): Promise<RecurringOrder | Refusal> {
  const windowId = recurring.order.deliveryWindowId;
  if (windowId !== undefined) {
    const [window] = await findWindows(deps.table, editor, [windowId]);
    if (!window || window.value.isDeleted) {
      return refusal('order.deliveryWindowId', `There is no delivery window with the id "${windowId}".`);
    }
    if (window.value.rrule === null) {
      const why = `The delivery window "${window.value.name}" takes place once. Name a recurring one, or send times.`;
      return refusal('order.deliveryWindowId', why);
    }
  }
  const next = nextDue(recurring, deps.clock.now());
  if (isRefusal(next)) return next;
  const assessed = await assessOccurrence(deps, editor, recurring, next);
  return isRefusal(assessed) ? assessed : { ...recurring, ...assessed };
}

/** The stores of an occurrence's order and what is wrong with it; a refusal when the caller could not see it. */
export async function assessOccurrence(
  deps: RecurringDeps,
  editor: RecurringEditor,
  recurring: RecurringOrder,
  occurrence: PlannedOccurrence,
): Promise<Pick<RecurringOrder, 'storeLocationIds' | 'problems'> | Refusal> {
  const fields = orderOfOccurrence(recurring, occurrence);
  const assessment = await assessOrder(deps, fields, recurring.organizationId);
  if (!maySeeOrder(editor, assessment)) return outOfScope(editor);
  const { pickupStoreLocationId, dropoffStoreLocationId, validationErrors } = assessment;
  const stores = [pickupStoreLocationId, dropoffStoreLocationId].filter((id) => id !== undefined);
  return { storeLocationIds: [...new Set(stores)], problems: validationErrors };
}

/** The time zone of a recurring order that names none: that of its pickup store, else of the organization. */
async function usualTimeZone(
  deps: RecurringDeps,
  organizationId: string,
  { order, timezoneId }: RecurringInput,
): Promise<string> {
  if (timezoneId !== undefined) return timezoneId;
  const { pickupStoreLocationId: id, pickupExternalStoreLocationId: externalId } = order ?? {};
  const store = id
    ? await deps.stores.byId(organizationId, id)
    : externalId
      ? await deps.stores.byExternalId(organizationId, externalId)
      : undefined;
  return store?.timeZoneId ?? (await preferencesOf({ ...deps, organizationId })).timeZone;
}

/** The writes that set its timer to now, so that its orders follow. */
export async function dueNow(
  { table }: Pick<RecurringDeps, 'table'>,
  { organizationId, id }: Pick<RecurringOrder, 'organizationId' | 'id'>,
  at: string,
): Promise<readonly Operation[]> {
  const timer = { organizationId, kind: recurringTimer, subject: id };
  const stored = await readTimer(table, timer);
  return armTimer({ ...timer, dueAt: at, data: { recurringOrderId: id }, occurredAt: at, stored });
}

function eventOf(recurring: RecurringOrder, version: number, at: string) {
  return {
    aggregate: recurringPartition(recurring),
    cause: `v${version}`,
    occurredAt: at,
    data: { recurringOrderId: recurring.id, version },
  };
}
