import * as z from 'zod';
import { defineEntity } from '../table/index.ts';

/** A request with an idempotency key: in progress, or answered. */
const record = z.object({
  organizationId: z.string(),
  /** Digest of operation, path and key. */
  id: z.string(),
  /** Digest of query and body: another content under the same key is refused. */
  fingerprint: z.string(),
  /** Start of the first attempt, in milliseconds since the epoch; repetitions derive their ids from it. */
  startedAtMs: z.int(),
  /** Until then the current attempt may still be alive; afterwards a repetition takes over. */
  leaseEndsAtMs: z.int(),
  reply: z
    .object({
      statusCode: z.int(),
      contentType: z.string(),
      /** Start of the body; the rest is in parts. */
      body: z.string(),
      isCompressed: z.boolean(),
      parts: z.int(),
    })
    .optional(),
  expiresAtSeconds: z.int(),
});

export type IdempotencyRecord = z.output<typeof record>;

/** One item per idempotency key, gone after 24 hours. */
export const idempotencyRecord = defineEntity<IdempotencyRecord, { organizationId: string; id: string }>({
  name: 'idempotencyRecord',
  schema: record,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'idempotency', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ expiresAtSeconds }) => expiresAtSeconds,
});

const part = z.object({
  organizationId: z.string(),
  id: z.string(),
  index: z.string(),
  text: z.string(),
  expiresAtSeconds: z.int(),
});

/** A further piece of a reply that does not fit into one item. */
export const idempotencyReplyPart = defineEntity<
  z.output<typeof part>,
  { organizationId: string; id: string; index: string }
>({
  name: 'idempotencyReplyPart',
  schema: part,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'idempotency', id }),
  sort: ({ index }) => ({ kind: 'state', parts: [index] }),
  expiresAtSeconds: ({ expiresAtSeconds }) => expiresAtSeconds,
});
