import { defineLifecycle } from '../../platform/core/define-lifecycle.ts';

/** Lifecycle of a flag. A resolved one stays resolved. */
export const flagLifecycle = defineLifecycle({
  title: 'Flag',
  statuses: ['NEEDS_ATTENTION', 'ACKNOWLEDGED', 'RESOLVED'],
  initial: ['NEEDS_ATTENTION'],
  transitions: [
    { trigger: 'acknowledge', from: ['NEEDS_ATTENTION'], to: 'ACKNOWLEDGED' },
    { trigger: 'open again', from: ['ACKNOWLEDGED'], to: 'NEEDS_ATTENTION' },
    { trigger: 'resolve', from: ['NEEDS_ATTENTION', 'ACKNOWLEDGED'], to: 'RESOLVED' },
  ],
});

/** Statuses of a flag. */
export const FLAG_STATUSES = flagLifecycle.statuses;
export type FlagStatus = (typeof FLAG_STATUSES)[number];
