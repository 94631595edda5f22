import { defineRefusal } from '../core/refusal.ts';

export const customEventNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No custom event definition of the organization has this id.',
});

export const customEventExists = defineRefusal({
  code: 'RESOURCE_ALREADY_EXISTS',
  status: 400,
  summary: 'A custom event definition has this key already; a key is never given again.',
});

export const invalidCustomEvent = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary: 'The key of a custom event is the name of a built-in event, or there are too many definitions.',
});
