import * as z from 'zod';
import { createdAtOf } from '../../platform/core/ids.ts';
import { keptDays, SHORTEST_RECORD_DAYS } from '../../platform/core/kept-days.ts';
import { defineEntity, type Partition } from '../../platform/table/index.ts';

/** Kinds of records that leave the table for the bucket. */
export const RETIRED_KINDS = Object.freeze(['order', 'job', 'message'] as const);

/** A kind of what leaves. */
export type RetiredKind = (typeof RETIRED_KINDS)[number];

const DAY_MS = 24 * 3_600_000;

/** Messages expire after 30 days, so two days remain to copy them. */
const MESSAGE_DAYS = 28;

/**
 * Minimum age of records that leave, in milliseconds. For orders and jobs it is counted from their last change and from the
 * end of their windows.
 */
export function retiresAfterMs(kind: RetiredKind): number {
  return (kind === 'message' ? MESSAGE_DAYS : keptDays().records) * DAY_MS;
}

/** A record of this age or younger has not left, whatever the settings said at the time. Milliseconds. */
export function staysForMs(kind: RetiredKind): number {
  return (kind === 'message' ? MESSAGE_DAYS : SHORTEST_RECORD_DAYS) * DAY_MS;
}

/** Tags of the objects, by which the bucket deletes them where an installation does not keep them for good. */
export const LEFT_TAGS = Object.freeze({ retention: 'left' });

/** Where the objects are. */
export const LEFT = 'left/';

/** When an object that was written `at` is deleted, in milliseconds; undefined = never. */
export function leftUntilMs(at: string): number | undefined {
  const { archive } = keptDays();
  return archive === undefined ? undefined : Date.parse(at) + archive * DAY_MS;
}

const retiredPartSchema = z.object({
  organizationId: z.string(),
  kind: z.enum(RETIRED_KINDS),
  /** Hour in which the ids were created, as `2026-03-02T09`. */
  hour: z.string(),
  /** First and last of its ids. */
  first: z.string(),
  last: z.string(),
  /** Key of the object in the bucket. */
  key: z.string(),
  /** When it was written: if an id is in two parts, the later one counts. */
  at: z.string(),
});

/**
 * An object of the bucket with records that were created in one hour. Each is an item of its own: an hour of a large
 * merchant has thousands of them.
 */
export type RetiredPart = z.infer<typeof retiredPartSchema>;

export const retiredPartEntity = defineEntity<
  RetiredPart,
  Pick<RetiredPart, 'organizationId' | 'kind' | 'hour' | 'last' | 'key'>
>({
  name: 'retiredPart',
  schema: retiredPartSchema,
  partition: retiredHour,
  // By the last id, so that a search for an id skips the parts before it.
  sort: ({ last, key }) => ({ kind: 'log', parts: [last, key] }),
  expiresAtSeconds: ({ at }) => {
    const untilMs = leftUntilMs(at);
    return untilMs === undefined ? undefined : Math.floor(untilMs / 1000);
  },
});

/** Partition of the parts of an hour. */
export function retiredHour({
  organizationId,
  kind,
  hour,
}: Pick<RetiredPart, 'organizationId' | 'kind' | 'hour'>): Partition {
  return { organizationId, type: 'retired-hour', id: `${kind}.${hour}` };
}

/** The hour in which an id was created; undefined for an id without a time. */
export function hourOf(id: string): string | undefined {
  const at = createdAtOf(id);
  return at === undefined ? undefined : new Date(at).toISOString().slice(0, 13);
}
