import { defineAttention } from '../../engines/vocabulary/index.ts';

/** Lifecycle of a flag, and what a change of its status leaves behind. A resolved one stays resolved. */
export const { lifecycle: flagLifecycle, turnedTo } = defineAttention('Flag', {
  open: 'NEEDS_ATTENTION',
  acknowledged: 'ACKNOWLEDGED',
  resolved: 'RESOLVED',
});

/** Statuses of a flag. */
export const FLAG_STATUSES = flagLifecycle.statuses;
export type FlagStatus = (typeof FLAG_STATUSES)[number];
