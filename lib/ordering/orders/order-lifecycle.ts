import * as z from 'zod';
import { defineLifecycle } from '../../platform/core/define-lifecycle.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import { invalidStateTransition, orderAlreadyDispatched, orderValidationErrorsBlock } from './refusals.ts';

const OPEN = ['needs_attention', 'valid', 'confirmed', 'dispatch_failure'] as const;

const DISPATCHABLE = ['valid', 'confirmed', 'dispatch_failure'] as const;

/** Whether an order in this status can be dispatched. */
export function isDispatchable(status: string): boolean {
  return (DISPATCHABLE as readonly string[]).includes(status);
}

/**
 * Lifecycle of an order (specification 3.1, decision B1). Guards: `sound` = no validation error, `flawed` = at least one.
 */
export const orderLifecycle = defineLifecycle({
  title: 'Order',
  statuses: [
    'needs_attention',
    'valid',
    'confirmed',
    'dispatched',
    'dispatch_failure',
    'canceled',
    'archived',
  ],
  initial: ['valid', 'needs_attention'],
  transitions: [
    { trigger: 'edit', from: OPEN, guard: 'flawed', to: 'needs_attention' },
    { trigger: 'edit', from: ['needs_attention', 'valid', 'dispatch_failure'], guard: 'sound', to: 'valid' },
    { trigger: 'edit', from: ['confirmed'], guard: 'sound', to: 'confirmed' },
    { trigger: 'confirm', from: ['valid'], to: 'confirmed' },
    { trigger: 'dispatch', from: DISPATCHABLE, to: 'dispatched' },
    { trigger: 'fail-dispatch', from: DISPATCHABLE, to: 'dispatch_failure' },
    { trigger: 'exhaust', from: ['dispatched'], to: 'dispatch_failure' },
    { trigger: 'undispatch', from: ['dispatched'], to: 'valid' },
    { trigger: 'cancel', from: [...OPEN, 'dispatched'], to: 'canceled' },
    { trigger: 'archive', from: [...OPEN, 'canceled'], to: 'archived' },
    { trigger: 'unarchive', from: ['archived'], guard: 'flawed', to: 'needs_attention' },
    { trigger: 'unarchive', from: ['archived'], guard: 'sound', to: 'valid' },
  ],
});

export const orderStatus = z.enum(orderLifecycle.statuses);
export type OrderStatus = z.infer<typeof orderStatus>;

/** Statuses of an order that is neither dispatched nor closed. */
export const OPEN_ORDER_STATUSES: readonly OrderStatus[] = OPEN;

/** What happens to an order. */
export type OrderTrigger = (typeof orderLifecycle)['transitions'][number]['trigger'];

/** Input of the lifecycle. */
export interface OrderState {
  readonly id: string;
  readonly status: OrderStatus;
  readonly validationErrors: Readonly<Record<string, string>>;
}

/** The status after `trigger`, or why it is not allowed now. `validationErrors` are those after the change. */
export function nextOrderStatus(order: OrderState, trigger: OrderTrigger): OrderStatus | Refusal {
  const guard = Object.keys(order.validationErrors).length > 0 ? 'flawed' : 'sound';
  return orderLifecycle.next(order.status, trigger, guard) ?? refuse(order, trigger);
}

const DEEDS: Readonly<Record<OrderTrigger, string>> = {
  edit: 'changed',
  confirm: 'confirmed',
  dispatch: 'dispatched',
  'fail-dispatch': 'marked as not dispatched',
  exhaust: 'given up',
  undispatch: 'taken out of dispatch',
  cancel: 'canceled',
  archive: 'archived',
  unarchive: 'unarchived',
};

function refuse(order: OrderState, trigger: OrderTrigger): Refusal {
  const { id, status, validationErrors } = order;
  const details = { orderId: id, status };
  if (status === 'dispatched' && (trigger === 'edit' || trigger === 'archive' || trigger === 'dispatch')) {
    return orderAlreadyDispatched(
      `Order ${id} is dispatched and cannot be ${DEEDS[trigger]}. Change or cancel its job instead.`,
      details,
    );
  }
  if (status === 'needs_attention' && trigger === 'dispatch') {
    return orderValidationErrorsBlock(
      `Order ${id} has validation errors (${Object.keys(validationErrors).join(', ')}). Update these fields first.`,
      { ...details, validationErrors },
    );
  }
  const wayOut = status === 'archived' && trigger !== 'unarchive' ? ' Unarchive it first.' : '';
  return invalidStateTransition(
    `Order ${id} is ${status}; only an order that is ${orderLifecycle.statusesFor(trigger).join(' or ')} can be ${DEEDS[trigger]}.${wayOut}`,
    details,
  );
}
