import * as z from 'zod';
import { createdAtOf } from '../../platform/core/ids.ts';
import { defineEntity } from '../../platform/table/index.ts';

/** Kinds of records that leave the table for the bucket. */
export const RETIRED_KINDS = Object.freeze(['order', 'job', 'message'] as const);

/** A kind of what leaves. */
export type RetiredKind = (typeof RETIRED_KINDS)[number];

const DAY_MS = 24 * 3_600_000;

/**
 * Minimum age of records that leave. For orders and jobs it is counted from their last change and from the end of their
 * windows. Messages expire after 30 days, so two days remain to copy them.
 */
export const RETIRES_AFTER_MS: Readonly<Record<RetiredKind, number>> = Object.freeze({
  order: 400 * DAY_MS,
  job: 400 * DAY_MS,
  message: 28 * DAY_MS,
});

const leftSliceSchema = z.object({
  organizationId: z.string(),
  kind: z.enum(RETIRED_KINDS),
  /** Hour in which the ids were created, as `2026-03-02T09`. */
  hour: z.string(),
  /** Objects of the bucket, each with its first and its last id; if an id is in two, the later object counts. */
  parts: z.array(z.object({ key: z.string(), first: z.string(), last: z.string() })),
});

/** Where the bucket has the archive of the records that were created in one hour. */
export type RetiredSlice = z.infer<typeof leftSliceSchema>;

export const retiredSliceEntity = defineEntity<
  RetiredSlice,
  Pick<RetiredSlice, 'organizationId' | 'kind' | 'hour'>
>({
  name: 'leftSlice',
  schema: leftSliceSchema,
  partition: ({ organizationId, kind, hour }) => ({
    organizationId,
    type: 'left-slice',
    id: `${kind}.${hour}`,
  }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** The hour in which an id was created; undefined for an id without a time. */
export function hourOf(id: string): string | undefined {
  const at = createdAtOf(id);
  return at === undefined ? undefined : new Date(at).toISOString().slice(0, 13);
}
