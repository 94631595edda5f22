import { defineRefusal } from '../core/refusal.ts';

export const activityNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No activity visible to this API key has this id.',
});

export const activityIsOver = defineRefusal<{ id: string; status: string }>({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The activity has ended, or its current status does not allow this; `details.status` names it.',
});
