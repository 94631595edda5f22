import {
  DELIVERY_STATUSES,
  isTaskOver,
  isTerminal,
  judgeStatus,
  TASK_STATUSES,
  TASK_TRANSITIONS,
  type TaskStatus,
} from '../../../lib/fulfilment/jobs/index.ts';
import { type Step, stateDiagram, withoutShortcuts } from '../state-diagram.ts';

/** Every end is open to every status before it: drawn once, from the group of these. */
const isEnd = ({ to }: { to: TaskStatus }) => isTaskOver(to);
const steps = TASK_TRANSITIONS.filter((step) => !isEnd(step)).flatMap(({ trigger, from, to }) =>
  from.map((state) => ({ from: state, to, label: trigger })),
);
const ends = TASK_TRANSITIONS.filter(isEnd).map(({ trigger, to }) => ({ to, label: trigger }));

// A delivery may skip steps: drawn is each step to the next status, and once what is possible from everywhere on the
// way. Found by asking the lifecycle about every pair of statuses.
const isStep = (from: string, to: string) =>
  judgeStatus([{ status: from as never }], to as never).kind === 'moves';
const deliveryEnds = DELIVERY_STATUSES.filter(isTerminal);
const live = DELIVERY_STATUSES.filter((status) => !isTerminal(status));
const pairs = live.flatMap((from) =>
  DELIVERY_STATUSES.filter((to) => isStep(from, to)).map((to): Step => ({ from, to })),
);
const fromEverywhere = deliveryEnds
  .filter((to) => live.every((from) => isStep(from, to)))
  .filter((to) => to !== 'returned'); // It has its place at the end of the way back.

/** lib/fulfilment/jobs/LIFECYCLES.md */
export const diagrams = [
  stateDiagram('Task: one attempt at one provider', {
    initial: ['created'],
    steps,
    final: TASK_STATUSES.filter(isTaskOver),
    group: { name: 'under way', to: ends },
  }),
  stateDiagram('Delivery', {
    initial: ['created'],
    steps: withoutShortcuts(pairs.filter(({ to }) => !fromEverywhere.some((end) => end === to))),
    final: deliveryEnds,
    group: { name: 'in progress, steps may be skipped', to: fromEverywhere.map((to) => ({ to })) },
  }),
];
