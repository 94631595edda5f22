import * as z from 'zod';
import { orderPartition } from '../../ordering/orders/index.ts';
import { aggregateIdOf, digest, partId } from '../../platform/core/ids.ts';
import { defineEvent } from '../../platform/events/index.ts';
import type { Partition } from '../../platform/table/index.ts';
import { defineAttentionStore, withJob } from '../attention/index.ts';
import { flagAttention } from './flag-lifecycle.ts';

/** What can be flagged. */
export const FLAG_TARGETS = Object.freeze(['delivery', 'task', 'job', 'order'] as const);

/** Resolved flags are kept for 90 days. */
const LIFE_SECONDS = 90 * 24 * 3600;

const flagSchema = z.object({
  organizationId: z.string(),
  /** `flg_...`, derived from the job or order and its cause: the same cause raises one flag. */
  id: z.string(),
  /** Null of an order that has no job. */
  jobId: z.string().nullable(),
  orderId: z.string().nullable().default(null),
  target: z.enum(FLAG_TARGETS),
  targetId: z.string(),
  message: z.string().nullable(),
  /** Stores of the job or order: callers who are limited to others do not see the flag. */
  storeLocationIds: z.array(z.string()).default([]),
  /** Whether it is resolved when the delivery recovers. */
  isAutoResolved: z.boolean(),
  /** Statuses of the delivery with which it has recovered; null = any later one. */
  recoversWith: z.array(z.string()).nullable().default(null),
  /** Origin, such as `workflow:wf_...`. */
  raisedBy: z.string(),
  /** `resolvedBy` is a key, a user, or `delivery` when the delivery moved on. */
  ...flagAttention.fields(z.string()),
});

/** Something for review. */
export type Flag = z.infer<typeof flagSchema>;

/** A flag in lists. */
export const flagRowSchema = flagSchema.omit({ organizationId: true, updatedAt: true });
export type FlagRow = z.infer<typeof flagRowSchema>;

const flagData = z.object({
  flagId: z.string(),
  jobId: z.string().nullable(),
  orderId: z.string().nullable(),
  target: z.enum(FLAG_TARGETS),
  targetId: z.string(),
});

const flagEvent = (name: string, summary: string) => defineEvent({ name, schema: flagData, summary });

export const flagRaised = flagEvent('flag.raised', 'A delivery, task, job or order was flagged.');
export const flagAcknowledged = flagEvent('flag.acknowledged', 'A flag was acknowledged.');
export const flagResolved = flagEvent('flag.resolved', 'A flag was resolved.');

const CHANGES = { ACKNOWLEDGED: flagAcknowledged, RESOLVED: flagResolved, NEEDS_ATTENTION: undefined };

export const flagStore = defineAttentionStore<Flag, z.infer<typeof flagData>>({
  name: 'deliveryFlag',
  schema: flagSchema,
  partition: flagPartition,
  list: {
    name: 'openDeliveryFlagsByCreation',
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: (flag) => (flag.resolvedAt === null ? flagRowSchema.parse(flag) : undefined),
  },
  // Resolved ones are found by their day.
  lookup: {
    name: 'resolvedFlagsByDay',
    value: ({ resolvedAt }) => (resolvedAt === null ? undefined : resolvedOn(resolvedAt)),
  },
  expiresAtSeconds: ({ resolvedAt }) =>
    resolvedAt === null ? undefined : Math.floor(Date.parse(resolvedAt) / 1000) + LIFE_SECONDS,
  events: ({ value: { id: flagId, jobId, orderId, target, targetId, status } }, before) => {
    const kind = before ? CHANGES[status] : flagRaised;
    return kind ? [{ kind, data: { flagId, jobId, orderId, target, targetId } }] : [];
  },
});

/** The day on which flags were resolved, as they are looked up by it. */
export function resolvedOn(instant: string): string {
  return `resolved:${instant.slice(0, 10)}`;
}

/** Id of the flag that a cause raises on a job or an order. */
export function flagIdOf(
  owner: { readonly jobId: string | null; readonly orderId: string | null },
  cause: string,
) {
  const [kind, id] = owner.jobId === null ? ['o', owner.orderId ?? ''] : ['j', owner.jobId];
  return partId('flg', id, `${kind}${digest(id, cause).slice(0, 16)}`);
}

/** Where a flag is stored: with its job or, without one, with its order. Its id says which. */
function flagPartition({ organizationId, id }: Pick<Flag, 'organizationId' | 'id'>): Partition {
  const kind = id.charAt('flg_'.length + ULID_LENGTH);
  const orderId = kind === 'o' ? aggregateIdOf('ord', 'flg', id) : undefined;
  if (orderId !== undefined) return orderPartition({ organizationId, id: orderId });
  return withJob('flg')({ organizationId, id });
}

const ULID_LENGTH = 26;
