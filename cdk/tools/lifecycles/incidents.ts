import { isResolved, REFUND_STATUSES, REFUND_TRANSITIONS } from '../../../lib/fulfilment/incidents/index.ts';
import { stateDiagram } from '../state-diagram.ts';

const steps = REFUND_TRANSITIONS.flatMap(({ trigger, from, to }) =>
  from.map((state) => ({ from: state, to, label: trigger })),
);

/** lib/fulfilment/incidents/LIFECYCLES.md */
export const diagrams = [
  stateDiagram('Refund request', {
    initial: ['under_review'],
    steps,
    final: REFUND_STATUSES.filter(isResolved),
  }),
];
