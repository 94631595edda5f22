import { isTaskOver, TASK_STATUSES, TASK_TRANSITIONS, type TaskStatus } from '../../../lib/jobs/index.ts';
import { stateDiagram } from '../state-diagram.ts';

/** Every end is open to every status before it: drawn once, from the group of these. */
const isEnd = ({ to }: { to: TaskStatus }) => isTaskOver(to);
const steps = TASK_TRANSITIONS.filter((step) => !isEnd(step)).flatMap(({ trigger, from, to }) =>
  from.map((state) => ({ from: state, to, label: trigger })),
);
const ends = TASK_TRANSITIONS.filter(isEnd).map(({ trigger, to }) => ({ to, label: trigger }));

/** lib/jobs/LIFECYCLES.md */
export const diagrams = [
  stateDiagram('Task: one attempt at one provider', {
    initial: ['created'],
    steps,
    final: TASK_STATUSES.filter(isTaskOver),
    group: { name: 'under way', to: ends },
  }),
];
