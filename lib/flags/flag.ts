import * as z from 'zod';
import { defineEvent } from '../events/index.ts';
import { jobPartition } from '../jobs/index.ts';
import { defineEntity } from '../table/index.ts';

const flagSchema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  /** `flg_...`, made from what raised it: the same cause raises one flag. */
  id: z.string(),
  target: z.enum(['delivery', 'task']),
  targetId: z.string(),
  message: z.string().nullable(),
  /** The next status of the delivery clears it. */
  isAutoResolved: z.boolean(),
  /** What raised it, as `workflow:wf_...`. */
  raisedBy: z.string(),
  createdAt: z.string(),
  resolvedAt: z.string().nullable(),
  /** Who resolved it: a key, a user, or `delivery` when the delivery moved on. */
  resolvedBy: z.string().nullable(),
});

/** A delivery or task in the queue of flagged ones. */
export type Flag = z.infer<typeof flagSchema>;

/** Shown in the list; the job's partition has it too, so that it is found with its job. */
export const flagRowSchema = flagSchema.omit({ organizationId: true });

export const flagEntity = defineEntity<Flag, Pick<Flag, 'organizationId' | 'jobId' | 'id'>>({
  name: 'deliveryFlag',
  schema: flagSchema,
  partition: ({ organizationId, jobId }) => jobPartition(organizationId, jobId),
  sort: ({ id }) => ({ kind: 'log', parts: [id] }),
  list: {
    name: 'openDeliveryFlagsByCreation',
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: (flag) => (flag.resolvedAt === null ? flagRowSchema.parse(flag) : undefined),
  },
});

const flagData = z.object({
  flagId: z.string(),
  jobId: z.string(),
  target: z.enum(['delivery', 'task']),
  targetId: z.string(),
});

export const flagRaised = defineEvent<z.infer<typeof flagData>>({
  name: 'flag.raised',
  schema: flagData,
  summary: 'A delivery or task was flagged.',
});

export const flagResolved = defineEvent<z.infer<typeof flagData>>({
  name: 'flag.resolved',
  schema: flagData,
  summary: 'A flag of a delivery or task was resolved.',
});
