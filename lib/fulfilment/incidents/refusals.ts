import { defineRefusal } from '../../platform/core/refusal.ts';

export const taskNotFound = defineRefusal({
  code: 'MISSING_RESOURCE',
  summary: 'The job has no task with this id.',
});

export const refundRequestNotFound = defineRefusal({
  code: 'MISSING_RESOURCE',
  summary: 'No refund request visible to this API key has this id, or the task has no report.',
});

export const taskWasNeverCarried = defineRefusal({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'No provider was chosen for the task, so there is no delivery to report on.',
});

export const refundStateForbids = defineRefusal({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The current status of the refund request does not allow this; `details.status` names it.',
});

export const invalidRefund = defineRefusal({
  code: 'INVALID_VALUE',
  summary: 'The granted amounts contradict the status, their sum or the request; `details.field` names it.',
});
