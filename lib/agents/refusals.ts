import { defineRefusal } from '../core/refusal.ts';

export const agentNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No agent of the organization has this id.',
});

export const tooManyAgents = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  status: 400,
  summary: 'The organization has as many agents as it can have.',
});

export const agentContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'Someone else was changing the same agent at that moment; send the request again.',
});
