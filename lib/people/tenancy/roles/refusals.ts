import { defineRefusal } from '../../../platform/core/refusal.ts';

/** A permission of Execute while Execute is disabled (specification 5.3). */
export const executeIsOff = defineRefusal<{ permissions: readonly string[] }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The current state or the preferences do not allow the operation.',
});

/** A permission that only built-in roles have (specification 5.4). */
export const roleForAdmins = defineRefusal<{ permissions: readonly string[] }>({
  code: 'INVALID_VALUE',
  summary: 'A field has a value that is not allowed here.',
});
