import { defineRefusal } from '../../platform/core/refusal.ts';

export const assignmentNotFound = defineRefusal({
  code: 'MISSING_RESOURCE',
  summary: 'The own fleet has no such task, the organization no such courier, or the courier no such offer.',
});

export const assignmentRefused = defineRefusal({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The task is not with the own fleet, was picked up or has ended, or the offer has expired.',
});

export const tooManyAssignments = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  summary: 'The courier has the maximum number of assignments.',
});

export const invalidOwnFleet = defineRefusal({
  code: 'VALIDATION_ERRORS',
  summary: 'A setting of the own fleet is not valid; `details.fields` names it.',
});
