import { defineRefusal } from '../../platform/core/refusal.ts';

export const agentNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No agent of the organization has this id.',
});

export const tooManyAgents = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  summary: 'The organization has the maximum number of agents.',
});

export const agentFileNotFound = defineRefusal<{ name: string; version?: number }>({
  code: 'NOT_FOUND',
  summary: 'The agent has no such file, or the file has no such version.',
});

export const agentFileInvalid = defineRefusal<{ characters: number; files: number }>({
  code: 'VALIDATION_ERRORS',
  summary: 'The file is too large, or the agent has too many files.',
});

export const agentInvalid = defineRefusal<{
  fields: Readonly<Record<string, string>>;
  changing?: readonly string[];
  unknown?: readonly string[];
}>({
  code: 'VALIDATION_ERRORS',
  summary: 'The agent names unknown tools, or tools that it may not use.',
});

export const agentRunNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No run of an agent visible to the caller has this id.',
});

export const agentRunNotPossible = defineRefusal<{
  id?: string;
  characters?: number;
  runs?: number;
  status?: string;
}>({
  code: 'DISALLOWED_OPERATION',
  summary:
    'The organization has reached the limit of agent runs for today, or the status of the run does not allow this.',
});
