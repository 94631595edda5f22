import * as z from 'zod';
import { create, defineEntity, type Operation } from '../table/index.ts';
import { type Activity, activityExpiry, activityPartition } from './activity.ts';

/** A result of up to this many characters is kept in the activity itself. */
const INLINE_CHARACTERS = 100_000;

/** Characters of a part: below the 400 kB of an item even when each takes three bytes. */
const PART_CHARACTERS = 120_000;

/** Maximum number of parts of a result: with the rest of the write they stay below the 4 MB of a transaction. */
const MAX_PARTS = 24;

const partSchema = z.object({
  organizationId: z.string(),
  activityId: z.string(),
  index: z.int().min(0),
  createdAt: z.string(),
  text: z.string(),
});
type ResultPart = z.infer<typeof partSchema>;

/** A part of a result that is too large for one item. */
export const activityResultPartEntity = defineEntity<
  ResultPart,
  Pick<ResultPart, 'organizationId' | 'activityId' | 'index'>
>({
  name: 'activityResultPart',
  schema: partSchema,
  partition: ({ organizationId, activityId }) => activityPartition({ organizationId, id: activityId }),
  sort: ({ index }) => ({ kind: 'state', parts: [String(index).padStart(4, '0')] }),
  expiresAtSeconds: ({ createdAt }) => activityExpiry(createdAt),
});

/** A result as the fields of an activity, and the writes of its parts. Throws above about 2.8 million characters. */
export function storedResult(
  activity: Pick<Activity, 'organizationId' | 'id' | 'createdAt'>,
  result: Readonly<Record<string, unknown>>,
): { readonly fields: Pick<Activity, 'result' | 'resultParts'>; readonly operations: readonly Operation[] } {
  const text = JSON.stringify(result);
  if (text.length <= INLINE_CHARACTERS)
    return { fields: { result: { ...result }, resultParts: 0 }, operations: [] };
  const parts = Math.ceil(text.length / PART_CHARACTERS);
  if (parts > MAX_PARTS) {
    throw new Error(
      `The result of activity ${activity.id} has ${text.length} characters, which is too long.`,
    );
  }
  const { organizationId, id: activityId, createdAt } = activity;
  return {
    fields: { result: null, resultParts: parts },
    operations: Array.from({ length: parts }, (_, index) =>
      create(activityResultPartEntity, {
        organizationId,
        activityId,
        index,
        createdAt,
        text: text.slice(index * PART_CHARACTERS, (index + 1) * PART_CHARACTERS),
      }),
    ),
  };
}

/** The result of an activity from its fields and its parts; null while it has none. */
export function readResult(
  activity: Pick<Activity, 'result' | 'resultParts'>,
  parts: readonly Pick<ResultPart, 'text'>[],
): Readonly<Record<string, unknown>> | null {
  if (activity.resultParts === 0) return activity.result;
  return JSON.parse(parts.map(({ text }) => text).join(''));
}
