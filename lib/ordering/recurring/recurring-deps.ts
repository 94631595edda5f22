import type { Actor } from '../../platform/core/origin.ts';
import type { OrderCaller, OrderDeps } from '../orders/index.ts';

/** What recurring orders need: their orders are checked, created and changed as others are. */
export type RecurringDeps = OrderDeps;

/** Who changes recurring orders. */
export interface RecurringEditor extends OrderCaller {
  readonly actor: Actor;
}
