import { defineRefusal } from '../../platform/core/refusal.ts';

export const workflowNotFound = defineRefusal<{ id: string; version?: number }>({
  code: 'NOT_FOUND',
  summary: 'No workflow of the organization has this id, or it has no such version.',
});

export const invalidWorkflow = defineRefusal<{ problemCount: number; problems: readonly object[] }>({
  code: 'INVALID_VALUE',
  summary:
    'The workflow cannot be saved or activated. `details.problems` lists every problem with its code, node or edge, and field.',
});

export const incompleteDefinition = defineRefusal({
  code: 'BAD_REQUEST',
  summary: '`nodes`, `edges` and `trigger` must be sent together.',
});

export const workflowStatusRefused = defineRefusal<{
  allowed: readonly string[];
  status: string;
  wanted: string;
}>({
  code: 'INVALID_STATE_TRANSITION',
  summary:
    'The current status does not allow this one; `details.allowed` lists the statuses that are possible.',
});

export const tooManyWorkflows = defineRefusal<{ event?: string }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The organization has the maximum number of workflows, or too many listen to the same event.',
});

export const runSubjectNotFound = defineRefusal<{
  delivery?: string;
  job?: string;
  route?: string;
  task?: string;
}>({
  code: 'NOT_FOUND',
  summary: 'No job, task, delivery or route of the organization has the id of the subject of the run.',
});

export const runNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No run of the organization has this id. Runs are kept for 90 days.',
});

export const runStateForbids = defineRefusal<{ id: string; status: string }>({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The status of the run does not allow this; `details.status` names it.',
});

export const noHook = defineRefusal<{ id: string }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The workflow has no webhook trigger.',
});

export const hookNotAccepted = defineRefusal({
  code: 'UNAUTHORIZED',
  summary: 'No workflow has this id, or the webhook is not authenticated by its secret.',
});

export const workflowOff = defineRefusal<{ status: string | null }>({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The workflow is not active, or it no longer has a webhook trigger.',
});

export const replayTooLarge = defineRefusal<{ limit: number }>({
  code: 'INVALID_VALUE',
  summary: 'The definition is too large for a replay.',
});
