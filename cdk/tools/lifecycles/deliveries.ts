import { judgeStatus } from '../../../lib/deliveries/index.ts';
import { DELIVERY_STATUSES, isTerminal } from '../../../lib/jobs/index.ts';
import { type Step, stateDiagram, withoutShortcuts } from '../state-diagram.ts';

// A delivery may skip steps: drawn is each step to the next status, and once what is possible from everywhere on the
// way. Found by asking the lifecycle about every pair of statuses.
const isStep = (from: string, to: string) =>
  judgeStatus([{ status: from as never }], to as never).kind === 'moves';
const ends = DELIVERY_STATUSES.filter(isTerminal);
const live = DELIVERY_STATUSES.filter((status) => !isTerminal(status));
const pairs = live.flatMap((from) =>
  DELIVERY_STATUSES.filter((to) => isStep(from, to)).map((to): Step => ({ from, to })),
);
const fromEverywhere = ends
  .filter((to) => live.every((from) => isStep(from, to)))
  .filter((to) => to !== 'returned'); // It has its place at the end of the way back.

/** lib/deliveries/LIFECYCLES.md */
export const diagrams = [
  stateDiagram('Delivery', {
    initial: ['created'],
    steps: withoutShortcuts(pairs.filter(({ to }) => !fromEverywhere.some((end) => end === to))),
    final: ends,
    group: { name: 'in progress, steps may be skipped', to: fromEverywhere.map((to) => ({ to })) },
  }),
];
