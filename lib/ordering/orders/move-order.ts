import { validationErrors } from '../../platform/core/common-refusals.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { preferencesOf } from '../../platform/organization/index.ts';
import { assessOrder, givenFields, withAssessment } from './assessment/assess-order.ts';
import { bookWindow } from './book-window.ts';
import { changeInstant, changeOrder } from './change-order.ts';
import type { Order } from './order.ts';
import { judge } from './order-automations.ts';
import type { OrderDeps } from './order-deps.ts';
import {
  orderArchived,
  orderConfirmed,
  orderEventDataOf,
  orderNeedsAttention,
  orderUnarchived,
  recordOrderEvent,
} from './order-events.ts';
import { nextOrderStatus } from './order-lifecycle.ts';
import type { FoundOrder, OrderActor } from './read-order.ts';
import { attention } from './update-order.ts';

/** What is known of a repeated request: its first attempt may have been carried out without its answer arriving. */
export interface Repetition {
  readonly resumed: boolean;
}

/** Confirms a valid order. */
export function confirmOrder(
  deps: Pick<OrderDeps, 'table' | 'clock' | 'expectedVersion'>,
  actor: OrderActor,
  id: string,
  { resumed }: Repetition,
): Promise<FoundOrder | Refusal> {
  return changeOrder(deps, actor, id, async ({ stored: { value: order } }) => {
    if (resumed && order.status === 'confirmed') return undefined;
    const status = nextOrderStatus(order, 'confirm');
    if (isRefusal(status)) return status;
    return {
      next: { ...order, status, isHeld: undefined, updatedAt: changeInstant(order, deps.clock.now()) },
      events: (changed) => [
        recordOrderEvent(orderConfirmed, changed, orderEventDataOf(changed.value, changed.version)),
      ],
    };
  });
}

/**
 * Archives an order that is not dispatched, with the reason that the organization may require. An archived
 * order stays archived.
 */
export async function archiveOrder(
  deps: Pick<OrderDeps, 'table' | 'clock' | 'caller' | 'expectedVersion' | 'beside'>,
  actor: OrderActor,
  id: string,
  reason?: string,
): Promise<FoundOrder | Refusal> {
  const { archiveReasonRequired } = await preferencesOf({ ...deps, organizationId: actor.organizationId });
  if (archiveReasonRequired && reason === undefined) {
    const why = 'is missing. The organization requires a reason for archiving; send one.';
    return validationErrors(`reason ${why}`, { fields: { reason: why } });
  }
  return changeOrder(deps, actor, id, async ({ stored: { value: order } }) => {
    if (order.status === 'archived') return undefined;
    const status = nextOrderStatus(order, 'archive');
    if (isRefusal(status)) return status;
    return {
      next: { ...order, status, archiveReason: reason, updatedAt: changeInstant(order, deps.clock.now()) },
      events: (changed) => [
        recordOrderEvent(orderArchived, changed, orderEventDataOf(changed.value, changed.version)),
      ],
    };
  });
}

/** Takes an order out of the archive and checks it again: it becomes valid or needs attention. */
export function unarchiveOrder(
  deps: OrderDeps,
  actor: OrderActor,
  id: string,
  { resumed }: Repetition,
): Promise<FoundOrder | Refusal> {
  return changeOrder(deps, actor, id, async ({ stored: { value: order, version } }) => {
    if (resumed && (order.status === 'valid' || order.status === 'needs_attention')) return undefined;
    const allowed = nextOrderStatus(order, 'unarchive');
    if (isRefusal(allowed)) return allowed;
    const assessment = await assessOrder(deps, givenFields(order), actor.organizationId, order);
    const at = changeInstant(order, deps.clock.now());
    const booked = await bookWindow(deps, {
      before: order,
      next: withAssessment(order, assessment),
      at,
    });
    if (isRefusal(booked)) return booked;
    const judged = await judge(deps.automations, actor, booked.order, version + 1);
    const reassessed = judged.order;
    const status = nextOrderStatus(reassessed, 'unarchive');
    if (isRefusal(status)) return status;
    const next: Order = {
      ...reassessed,
      status,
      isHeld: undefined,
      archiveReason: undefined,
      updatedAt: at,
    };
    return {
      next,
      events: (changed) => {
        const data = orderEventDataOf(changed.value, changed.version);
        return [
          ...booked.operations,
          ...judged.operations,
          recordOrderEvent(orderUnarchived, changed, data),
          ...attention(order.status, status).map(() =>
            recordOrderEvent(orderNeedsAttention, changed, {
              ...data,
              validationErrors: next.validationErrors,
            }),
          ),
        ];
      },
    };
  });
}
