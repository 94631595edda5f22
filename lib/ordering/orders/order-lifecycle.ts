import * as z from 'zod';
import type { Refusal } from '../../platform/core/refusal.ts';
import { invalidStateTransition, orderAlreadyDispatched, orderValidationErrorsBlock } from './refusals.ts';

/** Statuses of an order (specification 3.1, decision B1). */
export const orderStatus = z.enum([
  'needs_attention',
  'valid',
  'confirmed',
  'dispatched',
  'dispatch_failure',
  'canceled',
  'archived',
]);
export type OrderStatus = z.infer<typeof orderStatus>;

/** Statuses of an order that is neither dispatched nor closed. */
export const OPEN_ORDER_STATUSES: readonly OrderStatus[] = Object.freeze([
  'needs_attention',
  'valid',
  'confirmed',
  'dispatch_failure',
] as const);

/** Triggers of the lifecycle of an order. */
export type OrderTrigger =
  | 'edit'
  | 'confirm'
  | 'dispatch'
  | 'fail-dispatch'
  | 'exhaust'
  | 'undispatch'
  | 'cancel'
  | 'archive'
  | 'unarchive';

/** Guard of a transition: `sound` = no validation error, `flawed` = at least one. */
type Guard = 'sound' | 'flawed';

/** One allowed transition. */
export interface OrderTransition {
  readonly trigger: OrderTrigger;
  readonly from: readonly OrderStatus[];
  /** Absent = always. */
  readonly guard?: Guard;
  readonly to: OrderStatus;
}

/** Every allowed transition of an order; anything else is refused with the current status. */
export const ORDER_TRANSITIONS: readonly OrderTransition[] = Object.freeze([
  {
    trigger: 'edit',
    from: OPEN_ORDER_STATUSES,
    guard: 'flawed',
    to: 'needs_attention',
  },
  { trigger: 'edit', from: ['needs_attention', 'valid', 'dispatch_failure'], guard: 'sound', to: 'valid' },
  { trigger: 'edit', from: ['confirmed'], guard: 'sound', to: 'confirmed' },
  { trigger: 'confirm', from: ['valid'], to: 'confirmed' },
  { trigger: 'dispatch', from: ['valid', 'confirmed', 'dispatch_failure'], to: 'dispatched' },
  { trigger: 'fail-dispatch', from: ['valid', 'confirmed', 'dispatch_failure'], to: 'dispatch_failure' },
  { trigger: 'exhaust', from: ['dispatched'], to: 'dispatch_failure' },
  { trigger: 'undispatch', from: ['dispatched'], to: 'valid' },
  {
    trigger: 'cancel',
    from: ['needs_attention', 'valid', 'confirmed', 'dispatch_failure', 'dispatched'],
    to: 'canceled',
  },
  {
    trigger: 'archive',
    from: ['needs_attention', 'valid', 'confirmed', 'dispatch_failure', 'canceled'],
    to: 'archived',
  },
  { trigger: 'unarchive', from: ['archived'], guard: 'flawed', to: 'needs_attention' },
  { trigger: 'unarchive', from: ['archived'], guard: 'sound', to: 'valid' },
]);

/** Input of the lifecycle. */
export interface OrderState {
  readonly id: string;
  readonly status: OrderStatus;
  readonly validationErrors: Readonly<Record<string, string>>;
}

/** The status after `trigger`, or why it is not allowed now. `validationErrors` are those after the change. */
export function nextOrderStatus(order: OrderState, trigger: OrderTrigger): OrderStatus | Refusal {
  const guard: Guard = Object.keys(order.validationErrors).length > 0 ? 'flawed' : 'sound';
  const transition = ORDER_TRANSITIONS.find(
    (candidate) =>
      candidate.trigger === trigger &&
      candidate.from.includes(order.status) &&
      (candidate.guard ?? guard) === guard,
  );
  return transition?.to ?? refuse(order, trigger);
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
  const from = [
    ...new Set(
      ORDER_TRANSITIONS.filter((candidate) => candidate.trigger === trigger).flatMap(
        (candidate) => candidate.from,
      ),
    ),
  ];
  const wayOut = status === 'archived' && trigger !== 'unarchive' ? ' Unarchive it first.' : '';
  return invalidStateTransition(
    `Order ${id} is ${status}; only an order that is ${from.join(' or ')} can be ${DEEDS[trigger]}.${wayOut}`,
    details,
  );
}
