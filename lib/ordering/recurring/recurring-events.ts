import * as z from 'zod';
import { defineEvent } from '../../platform/events/index.ts';
import { defineTimer } from '../../platform/timers/index.ts';
import { OUTCOMES } from './occurrence-outcome.ts';

const changedData = z.object({ recurringOrderId: z.string(), version: z.int() });

const changedEvent = (name: string, summary: string) =>
  defineEvent<z.infer<typeof changedData>>({ name, schema: changedData, summary });

export const recurringOrderCreated = changedEvent(
  'recurring_order.created',
  'A recurring order was created.',
);
export const recurringOrderUpdated = changedEvent(
  'recurring_order.updated',
  'A recurring order was changed.',
);
export const recurringOrderEnded = changedEvent(
  'recurring_order.ended',
  'A recurring order ended: a person ended it, or its rule has no further day.',
);

const occurrenceData = z.object({
  recurringOrderId: z.string(),
  date: z.string(),
  outcome: z.enum(OUTCOMES),
  orderId: z.string().nullable(),
  message: z.string().nullable(),
});

export const occurrenceSettled = defineEvent<z.infer<typeof occurrenceData>>({
  name: 'recurring_order.occurrence_settled',
  schema: occurrenceData,
  summary:
    'The order of an occurrence was created or withdrawn, could not be created, or its time was missed.',
});

/** Fires when an order of a recurring order is due to be created, and after every change of it. */
export const recurringTimer = defineTimer({
  kind: 'recurring-order',
  data: z.object({ recurringOrderId: z.string() }),
  summary: 'A recurring order has orders that are due to be created, or was changed.',
});
