import * as z from 'zod';
import type { Permission } from '../access/index.ts';
import { defineEntity, type Partition } from '../table/index.ts';

/** What a caller must be allowed to read to hear that something of a kind changed. */
export const PERMISSION_OF = Object.freeze({
  order: 'READ_ORDER',
  job: 'READ_JOB',
  route: 'READ_ROUTE',
  position: 'READ_JOB',
  activity: 'READ_ACTIVITY',
  notification: 'READ_NOTIFICATION',
  webhook_message: 'READ_WEBHOOK',
} as const satisfies Readonly<Record<string, Permission>>);

/**
 * A kind of objects whose changes are noted. Every visible change of an order, a job and a route has an event; flags and
 * refunds are noted as what they belong to. Activities are noted when they begin and end, not with their progress. Positions,
 * notifications and messages of webhooks are noted with the events that lead to them, before a worker writes them.
 */
export type ChangeKind = keyof typeof PERMISSION_OF;

/** Every kind whose changes are noted. */
export const CHANGE_KINDS = Object.freeze(Object.keys(PERMISSION_OF) as ChangeKind[]);

/** How long notes are kept, in milliseconds. To a caller who looks less often, everything may have changed. */
export const NOTE_LIFE_MS = 5 * 60_000;

/**
 * For how long looks report a change after it was noted. Milliseconds. Lists are read from an index that follows the table with a
 * delay, and clocks of instances differ: who reads again at once and once more has seen the change.
 */
export const TOLD_FOR_MS = 1_000;

/** Partition of an organization's notes. */
export function changesPartition(organizationId: string): Partition {
  return { organizationId, type: 'changes', id: 'all' };
}

const noteSchema = z.object({
  organizationId: z.string(),
  /** When it was noted: after the changes were committed. */
  at: z.string(),
  /** Id of the first of its events: the router may note a batch twice. */
  id: z.string(),
  kinds: z.array(z.enum(CHANGE_KINDS)),
});

/** That objects of some kinds changed in an organization; it names none of them. */
export type ChangeNote = z.infer<typeof noteSchema>;

/** Notes in the order of time. */
export const changeNoteEntity = defineEntity<ChangeNote, Pick<ChangeNote, 'organizationId' | 'at' | 'id'>>({
  name: 'changeNote',
  schema: noteSchema,
  partition: ({ organizationId }) => changesPartition(organizationId),
  sort: ({ at, id }) => ({ kind: 'log', parts: [at, id] }),
  expiresAtSeconds: ({ at }) => Math.ceil((Date.parse(at) + NOTE_LIFE_MS) / 1_000),
});
