import { defineRefusal } from '../core/refusal.ts';

/** A workflow can not be run in the way asked for (specification 4.6.1, 4.6.10, 4.6.16, 4.6.18). */
export const workflowNotRunnable = defineRefusal({
  code: 'INVALID_STATE_TRANSITION',
  status: 409,
  summary: 'The workflow can not be run this way: its status, trigger or nodes forbid it.',
});

/** Too many runs led to this one, each by an event of the one before: workflows start each other, or themselves. */
export const workflowChainTooLong = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  status: 400,
  blame: 'setup',
  summary: 'Too many runs led to this one, each started by an event of the one before.',
});

/** What a run was to start with is malformed or too large. */
export const runInputInvalid = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary: 'The entities or the input of a run are malformed, too deep or too large.',
});
