import * as z from 'zod';
import { readCursor } from '../../../lib/platform/listing/index.ts';

/** Position at which a page starts; parsed as a cursor. */
export const iteratorParameter = z
  .string()
  .transform((iterator, context) => {
    const cursor = readCursor(iterator);
    if (cursor) return cursor;
    context.issues.push({
      code: 'custom',
      message: 'is not an `iterator` of an earlier page',
      input: iterator,
    });
    return z.NEVER;
  })
  .optional()
  .meta({
    description: '`iterator` or `prevIterator` of an earlier page; default the newest page.',
    override: { type: 'string' },
  });

/** Fields of a page besides its results. */
export const pageFields = {
  iterator: z.string().nullable().meta({
    description: 'Send it as `iterator` to get the next, older page; null when nothing older is left.',
  }),
  prevIterator: z
    .string()
    .nullable()
    .meta({ description: 'Send it as `iterator` to get what is newer than this page, now or later.' }),
  done: z.boolean().meta({ description: 'Whether nothing is left in the requested direction.' }),
};
