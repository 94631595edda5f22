import type { ActionKey, Effect, PayloadOf } from '../../../engines/workflows/index.ts';
import type { Order, OrderPatch } from '../../../ordering/orders/index.ts';
import type { RunRow } from '../runs/run.ts';
import type { RunDeps } from '../runs/run-deps.ts';
import type { PlannedEffect } from './planned-effect.ts';

/** An effect of one of these actions, with the type of content that they declare. */
export type EffectOf<Key extends ActionKey> = Omit<Effect, 'action' | 'payload'> & {
  readonly action: Key;
  readonly payload: PayloadOf<Key>;
};

/** The run on whose behalf an effect is carried out. */
export type EffectOwner = Pick<
  RunRow,
  'organizationId' | 'id' | 'workflowId' | 'workflowName' | 'orderIds' | 'jobIds'
>;

/** What is needed to carry out effects inside the request that creates an order. */
export type RequestDeps = Pick<RunDeps, 'table' | 'clock'>;

/** Changes fields of an order. The changes of several actions become one update. */
export interface OrderChange<Key extends ActionKey> {
  readonly kind: 'order';
  /** The changes for the order as it is stored now, or why it cannot be changed. */
  readonly change: (order: Order, payload: PayloadOf<Key>) => OrderPatch | string;
  /** Whether an order stays as it was when it would become invalid. */
  readonly mustStayValid: boolean;
}

/** Writes records in the transaction of the step. */
export interface Writes<Key extends ActionKey, Deps> {
  readonly kind: 'writes';
  /** Whether it needs a transaction without other effects. */
  readonly isAlone: boolean;
  readonly plan: (deps: Deps, effect: EffectOf<Key>, owner: EffectOwner) => Promise<PlannedEffect>;
}

/** Marks an order invalid while it is being validated; nothing is stored but the order itself. */
export interface OrderError<Key extends ActionKey> {
  readonly kind: 'error';
  readonly errorOf: (payload: PayloadOf<Key>) => { readonly field: string; readonly message: string };
}

/** How to carry out the effect of an action. */
export type CarryOut<Key extends ActionKey, Deps = RunDeps> =
  | OrderChange<Key>
  | Writes<Key, Deps>
  | OrderError<Key>;

/** The effect changes fields of the order. */
export function changesOrder<Key extends ActionKey>(
  change: OrderChange<Key>['change'],
  { mustStayValid = false }: { readonly mustStayValid?: boolean } = {},
): OrderChange<Key> {
  return { kind: 'order', change, mustStayValid };
}

/** The effect writes records beside the effects of other steps. */
export function writes<Key extends ActionKey, Deps>(plan: Writes<Key, Deps>['plan']): Writes<Key, Deps> {
  return { kind: 'writes', isAlone: false, plan };
}

/** The effect writes so much, or records that others also write, that it needs a transaction of its own. */
export function writesAlone<Key extends ActionKey, Deps>(plan: Writes<Key, Deps>['plan']): Writes<Key, Deps> {
  return { kind: 'writes', isAlone: true, plan };
}
