import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { planOrder } from './create-order.ts';
import type { Order } from './order.ts';
import type { OrderDeps } from './order-deps.ts';
import type { OrderPatch } from './order-fields.ts';
import { type OrderCaller, readOrder } from './read-order.ts';
import { planUpdate } from './update-order.ts';

/** Fields to try: as those of a new order, or as a change of one. */
export interface OrderTrial {
  /** Id or external id of the order that would change; absent = a new order. */
  readonly orderId?: string | undefined;
  readonly fields: OrderPatch;
}

/** What a create or an update would write, and which rule each field breaks. */
export interface TriedOrder {
  readonly order: Order;
  /** Name of the broken rule, by field; a workflow's objection has none. */
  readonly rules: ReadonlyMap<string, string>;
}

/**
 * The order that a create or an update would write, with its `validationErrors`; the refusal that it would end with.
 * Nothing is written: no booking, no store, no run of a workflow. What the map found is kept.
 */
export async function tryOrder(
  deps: OrderDeps,
  caller: OrderCaller,
  { orderId, fields }: OrderTrial,
): Promise<TriedOrder | Refusal> {
  let rules: TriedOrder['rules'] = new Map();
  const trial = {
    ...deps,
    isTrial: true,
    // A workflow's changes are assessed again: the last assessment counts.
    noteRules: (found: TriedOrder['rules']) => {
      rules = found;
    },
  };
  if (orderId === undefined) {
    const planned = await planOrder(trial, caller, { fields, id: deps.ids.next('ord') });
    return isRefusal(planned) ? planned : { order: planned.order, rules };
  }
  const found = await readOrder(deps.table, caller, orderId);
  if (isRefusal(found)) return found;
  const { value, version } = found.stored;
  const change = await planUpdate(trial, caller, value, { fields }, version);
  if (change && isRefusal(change)) return change;
  return { order: change?.next ?? value, rules };
}
