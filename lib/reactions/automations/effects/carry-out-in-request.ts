import type { SynchronousKey } from '../../../engines/workflows/index.ts';
import { type CarryOut, changesOrder, type RequestDeps, writes } from './define-carry-out.ts';
import { emitEvent } from './emit-event.ts';
import { handOutMessage } from './hand-out-message.ts';
import { holdBound, together } from './order-changes.ts';
import { done } from './planned-effect.ts';

const message = writes(handOutMessage);

/**
 * How the effects of the actions are carried out that may also stand in a run inside the request which creates or
 * changes an order. They need no more than the table.
 */
export const carryOutInRequest: {
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
  send_email: message,
  send_sms: message,
  send_slack: message,
  send_teams_channel_message: message,
  send_to_role: message,
  send_to_destinations: message,
  // It only decides, so it never hands anything out.
  extract_metadata_field: writes(async () => done([])),
};
