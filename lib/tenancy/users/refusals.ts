import { defineRefusal } from '../../core/refusal.ts';

/** One user of an organization per e-mail address. */
export const userExists = defineRefusal({
  code: 'ALREADY_EXISTS',
  status: 409,
  summary: 'The organization has such a thing already; `details` names it.',
});
