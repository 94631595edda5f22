import { defineRefusal } from '../../platform/core/refusal.ts';

export const taskNotFound = defineRefusal<{ jobId: string; taskId: string }>({
  code: 'MISSING_RESOURCE',
  summary: 'The job has no task with this id.',
});

export const refundRequestNotFound = defineRefusal<{ id?: string; taskId?: string }>({
  code: 'MISSING_RESOURCE',
  summary: 'No refund request visible to this API key has this id, or the task has no report.',
});

export const taskWasNeverCarried = defineRefusal<{ status: string; taskId: string }>({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'No provider was chosen for the task, so there is no delivery to report on.',
});

export const refundStateForbids = defineRefusal<{ status: string; allowed?: readonly string[] }>({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The current status of the refund request does not allow this; `details.status` names it.',
});

export const invalidRefund = defineRefusal<{ field: string; requestAmountCents?: number; status?: string }>({
  code: 'INVALID_VALUE',
  summary: 'The granted amounts contradict the status, their sum or the request; `details.field` names it.',
});
