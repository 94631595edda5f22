import { defineRefusal } from '../../platform/core/refusal.ts';

export const agentNotFound = defineRefusal({
  code: 'NOT_FOUND',
  summary: 'No agent of the organization has this id.',
});

export const tooManyAgents = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  summary: 'The organization has the maximum number of agents.',
});

export const agentFileNotFound = defineRefusal({
  code: 'NOT_FOUND',
  summary: 'The agent has no such file, or the file has no such version.',
});

export const agentFileInvalid = defineRefusal({
  code: 'VALIDATION_ERRORS',
  summary: 'The file is too large, or the agent has too many files.',
});

export const agentInvalid = defineRefusal({
  code: 'VALIDATION_ERRORS',
  summary: 'The agent names unknown tools, or tools that it may not use.',
});

export const agentRunNotFound = defineRefusal({
  code: 'NOT_FOUND',
  summary: 'No run of an agent visible to the caller has this id.',
});

export const agentRunNotPossible = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  summary:
    'The organization has reached the limit of agent runs for today, or the status of the run does not allow this.',
});
