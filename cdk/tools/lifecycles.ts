import { judgeStatus } from '../../lib/deliveries/index.ts';
import {
  DELIVERY_STATUSES,
  isTaskOver,
  isTerminal,
  TASK_STATUSES,
  TASK_TRANSITIONS,
  type TaskStatus,
} from '../../lib/jobs/index.ts';
import { ORDER_TRANSITIONS } from '../../lib/orders/index.ts';
import { defineGenerator, replaceSection } from './generator.ts';
import { type Step, stateDiagram, withoutShortcuts } from './state-diagram.ts';

/** The README's state diagrams, from the values that decide the transitions. */
export const lifecycles = defineGenerator({
  file: 'README.md',
  render(present) {
    if (present === undefined) return undefined;
    return replaceSection(present, 'lifecycles', [order(), task(), delivery()].join('\n\n'));
  },
});

/** A new order has validation errors or none; what follows is in the table. */
function order(): string {
  const steps = ORDER_TRANSITIONS.flatMap(({ trigger, from, guard, to }) =>
    from.map((state) => ({ from: state, to, label: guard ? `${trigger} (${guard})` : trigger })),
  );
  return stateDiagram('Order', { initial: ['valid', 'needs_attention'], steps });
}

/** Every end is open to every status before it: drawn once, from the group of these. */
function task(): string {
  const isEnd = ({ to }: { to: TaskStatus }) => isTaskOver(to);
  const steps = TASK_TRANSITIONS.filter((step) => !isEnd(step)).flatMap(({ trigger, from, to }) =>
    from.map((state) => ({ from: state, to, label: trigger })),
  );
  const ends = TASK_TRANSITIONS.filter(isEnd).map(({ trigger, to }) => ({ to, label: trigger }));
  return stateDiagram('Task: one attempt at one provider', {
    initial: ['created'],
    steps,
    final: TASK_STATUSES.filter(isTaskOver),
    group: { name: 'under way', to: ends },
  });
}

/**
 * A delivery may skip steps: drawn is each step to the next status, and once what is possible from everywhere on the
 * way. Found by asking the lifecycle about every pair of statuses.
 */
function delivery(): string {
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
  const steps = withoutShortcuts(pairs.filter(({ to }) => !fromEverywhere.some((end) => end === to)));
  return stateDiagram('Delivery', {
    initial: ['created'],
    steps,
    final: ends,
    group: { name: 'under way, steps may be skipped', to: fromEverywhere.map((to) => ({ to })) },
  });
}
