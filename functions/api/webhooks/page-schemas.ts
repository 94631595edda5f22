import * as z from 'zod';
import { instantReply } from '../../../lib/platform/http/index.ts';
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

/** An attempt to deliver a message. */
export const attemptReply = z.object({
  id: z.string(),
  msgId: z.string(),
  endpointId: z.string(),
  url: z.string(),
  status: z.string().meta({ description: '`success` or `fail`.' }),
  responseStatusCode: z.int().nullable(),
  responseDurationMs: z.int().nullable(),
  response: z
    .string()
    .nullable()
    .meta({ description: 'Start of the answer, or the reason why there was none.' }),
  triggerType: z.string().nullable().meta({ description: '`scheduled` or `manual` (a replay).' }),
  timestamp: instantReply,
});
