import { defineAttention } from '../../fulfilment/attention/index.ts';

/** An exception is acknowledged and resolved as anything that a person should look at (specification 3.5). */
export const exceptionAttention = defineAttention({
  title: 'Exception of a route',
  open: 'needs_triage',
  acknowledged: 'acknowledged',
  resolved: ['resolved'],
});

export const { lifecycle: exceptionLifecycle } = exceptionAttention;
