import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import type { Operation } from '../../platform/table/index.ts';
import { assessOrder, givenFields, withAssessment } from './assessment/assess-order.ts';
import { bookWindow, withWindowTimes } from './book-window.ts';
import { changeInstant, changeOrder, type OrderChange } from './change-order.ts';
import { outOfScope } from './create-order.ts';
import type { Order } from './order.ts';
import { automate, judge } from './order-automations.ts';
import type { OrderDeps } from './order-deps.ts';
import { orderEventDataOf, orderNeedsAttention, orderUpdated, recordOrderEvent } from './order-events.ts';
import { ORDER_FIELD_NAMES, type OrderFieldName, type OrderFields, type OrderPatch } from './order-fields.ts';
import type { OrderStatus } from './order-lifecycle.ts';
import { nextOrderStatus } from './order-lifecycle.ts';
import { type FoundOrder, maySeeOrder, type OrderCaller } from './read-order.ts';
import type { WindowHold } from './window-bookings.ts';
import { hasValues, withoutRepeats } from './without-repeats.ts';

/** A change of an order's fields. */
export interface OrderUpdate {
  readonly fields: OrderPatch;
  /** Runs the workflows for new orders again: those within the request, and by the event those after it. */
  readonly reapplyAutomations?: boolean | undefined;
  /**
   * Labels, that is tags and metadata, may be put on a dispatched order as well: a workflow that labels new orders must
   * not depend on being faster than their dispatch.
   */
  readonly labelsDispatched?: boolean | undefined;
  /** How to book the window that it names; absent = confirmed at once. */
  readonly hold?: WindowHold | undefined;
}

/** Changes the fields that were sent, `null` clearing one; checks every rule again. By id or external id. */
export function updateOrder(
  deps: OrderDeps,
  caller: OrderCaller,
  id: string,
  update: OrderUpdate,
): Promise<FoundOrder | Refusal> {
  return changeOrder(deps, caller, id, ({ stored }) =>
    planUpdate(deps, caller, stored.value, update, stored.version),
  );
}

/** Result of an update of this version of an order; undefined when it makes no difference. */
export async function planUpdate(
  deps: OrderDeps,
  caller: OrderCaller,
  order: Order,
  update: OrderUpdate,
  version?: number,
): Promise<OrderChange | Refusal | undefined> {
  if (update.labelsDispatched && order.status === 'dispatched' && hasOnlyLabels(update.fields)) {
    return planLabels(deps, order, update.fields);
  }
  // Checked before anything is looked up: a dispatched or archived order is refused in any case.
  const allowed = nextOrderStatus(order, 'edit');
  if (isRefusal(allowed)) return allowed;
  const fields = withoutRepeats(order, definedOnly(update.fields));
  if (isRepetition(order, update, fields)) return undefined;
  const given = patched(givenFields(order), withWindowTimes(order, fields));
  const reapplyAutomations = update.reapplyAutomations ?? false;
  const following = (version ?? 0) + 1;
  const automated = await automatedUpdate(
    deps,
    caller,
    order,
    given,
    reapplyAutomations ? following : undefined,
  );
  const at = changeInstant(order, deps.clock.now());
  const assessed = { ...automated.order, updatedAt: at };
  if (!maySeeOrder(caller, assessed)) return outOfScope(caller);
  const booked = await bookWindow(deps, { before: order, next: assessed, hold: update.hold, at });
  if (isRefusal(booked)) return booked;
  const judged = await judge(deps.automations, caller, booked.order, following);
  const status = nextOrderStatus({ ...order, validationErrors: judged.order.validationErrors }, 'edit');
  if (isRefusal(status)) return status;
  const next: Order = { ...judged.order, status, isHeld: undefined };
  const changedFields = changesBetween(order, next);
  const isSame =
    changedFields.length === 0 &&
    isUnmoved(order, next) &&
    booked.operations.length === 0 &&
    !reapplyAutomations;
  return isSame
    ? undefined
    : {
        next,
        events: (changed) => {
          const data = orderEventDataOf(changed.value, changed.version);
          return [
            ...booked.operations,
            ...automated.operations,
            ...judged.operations,
            recordOrderEvent(orderUpdated, changed, {
              ...data,
              changedFields: [...changedFields],
              reapplyAutomations,
            }),
            ...attention(order.status, changed.value.status).map(() =>
              recordOrderEvent(orderNeedsAttention, changed, {
                ...data,
                validationErrors: next.validationErrors,
              }),
            ),
          ];
        },
      };
}

