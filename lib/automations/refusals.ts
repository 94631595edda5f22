import { defineRefusal } from '../core/refusal.ts';

export const workflowNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No workflow of the organization has this id, or it has no such version.',
});

export const invalidWorkflow = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary:
    'The workflow cannot be saved or activated. `details.problems` lists everything that is wrong, each with its code, its node or edge and its field.',
});

export const incompleteDefinition = defineRefusal({
  code: 'BAD_REQUEST',
  status: 400,
  summary: '`nodes`, `edges` and `trigger` change together or not at all.',
});

export const workflowStatusRefused = defineRefusal({
  code: 'INVALID_STATE_TRANSITION',
  status: 409,
  summary: 'The workflow cannot take this status now; `details.allowed` lists those it can take.',
});

export const tooManyWorkflows = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  status: 400,
  summary: 'The organization has as many workflows as it can have, or too many listen to the same event.',
});

export const workflowContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'Someone else was changing the same workflow at that moment; send the request again.',
});

export const runSubjectNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No job, task or delivery of the organization has the id that the run was to be about.',
});

export const runNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No run of the organization has this id; runs are kept 90 days.',
});

export const runStateForbids = defineRefusal({
  code: 'INVALID_STATE_TRANSITION',
  status: 409,
  summary: 'The status of the run does not allow this; `details.status` names it.',
});
