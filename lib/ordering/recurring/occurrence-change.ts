import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';
import { orderFields } from '../orders/index.ts';
import { lifeAfter } from './occurrence-life.ts';
import { recurringPartition } from './recurring-order.ts';

const clock = z.string().nullable().optional();

const changeSchema = z.object({
  organizationId: z.string(),
  recurringOrderId: z.string(),
  /** Day of the rule, by which the occurrence is known even when it takes place on another one. */
  date: z.string(),
  isSkipped: z.boolean(),
  /** Day on which it takes place instead. */
  onDate: z.string().nullable(),
  /** Times that differ; left out = as usual. */
  times: z.object({ pickupStart: clock, pickupEnd: clock, dropoffStart: clock, dropoffEnd: clock }),
  /** Fields that differ; null = without it. */
  order: z.object(
    Object.fromEntries(
      Object.entries(orderFields).map(([name, schema]) => [
        name,
        (schema as z.ZodType).nullable().optional(),
      ]),
    ),
  ),
  note: z.string().nullable(),
  /** Who asked for it, and when: edits of the order before then do not keep it from following. */
  by: z.string(),
  askedAt: z.string(),
});

/** What a person decided about one occurrence. */
export type OccurrenceChange = z.infer<typeof changeSchema>;

export const occurrenceChangeEntity = defineEntity<
  OccurrenceChange,
  Pick<OccurrenceChange, 'organizationId' | 'recurringOrderId' | 'date'>
>({
  name: 'occurrenceChange',
  schema: changeSchema,
  partition: ({ organizationId, recurringOrderId }) =>
    recurringPartition({ organizationId, id: recurringOrderId }),
  sort: ({ date }) => ({ kind: 'state', parts: [date] }),
  audited: { type: 'recurring-order', id: ({ recurringOrderId }) => recurringOrderId },
  expiresAtSeconds: ({ date, onDate }) => lifeAfter(onDate !== null && onDate > date ? onDate : date),
});
