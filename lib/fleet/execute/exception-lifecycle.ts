import { defineAttention } from '../../engines/vocabulary/index.ts';

/** Lifecycle of an exception (specification 3.5), and what a change of its status leaves behind. */
export const { lifecycle: exceptionLifecycle, turnedTo } = defineAttention('Exception of a route', {
  open: 'needs_triage',
  acknowledged: 'acknowledged',
  resolved: 'resolved',
});
