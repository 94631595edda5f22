import { defineRefusal } from '../../core/refusal.ts';

export const providerNotFound = defineRefusal({
  code: 'MISSING_RESOURCE',
  status: 404,
  summary: 'The organization has no such provider, or no account with it.',
});

export const invalidAccount = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary: 'An address or credential cannot be used; `details.field` names it.',
});

export const providerNameTaken = defineRefusal({
  code: 'ALREADY_EXISTS',
  status: 409,
  summary: 'A provider of this name exists already.',
});

export const tooManyAccounts = defineRefusal({
  code: 'CONFLICT',
  status: 409,
  summary: 'The organization has as many partners as it can have; delete one first.',
});

export const accountContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'Someone else was changing the same account at that moment; send the request again.',
});
