import { defineRefusal } from '../core/refusal.ts';

export const activityNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No activity visible to this API key has this id.',
});

export const activityIsOver = defineRefusal({
  code: 'INVALID_STATE_TRANSITION',
  status: 409,
  summary: 'The activity has ended, and its present status does not allow this; `details.status` names it.',
});

export const activityContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'The activity was changing at that moment; send the request again.',
});
