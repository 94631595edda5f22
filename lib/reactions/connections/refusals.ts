import { defineRefusal } from '../../platform/core/refusal.ts';

export const connectionNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No connection of the organization has this id.',
});

export const invalidConnection = defineRefusal<{ field: string }>({
  code: 'INVALID_VALUE',
  summary: 'A field of the connection is not valid; `details.field` names it.',
});

export const tooManyConnections = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  summary: 'The organization has the maximum number of connections.',
});
