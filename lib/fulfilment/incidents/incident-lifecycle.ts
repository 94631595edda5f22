import { defineAttention } from '../attention/index.ts';

/** A delivery is up for review until a report says that its problem is solved, and again after the next one. */
export const incidentAttention = defineAttention({
  title: 'Incident',
  open: 'raised',
  resolved: ['resolved'],
  reopens: true,
});

export const { lifecycle: incidentLifecycle } = incidentAttention;
