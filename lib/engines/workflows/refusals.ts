import { defineRefusal } from '../../platform/core/refusal.ts';

/** A workflow cannot be run in the requested way (specification 4.6.1, 4.6.10, 4.6.16, 4.6.18). */
export const workflowNotRunnable = defineRefusal<{ nodes?: readonly string[]; status?: string }>({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The workflow cannot be run this way because of its status, trigger or nodes.',
});

/** Too many runs led to this one, each by an event of the previous one: workflows start each other, or themselves. */
export const workflowChainTooLong = defineRefusal<{ chainDepth: number; limit: number }>({
  code: 'DISALLOWED_OPERATION',
  blame: 'setup',
  summary: 'Too many runs led to this one, each started by an event of the previous one.',
});

/** What a run was to start with is malformed or too large. */
export const runInputInvalid = defineRefusal<{ field?: string }>({
  code: 'INVALID_VALUE',
  summary: 'The entities or the input of a run are malformed, too deep or too large.',
});
