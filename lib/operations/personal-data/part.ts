import * as z from 'zod';
import { activityPartition } from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { defineEvent } from '../../platform/events/index.ts';
import { defineEntity, type Operation } from '../../platform/table/index.ts';
import { tracesSchema } from './traces.ts';

/** Parts of the table that are gone through at the same time. */
export const SEGMENTS = 8;

/**
 * `find` and `left` learn what is about the person, in the table and in what has left it, `former` what it said before it was
 * changed; `handle` erases or collects it, `files` does so in the bucket.
 */
export const PHASES = Object.freeze(['find', 'left', 'former', 'handle', 'files'] as const);

/** Phases that learn. */
export const SEARCHES: ReadonlySet<Phase> = new Set(['find', 'left', 'former']);

export type Phase = (typeof PHASES)[number];

const countsSchema = z.record(z.string(), z.int());

const partSchema = z.object({
  organizationId: z.string(),
  activityId: z.string(),
  phase: z.enum(PHASES),
  segment: z.int(),
  /** Turns that it took so far. */
  turns: z.int(),
  /** Where the next turn goes on; null at the end. */
  after: z.string().nullable(),
  traces: tracesSchema,
  /** Orders and jobs that are still under way. */
  open: z.array(z.string()),
  /** Settings and people of the organization that have the contact: `user usr_...`. */
  own: z.array(z.string()),
  /** Keys of files about the person: of papers and pictures to delete, or of those that an export lists. */
  about: z.array(z.string()),
  /** Items by kind that were masked, deleted or collected. */
  masked: countsSchema,
  deleted: countsSchema,
  collected: countsSchema,
  /** Files that were written with what was collected. */
  files: z.int(),
  /** Items about the person that came while it ran. */
  late: z.int(),
  expiresAt: z.int(),
});

/** How far a part of the work is. It is deleted when the activity ends: it says who the person is. */
export type Part = z.infer<typeof partSchema>;

export const partEntity = defineEntity<
  Part,
  Pick<Part, 'organizationId' | 'activityId' | 'phase' | 'segment'>
>({
  name: 'personalDataPart',
  schema: partSchema,
  partition: ({ organizationId, activityId }) => activityPartition({ organizationId, id: activityId }),
  sort: ({ phase, segment }) => ({ kind: 'state', parts: [phase, String(segment)] }),
  expiresAtSeconds: ({ expiresAt }) => expiresAt,
});

const dueSchema = z.object({
  activityId: z.string(),
  phase: z.enum(PHASES),
  segment: z.int(),
  turn: z.int(),
});

/** The next turn of a part is due. */
export const personalDataDue = defineEvent({
  name: 'personal_data.due',
  schema: dueSchema,
  summary: 'The next part of an erasure or an export of personal data is due.',
});

/** The write that has a turn of a part done. */
export function turnDue(organizationId: string, due: z.infer<typeof dueSchema>, nowMs: number): Operation {
  return personalDataDue.record({
    aggregate: activityPartition({ organizationId, id: due.activityId }),
    cause: `personal-data#${due.phase}#${due.segment}#${due.turn}`,
    occurredAt: toInstant(nowMs),
    data: due,
  });
}
