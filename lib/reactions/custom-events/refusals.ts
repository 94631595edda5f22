import { defineRefusal } from '../../platform/core/refusal.ts';

export const customEventNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No custom event definition of the organization has this id.',
});

export const customEventExists = defineRefusal<{ id: string; field: string }>({
  code: 'RESOURCE_ALREADY_EXISTS',
  summary: 'A custom event definition already has this key. Keys are never reused.',
});

export const invalidCustomEvent = defineRefusal<{ field?: string }>({
  code: 'INVALID_VALUE',
  summary: 'The key is the name of a built-in event, or there are too many definitions.',
});

export const eventNameOrDefinition = defineRefusal({
  code: 'BAD_REQUEST',
  summary: 'A custom event is identified by `name` or by `customEventDefinitionId`, not both.',
});

export const unusableCustomEvent = defineRefusal<{ field: string; value?: string }>({
  code: 'INVALID_VALUE',
  summary:
    'The custom event definition is unknown or archived, or it belongs to another organization; the name is that of a built-in event; or there are too many different events.',
});

export const tooManyCustomEvents = defineRefusal<{ retryAfterSeconds: number }>({
  code: 'TOO_MANY_REQUESTS',
  summary: 'An order or job accepts 3 custom events a second; send the event again in a second.',
});
