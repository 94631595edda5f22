import type { TaskStatus } from './task-statuses.ts';

/** A step of a task from one status to another, and what causes it. */
export interface TaskTransition {
  readonly trigger: string;
  readonly from: readonly TaskStatus[];
  readonly to: TaskStatus;
}

const LIVE = ['created', 'planned_selection', 'running'] as const;

/**
 * Every allowed step of a task. An end may follow every live status: a provider's update can overtake its own
 * answer to the call that handed the task over.
 */
export const TASK_TRANSITIONS: readonly TaskTransition[] = Object.freeze([
  { trigger: 'choose provider', from: ['created'], to: 'planned_selection' },
  { trigger: 'provider accepts it', from: ['created', 'planned_selection'], to: 'running' },
  { trigger: 'delivered', from: LIVE, to: 'completed' },
  { trigger: 'refused, failed, expired or returned', from: LIVE, to: 'failed' },
  { trigger: 'provider gives it up', from: LIVE, to: 'canceled_by_provider' },
  { trigger: 'organization cancels', from: LIVE, to: 'canceled_by_customer' },
  { trigger: 'service cancels', from: LIVE, to: 'canceled_by_system' },
]);

/** Throws when a task may not go from one status to the other, which would be a bug of ours. */
export function requireTaskStep(id: string, from: TaskStatus, to: TaskStatus): void {
  const isAllowed = TASK_TRANSITIONS.some((step) => step.to === to && step.from.includes(from));
  if (from !== to && !isAllowed) throw new Error(`Task ${id} is ${from} and cannot become ${to}.`);
}
