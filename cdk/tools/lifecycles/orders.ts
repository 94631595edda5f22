import { ORDER_TRANSITIONS } from '../../../lib/ordering/orders/index.ts';
import { stateDiagram } from '../state-diagram.ts';

/** A new order has validation errors or none; what follows is in the table. */
const steps = ORDER_TRANSITIONS.flatMap(({ trigger, from, guard, to }) =>
  from.map((state) => ({ from: state, to, label: guard ? `${trigger} (${guard})` : trigger })),
);

/** lib/ordering/orders/LIFECYCLES.md */
export const diagrams = [stateDiagram('Order', { initial: ['valid', 'needs_attention'], steps })];
