import { defineAttention } from '../attention/index.ts';

/** A flag is acknowledged and resolved as anything that a person should look at. A resolved one stays resolved. */
export const flagAttention = defineAttention({
  title: 'Flag',
  open: 'NEEDS_ATTENTION',
  acknowledged: 'ACKNOWLEDGED',
  resolved: ['RESOLVED'],
});

export const { lifecycle: flagLifecycle } = flagAttention;

/** Statuses of a flag. */
export const FLAG_STATUSES = flagLifecycle.statuses;
export type FlagStatus = (typeof FLAG_STATUSES)[number];
