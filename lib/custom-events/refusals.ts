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

export const eventNameOrDefinition = defineRefusal({
  code: 'BAD_REQUEST',
  status: 400,
  summary: 'A custom event is named by `name` or by `customEventDefinitionId`, never by both.',
});

export const unusableCustomEvent = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary: 'The custom event definition is unknown, archived or of another organization.',
});

export const tooManyCustomEvents = defineRefusal({
  code: 'TOO_MANY_REQUESTS',
  status: 429,
  summary: 'An order or job takes 3 custom events a second; send the event again a second later.',
});
