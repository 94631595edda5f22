import { defineRefusal } from '../core/refusal.ts';

export const taskNotFound = defineRefusal({
  code: 'MISSING_RESOURCE',
  status: 404,
  summary: 'The job has no task with this id.',
});

export const refundRequestNotFound = defineRefusal({
  code: 'MISSING_RESOURCE',
  status: 404,
  summary: 'No refund request visible to this API key has this id, or the task has no report.',
});

export const taskWasNeverCarried = defineRefusal({
  code: 'INVALID_STATE_TRANSITION',
  status: 409,
  summary: 'No provider was chosen for the task, so that there is no delivery to report on.',
});

export const refundStateForbids = defineRefusal({
  code: 'INVALID_STATE_TRANSITION',
  status: 409,
  summary: 'The present status of the refund request does not allow this; `details.status` names it.',
});

export const invalidRefund = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary:
    'The granted amounts do not fit the status, their sum or what was requested; `details.field` names it.',
});

export const incidentContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary:
    'Someone else was changing the same report or refund request at that moment; send the request again.',
});
