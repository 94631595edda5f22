import { ROUTE_TRANSITIONS, STOP_TRANSITIONS } from '../../../lib/fleet/routes/index.ts';
import { stateDiagram } from '../state-diagram.ts';

interface Transition {
  readonly trigger: string;
  readonly from: readonly string[];
  readonly to: string;
}

/** Each transition from each of its states. */
function stepsOf(transitions: readonly Transition[]) {
  return transitions.flatMap(({ trigger, from, to }) =>
    from.map((state) => ({ from: state, to, label: trigger })),
  );
}

/** lib/fleet/routes/LIFECYCLES.md */
export const diagrams = [
  stateDiagram('Route', {
    initial: ['CREATED'],
    steps: stepsOf(ROUTE_TRANSITIONS),
    final: ['COMPLETED', 'FAILED', 'CANCELED'],
  }),
  stateDiagram('Stop', {
    initial: ['PENDING'],
    steps: stepsOf(STOP_TRANSITIONS),
    final: ['COMPLETED', 'FAILED', 'CANCELED'],
  }),
];
