import { defineLifecycle } from '../../platform/core/define-lifecycle.ts';

const LIVE = ['created', 'planned_selection', 'running'] as const;
const ENDS = [
  'completed',
  'failed',
  'canceled_by_provider',
  'canceled_by_customer',
  'canceled_by_system',
] as const;

/**
 * Lifecycle of a task (decision B4). An end may follow every live status, because a provider's update can overtake its
 * own answer to the call that handed the task over.
 */
export const taskLifecycle = defineLifecycle({
  title: 'Task: one attempt at one provider',
  statuses: [...LIVE, ...ENDS],
  initial: ['created'],
  transitions: [
    { trigger: 'choose provider', from: ['created'], to: 'planned_selection' },
    { trigger: 'provider accepts it', from: ['created', 'planned_selection'], to: 'running' },
    { trigger: 'delivered', from: LIVE, to: 'completed' },
    { trigger: 'refused, failed, expired or returned', from: LIVE, to: 'failed' },
    { trigger: 'provider gives it up', from: LIVE, to: 'canceled_by_provider' },
    { trigger: 'organization cancels', from: LIVE, to: 'canceled_by_customer' },
    { trigger: 'service cancels', from: LIVE, to: 'canceled_by_system' },
  ],
  drawing: { fromAnywhere: { group: 'under way', to: ENDS } },
});

/** `isTaskOver`: whether the attempt has ended. */
export const { statuses: TASK_STATUSES, isOver: isTaskOver } = taskLifecycle;

export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Throws when a task may not change from one status to the other, which would be a bug of the service. */
export function requireTaskStep(id: string, from: TaskStatus, to: TaskStatus): void {
  if (from !== to && !taskLifecycle.nextStatuses(from).includes(to))
    throw new Error(`Task ${id} is ${from} and cannot become ${to}.`);
}
