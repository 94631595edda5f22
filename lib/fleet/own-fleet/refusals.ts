import { defineRefusal } from '../../platform/core/refusal.ts';

export const assignmentNotFound = defineRefusal<{ courierId?: string; jobId?: string; taskId?: string }>({
  code: 'MISSING_RESOURCE',
  summary: 'The own fleet has no such task, the organization no such courier, or the courier no such offer.',
});

export const assignmentRefused = defineRefusal<{
  taskId: string;
  jobId?: string;
  phase?: string;
  providerId?: string | null;
}>({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The task is not with the own fleet, was picked up or has ended, or the offer has expired.',
});

export const tooManyAssignments = defineRefusal<{ courierId: string; limit: number }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The courier has the maximum number of assignments.',
});

export const invalidOwnFleet = defineRefusal<{
  fields: Readonly<Record<string, string>>;
  unknownIds?: readonly string[];
}>({
  code: 'VALIDATION_ERRORS',
  summary: 'A setting of the own fleet is not valid; `details.fields` names it.',
});
