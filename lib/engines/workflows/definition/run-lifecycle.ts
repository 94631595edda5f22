import { defineLifecycle } from '../../../platform/core/define-lifecycle.ts';

/**
 * Lifecycle of a run (specification 3.3, decision B22). `running` and `paused` alternate while background work is in
 * progress.
 */
export const runLifecycle = defineLifecycle({
  title: 'Run of a workflow',
  statuses: ['pending', 'queued', 'running', 'paused', 'completed', 'failed', 'cancelled'],
  initial: ['pending'],
  transitions: [
    { trigger: 'queue', from: ['pending'], to: 'queued' },
    { trigger: 'start', from: ['pending', 'queued'], to: 'running' },
    { trigger: 'wait', from: ['running'], to: 'paused' },
    { trigger: 'resume', from: ['paused'], to: 'running' },
    { trigger: 'complete', from: ['running'], to: 'completed' },
    { trigger: 'fail', from: ['running', 'paused'], to: 'failed' },
    { trigger: 'cancel', from: ['pending', 'queued', 'running', 'paused'], to: 'cancelled' },
  ],
});

/** Statuses of a run. */
export const runStatuses = runLifecycle.statuses;

/** Status of a run. */
export type RunStatus = (typeof runStatuses)[number];
