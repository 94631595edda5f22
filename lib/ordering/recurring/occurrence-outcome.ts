import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';
import { lifeAfter } from './occurrence-life.ts';
import { recurringPartition } from './recurring-order.ts';

/** What became of an occurrence: `withdrawn` = its order was archived again, `missed` = its time passed first. */
export const OUTCOMES = ['made', 'withdrawn', 'failed', 'missed'] as const;

const outcomeSchema = z.object({
  organizationId: z.string(),
  recurringOrderId: z.string(),
  date: z.string(),
  onDate: z.string(),
  outcome: z.enum(OUTCOMES),
  /** Its order, the only one that it ever gives; null = none was created yet. */
  orderId: z.string().nullable(),
  /** Why there is none, or why it is not as the recurring order says. */
  message: z.string().nullable(),
  /** Digests of the fields that the order was given last. */
  given: z.record(z.string(), z.string()),
  at: z.string(),
});

/** What became of an occurrence. */
export type OccurrenceOutcome = z.infer<typeof outcomeSchema>;

export const occurrenceOutcomeEntity = defineEntity<
  OccurrenceOutcome,
  Pick<OccurrenceOutcome, 'organizationId' | 'recurringOrderId' | 'date'>
>({
  name: 'occurrenceOutcome',
  schema: outcomeSchema,
  partition: ({ organizationId, recurringOrderId }) =>
    recurringPartition({ organizationId, id: recurringOrderId }),
  sort: ({ date }) => ({ kind: 'state', parts: [date] }),
  expiresAtSeconds: ({ date, onDate }) => lifeAfter(onDate > date ? onDate : date),
});
