import type { SynchronousKey } from '../../../engines/workflows/index.ts';
import { type CarryOut, changesOrder, type RequestDeps, writes } from './define-carry-out.ts';
import { emitEvent } from './emit-event.ts';
import { handOutMessage } from './hand-out-message.ts';
import { ofKind } from './of-kind.ts';
import { holdBound, together } from './order-changes.ts';
import { done } from './planned-effect.ts';

const WAYS: {
  readonly [Key in SynchronousKey]: CarryOut<Key, RequestDeps>;
} = {
  dispatch_strategy: changesOrder((_order, { dispatchStrategyId }) => ({ dispatchStrategyId })),
  add_tag: changesOrder(({ tags }, { add }) => ({ tags: together(tags, add) })),
  add_requirements: changesOrder(({ requirements }, { add }) => ({
    requirements: together(requirements, add),
  })),
  modify_order_price_or_tip: changesOrder(holdBound),
  modify_order_instructions: changesOrder((_order, { field, text }) => ({ [field]: text })),
  modify_order_metadata: changesOrder(({ orderMetadata }, { key, value }) => ({
    orderMetadata: { ...orderMetadata, [key]: value },
  })),
  add_validation_error: { kind: 'error', errorOf: (error) => error },
  emit_custom_event: writes(emitEvent),
  ...ofKind('message', writes(handOutMessage)),
  ...ofKind(
    'none',
    writes(async () => done([])),
  ),
};

/**
 * How to carry out the effects of actions that may also run inside the request that creates or changes an order. They
 * need only the table.
 */
export function carryOutInRequest(): typeof WAYS {
  return WAYS;
}
