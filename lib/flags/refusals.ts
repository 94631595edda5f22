import { defineRefusal } from '../core/refusal.ts';

export const flagNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No flag of the organization has this id.',
});
