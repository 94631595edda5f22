import * as z from 'zod';
import { activityOutcome, activityPartition } from '../../platform/activities/index.ts';
import { defineEntity } from '../../platform/table/index.ts';

/** Outcomes are useless once their activity is gone. Seconds. */
const LIFE_SECONDS = 90 * 24 * 3600;

/** How one row ended; `needs_attention` = its order was stored, but a person has to correct it. */
export const rowOutcome = z.enum([...activityOutcome.options, 'needs_attention']);

const schema = z.object({
  organizationId: z.string(),
  activityId: z.string(),
  /** Index among the rows of the activity. */
  index: z.int().min(0),
  at: z.string(),
  /** Its order; null when none was created. */
  orderId: z.string().nullable(),
  outcome: rowOutcome,
  /** Why it was skipped or failed, or needs attention. */
  message: z.string().nullable(),
});

/** Result of one row of bulk work. */
export type RowOutcome = z.infer<typeof schema>;

/**
 * The journal of bulk work: the first outcome that is written for a row counts, and a repeated leg skips rows that have
 * one.
 */
export const rowOutcomeEntity = defineEntity<
  RowOutcome,
  Pick<RowOutcome, 'organizationId' | 'activityId' | 'index'>
>({
  name: 'bulkOutcome',
  schema,
  partition: ({ organizationId, activityId }) => activityPartition({ organizationId, id: activityId }),
  sort: ({ index }) => ({ kind: 'log', parts: [String(index).padStart(6, '0')] }),
  expiresAtSeconds: ({ at }) => Math.floor(Date.parse(at) / 1000) + LIFE_SECONDS,
});

const intentSchema = schema.pick({ organizationId: true, activityId: true, index: true, at: true });
type RowIntent = z.infer<typeof intentSchema>;

/**
 * Records that a row is about to make a change that cannot include its outcome in one transaction. After a crash, this
 * tells the next run that the change is its own.
 */
export const rowIntentEntity = defineEntity<
  RowIntent,
  Pick<RowIntent, 'organizationId' | 'activityId' | 'index'>
>({
  name: 'bulkIntent',
  schema: intentSchema,
  partition: ({ organizationId, activityId }) => activityPartition({ organizationId, id: activityId }),
  sort: ({ index }) => ({ kind: 'log', parts: [String(index).padStart(6, '0')] }),
  expiresAtSeconds: ({ at }) => Math.floor(Date.parse(at) / 1000) + LIFE_SECONDS,
});
