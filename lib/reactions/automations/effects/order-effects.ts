import { WINDOW_TIMES } from '../../../engines/vocabulary/index.ts';
import type { Effect, JsonObject } from '../../../engines/workflows/index.ts';
import type { Order, OrderPatch } from '../../../ordering/orders/index.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import type { OrderDraft } from './order-draft.ts';
import { done, failedEffect, type PlannedEffect } from './planned-effect.ts';

type Payload = JsonObject;

/** The changes that an effect makes to the current fields of the order; a text when it cannot. */
type Change = (order: Order, payload: Payload) => OrderPatch | string;

/** Actions that change fields of an order, with their effect on the order as it is stored then. */
const changes: Readonly<Record<string, Change>> = {
  dispatch_strategy: (_order, { dispatchStrategyId }) => ({ dispatchStrategyId: String(dispatchStrategyId) }),
  add_tag: (order, { add }) => ({ tags: together(order.tags, add) }),
  add_requirements: (order, { add }) => ({ requirements: together(order.requirements, add) }),
  modify_order_price_or_tip: holdBound,
  reschedule_order: moveWindows,
  modify_order_instructions: (_order, { field, text }) => ({ [String(field)]: String(text) }),
  modify_order_metadata: (order, { key, value }) => ({
    orderMetadata: { ...order.orderMetadata, [String(key)]: value ?? null },
  }),
};

/** Whether an action only changes fields of an order. */
export function isOrderChange(action: string): boolean {
  return Object.hasOwn(changes, action);
}

/** The changes of an order by this kind of effect, or why they are not possible; undefined for other effects. */
export function patchOf({ action, payload }: Effect, order: Order): OrderPatch | string | undefined {
  return Object.hasOwn(changes, action) ? changes[action]?.(order, payload) : undefined;
}

/** Adds the effect to the changes of its order. */
export async function changeFields(effect: Effect, draft: OrderDraft): Promise<PlannedEffect> {
  const patch = patchOf(effect, draft.order);
  if (patch === undefined || typeof patch === 'string')
    return failedEffect(patch ?? 'The order cannot be changed in this way.');
  const refused = await draft.change(patch, { mustStayValid: effect.payload.requireValid === true });
  if (isRefusal(refused)) return failedEffect(refused.message);
  return refused ? failedEffect(`The order would not be valid: ${refused.problem}`) : done([]);
}

function together(present: readonly string[] | undefined, added: unknown): string[] {
  const texts = Array.isArray(added) ? added.filter((text) => typeof text === 'string') : [];
  return [...new Set([...(present ?? []), ...texts])];
}

/** A floor never lowers a value that was raised meanwhile, and a cap never raises a lowered one. */
function holdBound(order: Order, { field, operation, amountCents }: Payload): OrderPatch | string {
  const name = field === 'valueCents' ? 'valueCents' : 'tipAmountCents';
  const amount = Number(amountCents);
  const present = order[name];
  if (operation === 'at_least') return { [name]: Math.max(present ?? 0, amount) };
  if (operation === 'at_most') return present === undefined ? {} : { [name]: Math.min(present, amount) };
  return { [name]: amount };
}

/** Moves the windows unless somebody else moved them meanwhile. */
function moveWindows(order: Order, { windows, from }: Payload): OrderPatch | string {
  const [to, was] = [windows as JsonObject, from as JsonObject];
  if (order.routeId !== undefined) return 'The order is on a route.';
  const patch: Record<string, string> = {};
  for (const bound of WINDOW_TIMES) {
    if (to[bound] === undefined) continue;
    const present = order[bound];
    if (present === undefined || Date.parse(present) !== Date.parse(String(was[bound]))) {
      return 'The windows of the order have changed in the meantime.';
    }
    patch[bound] = String(to[bound]);
  }
  return patch;
}
