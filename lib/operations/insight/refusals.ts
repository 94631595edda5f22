import { defineRefusal } from '../../platform/core/refusal.ts';

/** A question that the counts cannot answer; the message names a question that they can. */
export const insightNotKept = defineRefusal<{ readonly dimension?: string; readonly date?: string }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The counts that are kept cannot answer this; the message says what to ask instead.',
});

export const invalidReport = defineRefusal<{ readonly field?: string }>({
  code: 'VALIDATION_ERRORS',
  summary: 'A field of the report is not valid, or there are too many reports; nothing was written.',
});

export const reportNotFound = defineRefusal<{ readonly id: string }>({
  code: 'NOT_FOUND',
  summary: 'There is no report with this id.',
});
