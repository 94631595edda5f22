import { defineRefusal } from '../../../platform/core/refusal.ts';

export const providerNotFound = defineRefusal<{ id?: string; providerId?: string }>({
  code: 'MISSING_RESOURCE',
  summary: 'The organization has no such provider, or no account with it.',
});

export const invalidAccount = defineRefusal<{ field: string; known?: readonly string[] }>({
  code: 'INVALID_VALUE',
  summary: 'An address or credential cannot be used; `details.field` names it.',
});

export const providerNameTaken = defineRefusal<{ id: string }>({
  code: 'ALREADY_EXISTS',
  summary: 'A provider with this name already exists.',
});

export const tooManyAccounts = defineRefusal<{ limit: number }>({
  code: 'CONFLICT',
  summary: 'The organization has the maximum number of partners; delete one first.',
});
