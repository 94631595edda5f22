import * as z from 'zod';
import {
  type Aggregate,
  defineEntity,
  type Partition,
  type Stored,
  type Table,
} from '../../platform/table/index.ts';

/** Aggregate of one occurrence: its root, its slots, who is booked into it, its events. */
export function occurrencePartition(of: { organizationId: string; key: string }): Partition {
  return { organizationId: of.organizationId, type: 'window-occurrence', id: of.key };
}

/** Key of an occurrence: the window, and its day when it recurs. */
export function occurrenceKey(windowId: string, date: string | null): string {
  return date === null ? windowId : `${windowId}|${date}`;
}

/** States of an occurrence. */
export const OCCURRENCE_STATES = Object.freeze(['open', 'closing', 'closed'] as const);

const occurrenceSchema = z.object({
  organizationId: z.string(),
  key: z.string(),
  windowId: z.string(),
  date: z.string().nullable(),
  /** Times of the booked orders; those of the window once they were updated to it. */
  startTime: z.string(),
  endTime: z.string(),
  cutoffTime: z.string(),
  slots: z.int().min(1),
  /** `closing` from the cutoff on, `closed` when every confirmed order was dispatched or refused. */
  state: z.enum(OCCURRENCE_STATES),
});

/** An occurrence of a window that was booked at least once. */
export type Occurrence = z.infer<typeof occurrenceSchema>;

export const occurrenceEntity = defineEntity<Occurrence, Pick<Occurrence, 'organizationId' | 'key'>>({
  name: 'windowOccurrence',
  schema: occurrenceSchema,
  partition: occurrencePartition,
  sort: () => ({ kind: 'state', parts: [] }),
  lookup: { name: 'occurrencesByWindow', value: ({ windowId }) => windowId },
});

const slotSchema = z.object({
  organizationId: z.string(),
  key: z.string(),
  slot: z.int().min(0),
  used: z.int().min(0),
});

/** A share of an occurrence's capacity. A missing one is unused. */
export const slotEntity = defineEntity<
  z.infer<typeof slotSchema>,
  { organizationId: string; key: string; slot: number }
>({
  name: 'windowSlot',
  schema: slotSchema,
  partition: occurrencePartition,
  sort: ({ slot }) => ({ kind: 'state', parts: [String(slot).padStart(2, '0')] }),
});
export type Slot = z.infer<typeof slotSchema>;

const memberSchema = z.object({
  organizationId: z.string(),
  key: z.string(),
  orderId: z.string(),
  status: z.enum(['booked', 'confirmed']),
  capacity: z.int(),
  /** Result after the cutoff. */
  jobId: z.string().nullable(),
  error: z.string().nullable(),
});

/** An order in an occurrence. The booking itself is on the order. */
export const memberEntity = defineEntity<
  z.infer<typeof memberSchema>,
  { organizationId: string; key: string; orderId: string }
>({
  name: 'windowMember',
  schema: memberSchema,
  partition: occurrencePartition,
  sort: ({ orderId }) => ({ kind: 'log', parts: [orderId] }),
});
export type Member = z.infer<typeof memberSchema>;

/** An occurrence with its slots. */
export interface OccurrenceState {
  readonly root: Stored<Occurrence> | undefined;
  readonly slots: readonly Stored<Slot>[];
}

/** The current occurrence; without a root it was never booked. 1 call. */
export async function readOccurrence(
  table: Table,
  of: { organizationId: string; key: string },
): Promise<OccurrenceState> {
  const aggregate: Aggregate = await table.readAggregate(occurrencePartition(of));
  return { root: aggregate.one(occurrenceEntity), slots: aggregate.all(slotEntity) };
}

/** Used units of each slot. */
export function usedOf(slots: readonly Stored<Slot>[], count: number): readonly number[] {
  const used = Array.from({ length: count }, () => 0);
  for (const { value } of slots) used[value.slot] = value.used;
  return used;
}
