import { defineRefusal } from '../../../platform/core/refusal.ts';

/** One user of an organization per e-mail address. */
export const userExists = defineRefusal<{ id: string }>({
  code: 'ALREADY_EXISTS',
  summary: 'The organization already has such an object; `details` names it.',
});
