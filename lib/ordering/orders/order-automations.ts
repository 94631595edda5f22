import type { Operation } from '../../platform/table/index.ts';
import type { Order } from './order.ts';
import type { OrderPatch } from './order-fields.ts';
import type { OrderActor } from './read-order.ts';

/** Result of the organization's synchronous workflows for a new order. */
export interface AutomatedOrder {
  /** Fields that they change. */
  readonly patch: OrderPatch;
  /** Writes for the order's own transaction. */
  readonly operations: readonly Operation[];
}

/** Their objections to an order. */
export interface JudgedOrder {
  /** Key of `validationErrors` to sentence. */
  readonly errors: Readonly<Record<string, string>>;
  readonly operations: readonly Operation[];
}

/** An order as workflows see it before it is written. */
export interface OrderInHand {
  readonly order: Order;
  /** Version that the order will have. */
  readonly version: number;
  /** As `OrderActor.synchronousWorkflows`. */
  readonly generation: number | undefined;
}

/** The organization's workflows that run inside the request that creates or changes an order (specification 4.6.5). */
export interface OrderAutomations {
  creating(inHand: OrderInHand): Promise<AutomatedOrder>;
  validating(inHand: OrderInHand): Promise<JudgedOrder>;
}

const NOTHING = Object.freeze({ patch: {}, errors: {}, operations: [] });

/**
 * Changes of the workflows for new orders to an order that will have this version. Nothing is read for an organization
 * without any.
 */
export async function automate(
  automations: OrderAutomations | undefined,
  actor: OrderActor,
  order: Order,
  version: number,
): Promise<AutomatedOrder> {
  const generation = actor.synchronousWorkflows;
  if (!automations || generation === 0) return NOTHING;
  return automations.creating({ order, version, generation });
}

/** The order with the errors that workflows find. Nothing is read for an organization without any. */
export async function judge(
  automations: OrderAutomations | undefined,
  actor: OrderActor,
  order: Order,
  version: number,
): Promise<{ readonly order: Order; readonly operations: readonly Operation[] }> {
  const generation = actor.synchronousWorkflows;
  if (!automations || generation === 0) return { order, operations: [] };
  const { errors, operations } = await automations.validating({ order, version, generation });
  return { order: { ...order, validationErrors: { ...errors, ...order.validationErrors } }, operations };
}