/** The order with its new fields, and with those of the workflows for new orders when it is to have `version`. */
async function automatedUpdate(
  deps: OrderDeps,
  caller: OrderCaller,
  order: Order,
  given: OrderFields,
  version: number | undefined,
): Promise<{ readonly order: Order; readonly operations: readonly Operation[] }> {
  const assessed = async (fields: OrderFields) =>
    withAssessment(order, await assessOrder(deps, fields, caller.organizationId, order));
  const updated = await assessed(given);
  if (version === undefined) return { order: updated, operations: [] };
  const { patch, operations } = await automate(deps.automations, caller, updated, version);
  const isPatched = Object.keys(patch).length > 0;
  return { order: isPatched ? await assessed(patched(given, patch)) : updated, operations };
}

/**
 * Whether a caller sent back what the order has already: nothing is checked again then, such as a window that has
 * passed. An order with errors, or whose dispatch failed, is checked, because what was wrong may be right now.
 */
function isRepetition(order: Order, update: OrderUpdate, fields: OrderPatch): boolean {
  const { fields: sent, reapplyAutomations, hold } = update;
  return (
    !reapplyAutomations &&
    hold === undefined &&
    order.status !== 'dispatch_failure' &&
    Object.keys(definedOnly(sent)).length > 0 &&
    Object.keys(order.validationErrors).length === 0 &&
    hasValues(order, fields)
  );
}

/** Fields that no provider and no rule uses. */
const LABELS: readonly string[] = ['tags', 'orderMetadata'] satisfies readonly OrderFieldName[];

function hasOnlyLabels(fields: OrderPatch): boolean {
  return Object.keys(definedOnly(fields)).every((name) => LABELS.includes(name));
}

/** New labels of a dispatched order, which otherwise stays as it is; its job keeps those that it was created with. */
function planLabels(
  deps: Pick<OrderDeps, 'clock'>,
  order: Order,
  fields: OrderPatch,
): OrderChange | undefined {
  const labels = Object.fromEntries(
    Object.entries(definedOnly(fields)).map(([name, value]) => [name, value ?? undefined]),
  );
  const next: Order = { ...order, ...labels, updatedAt: changeInstant(order, deps.clock.now()) };
  const changedFields = changesBetween(order, next);
  if (changedFields.length === 0) return undefined;
  return {
    next,
    events: (changed) => [
      recordOrderEvent(orderUpdated, changed, {
        ...orderEventDataOf(changed.value, changed.version),
        changedFields: [...changedFields],
        reapplyAutomations: false,
      }),
    ],
  };
}

/** One entry when the change made the order need attention. */
export function attention(before: OrderStatus, after: OrderStatus): readonly 'needs_attention'[] {
  return after === 'needs_attention' && before !== 'needs_attention' ? ['needs_attention'] : [];
}

function patched(given: OrderFields, patch: OrderPatch): OrderFields {
  return Object.fromEntries(
    Object.entries({ ...given, ...definedOnly(patch) }).filter(([, value]) => value !== null),
  );
}

function definedOnly(patch: OrderPatch): OrderPatch {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

function changesBetween(before: Order, after: Order): readonly OrderFieldName[] {
  return ORDER_FIELD_NAMES.filter((name) => !sameValue(before[name], after[name]));
}

function isUnmoved(before: Order, after: Order): boolean {
  return before.status === after.status && sameValue(before.validationErrors, after.validationErrors);
}
