import { defineRefusal } from '../../core/refusal.ts';

/** A right over Execute while Execute is off (specification 5.3). */
export const executeIsOff = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  status: 400,
  summary: 'The operation is not allowed in the present state or with the present preferences.',
});

/** A right that only built-in roles have (specification 5.4). */
export const roleForAdmins = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary: 'A field has a value that is not allowed here.',
});
