import * as z from 'zod';
import { readCursor } from '../../../lib/listing/index.ts';

/** Where a page of messages or attempts begins; read as a cursor. */
export const iteratorParameter = z
  .string()
  .transform((iterator, context) => {
    const cursor = readCursor(iterator);
    if (cursor) return cursor;
    context.issues.push({ code: 'custom', message: 'is not one that a page came with', input: iterator });
    return z.NEVER;
  })
  .optional()
  .meta({
    description: '`iterator` or `prevIterator` of an earlier page; default the newest page.',
    override: { type: 'string' },
  });

/** What a page has beside its results. */
export const pageFields = {
  iterator: z.string().nullable().meta({
    description: 'Send it as `iterator` for the next, older page; null when nothing older is left.',
  }),
  prevIterator: z
    .string()
    .nullable()
    .meta({ description: 'Send it as `iterator` for what is newer than this page, now or later.' }),
  done: z.boolean().meta({ description: 'Whether nothing is left in the direction that was asked for.' }),
};
