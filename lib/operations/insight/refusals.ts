import { defineRefusal } from '../../platform/core/refusal.ts';

/** A question that the counts cannot answer; the message names a question that they can. */
export const insightNotKept = defineRefusal<{ readonly dimension?: string; readonly date?: string }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The counts that are kept cannot answer this; the message says what to ask instead.',
});
